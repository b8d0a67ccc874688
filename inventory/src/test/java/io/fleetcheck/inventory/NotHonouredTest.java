package io.fleetcheck.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.fleetcheck.inventory.document.Document;
import io.fleetcheck.inventory.document.InvalidDocument;
import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Mapping;
import io.fleetcheck.inventory.python.Value.Sequence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of the variables that Ansible's own plugins document none is ignored without a word. */
class NotHonouredTest {
  private static final Path ANSIBLE_DOC = Path.of("/usr/bin/ansible-doc");

  /** Read by {@link ConnectionSettingsReader}. */
  private static final Set<String> HONOURED =
      Set.of(
          "ansible_become_exe",
          "ansible_become_flags",
          "ansible_become_pass",
          "ansible_become_password",
          "ansible_become_user",
          "ansible_host",
          "ansible_host_key_checking",
          "ansible_password",
          "ansible_port",
          "ansible_private_key_file",
          "ansible_ssh_args",
          "ansible_ssh_common_args",
          "ansible_ssh_extra_args",
          "ansible_ssh_host",
          "ansible_ssh_host_key_checking",
          "ansible_ssh_pass",
          "ansible_ssh_password",
          "ansible_ssh_port",
          "ansible_ssh_private_key_file",
          "ansible_ssh_timeout",
          "ansible_ssh_user",
          "ansible_su_exe",
          "ansible_su_flags",
          "ansible_su_pass",
          "ansible_su_user",
          "ansible_sudo_exe",
          "ansible_sudo_flags",
          "ansible_sudo_pass",
          "ansible_sudo_user",
          "ansible_user",
          "inventory_hostname");

  @TempDir Path home;

  @ParameterizedTest
  @CsvSource({
    "connection,ssh",
    "connection,paramiko_ssh",
    "connection,local",
    "shell,sh",
    "become,sudo",
    "become,su"
  })
  @Timeout(120)
  void namesEveryVariableOfAPlugin(String type, String plugin)
      throws IOException, InvalidDocument, InterruptedException {
    if (!Files.isExecutable(ANSIBLE_DOC)) {
      String why = "SKIPPED: no ansible-doc to ask: apt-get install ansible-core";
      System.err.println(why);
      Assumptions.abort(why);
    }
    Set<String> unknown = documented(type, plugin);
    assertFalse(unknown.isEmpty());
    unknown.removeIf(name -> name.startsWith("delegated_vars["));
    unknown.removeAll(HONOURED);
    unknown.removeAll(NotHonoured.WITHOUT_EFFECT);
    NotHonoured.OF_ANY.forEach(unknown::remove);
    NotHonoured.OF_SSH.forEach(unknown::remove);
    assertEquals(Set.of(), unknown);
  }

  private Set<String> documented(String type, String plugin)
      throws IOException, InvalidDocument, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(ANSIBLE_DOC.toString(), "-t", type, plugin, "--json");
    builder.environment().put("HOME", home.toString());
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.redirectError(home.resolve("log").toFile());
    Process process = builder.directory(home.toFile()).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), () -> log());
    Value options = Document.readJson(text, 50).root();
    for (String key : new String[] {plugin, "doc", "options"}) {
      options = ((Mapping) options).get(key).orElseThrow();
    }
    Set<String> names = new TreeSet<>();
    for (Value option : ((Mapping) options).entries().values()) {
      Value variables = ((Mapping) option).get("vars").orElse(new Sequence(List.of()));
      for (Value variable : ((Sequence) variables).items()) {
        names.add(((Mapping) variable).get("name").flatMap(Value::asText).orElseThrow());
      }
    }
    return names;
  }

  private String log() {
    try {
      return Files.readString(home.resolve("log"));
    } catch (IOException unreadable) {
      return unreadable.toString();
    }
  }
}
