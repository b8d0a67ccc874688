package io.fleetcheck.inventory;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code ansible_become_flags}: those of sudo that a command without a terminal can have. Whom to
 * become, how to ask and not to ask on a terminal is fleetcheck's own to say, as it is Ansible's.
 */
final class BecomeFlags {
  /** Set HOME, keep the environment, keep the groups. */
  private static final String SWITCHES = "HEP";

  /** Group, SELinux role and type. */
  private static final String WITH_ARGUMENT = "grt";

  private static final String LONG_ARGUMENT = "--(?:group|role|type|preserve-env)=.+";

  private static final List<String> LONG_SWITCHES =
      List.of("--set-home", "--preserve-env", "--preserve-groups");

  /** Given in any case. */
  private static final List<String> OWN = List.of("--stdin", "--non-interactive");

  private static final String OWN_LETTERS = "Sn";

  private final List<String> honoured = new ArrayList<>();
  private final List<String> notHonoured = new ArrayList<>();

  BecomeFlags(String method, List<String> words) {
    if (!method.equals("sudo")) {
      notHonoured.addAll(words);
      return;
    }
    int at = 0;
    while (at < words.size()) {
      String word = words.get(at++);
      if (LONG_SWITCHES.contains(word) || word.matches(LONG_ARGUMENT)) {
        honoured.add(word);
      } else if (!word.startsWith("-") || word.startsWith("--") || word.length() == 1) {
        if (!OWN.contains(word)) {
          notHonoured.add(word);
        }
      } else {
        at += letters(word, at < words.size() ? words.get(at) : "");
      }
    }
  }

  /** Returns how many of the words behind were its arguments. */
  private int letters(String word, String next) {
    for (int letter = 1; letter < word.length(); letter++) {
      char flag = word.charAt(letter);
      if (SWITCHES.indexOf(flag) >= 0) {
        honoured.add("-" + flag);
      } else if (WITH_ARGUMENT.indexOf(flag) >= 0 || "Cchpu".indexOf(flag) >= 0) {
        boolean attached = letter + 1 < word.length();
        List<String> both = List.of("-" + flag, attached ? word.substring(letter + 1) : next);
        if (WITH_ARGUMENT.indexOf(flag) >= 0) {
          honoured.addAll(both);
        } else {
          notHonoured.add(String.join(" ", both));
        }
        return attached ? 0 : 1;
      } else if (OWN_LETTERS.indexOf(flag) < 0) {
        notHonoured.add("-" + flag);
      }
    }
    return 0;
  }

  /** In the order of writing. */
  List<String> honoured() {
    return honoured;
  }

  /** For warnings. */
  List<String> notHonoured() {
    return notHonoured;
  }
}
