package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PromptsTest {
  @Test
  void sudosWordsAreFoundHoweverTheyArrive() {
    Prompts prompts = Prompts.of("mark password");
    assertEquals(0, prompts.in("We trust you have received the usual lecture: mark pass"));
    assertEquals(1, prompts.in("word"));
    assertEquals(2, prompts.in("\nSorry, try again.\nmark passwordmark password"));
    assertEquals(0, prompts.in("mark passwor"));
  }

  @Test
  void suAsksInAnyLanguage() {
    for (String words :
        new String[] {"Password: ", "Mot de passe :", "\u5bc6\u7801\uff1a", "PIN:\t"}) {
      Prompts prompts = Prompts.ofSu("mark su");
      assertEquals(0, prompts.in("Welcome:"), words);
      assertEquals(0, prompts.in("\nmark s"), words);
      assertEquals(1, prompts.in("u\n" + words), words);
      assertEquals(0, prompts.in(" "), words);
    }
  }

  @Test
  void suThatComplainsDoesNotAsk() {
    Prompts prompts = Prompts.ofSu("mark su");
    assertEquals(0, prompts.in("mark su\n"));
    assertEquals(0, prompts.in("su:"));
    assertEquals(0, prompts.in(" Authentication failure\n"));
    assertEquals(0, prompts.in("LDAP server: not reachable\nPass"));
    assertEquals(1, prompts.in("word:"));
  }
}
