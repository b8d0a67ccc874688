package io.fleetcheck.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnsibleConfigurationTest {
  private static final String TEXT =
      """
      # remote_user = nobody
      [defaults]
      remote_user = ann
      Host_Key_Checking: False
      forks = 50
      inventory = a,
        b
      [ssh_connection]
      pipelining = True
      ssh_args = -o ForwardAgent=yes
      [colors]
      error = red
      """;

  @TempDir Path directory;
  @TempDir Path home;

  private List<String> warnings(Map<String, String> environment) {
    return AnsibleConfiguration.warnings(InventoryContext.of(directory, home, environment)).stream()
        .map(Problem::toString)
        .toList();
  }

  private static String warning(String source, String settings) {
    return source
        + ": not honoured: "
        + settings
        + ", expected variables in the inventory, or options";
  }

  @Test
  void namesWhatTheFileSets() throws IOException {
    Path file = Files.writeString(directory.resolve("ansible.cfg"), TEXT);
    assertEquals(
        List.of(
            warning(
                file.toString(),
                "[defaults] host_key_checking, [defaults] inventory, [defaults] remote_user,"
                    + " [ssh_connection] ssh_args")),
        warnings(Map.of()));
  }

  @Test
  void namesVariablesOfTheEnvironment() throws IOException {
    Files.writeString(home.resolve(".ansible.cfg"), "");
    assertEquals(
        List.of(warning("environment", "ANSIBLE_REMOTE_USER, ANSIBLE_SSH_ARGS")),
        warnings(
            Map.of(
                "ANSIBLE_SSH_ARGS", "-C",
                "ANSIBLE_REMOTE_USER", "ann",
                "ANSIBLE_NOCOLOR", "1",
                "ANSIBLE_VAULT_PASSWORD_FILE", "p",
                "ANSIBLE_SSH_PIPELINING", "1")));
  }

  @Test
  void saysNothingOfWhatHasNoEffect() throws IOException {
    Files.writeString(directory.resolve("ansible.cfg"), "[defaults]\nforks = 5\n");
    assertEquals(List.of(), warnings(Map.of()));
  }

  /** As Ansible looks: the environment's, the directory's, the user's; the first that is there. */
  @Test
  void looksWhereAnsibleLooks() throws IOException {
    Path own = Files.writeString(home.resolve(".ansible.cfg"), "[inventory]\nunparsed_is_failed=1");
    String ofHome = warning(own.toString(), "[inventory] unparsed_is_failed");
    assertEquals(List.of(ofHome), warnings(Map.of()));

    Path here =
        Files.writeString(directory.resolve("ansible.cfg"), "[privilege_escalation]\nbecome=1");
    assertEquals(
        List.of(warning(here.toString(), "[privilege_escalation] become")), warnings(Map.of()));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertEquals(List.of(ofHome), warnings(Map.of()));

    Path named = Files.createDirectories(directory.resolve("etc")).resolve("ansible.cfg");
    Files.writeString(named, "[defaults]\ntimeout=5");
    assertEquals(
        List.of(warning(named.toString(), "[defaults] timeout")),
        warnings(Map.of("ANSIBLE_CONFIG", "etc")));
  }
}
