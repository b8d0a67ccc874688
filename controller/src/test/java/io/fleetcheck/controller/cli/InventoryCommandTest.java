package io.fleetcheck.controller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InventoryCommandTest {
  @TempDir Path directory;
  private String hosts = "";

  @BeforeEach
  void write() throws IOException {
    hosts =
        Files.writeString(
                directory.resolve("hosts.ini"),
                """
                lone
                [web]
                web[1:2] v=1
                [web:vars]
                w=[1, 'x']
                [prod]
                web1
                """)
            .toString();
  }

  private Run run(String... words) {
    String[] all = new String[words.length + 3];
    all[0] = "inventory";
    all[1] = "-i";
    all[2] = hosts;
    System.arraycopy(words, 0, all, 3, words.length);
    return new Run().start(all);
  }

  @Test
  void showsOneHost() {
    Run run = run("--host", "web1");
    assertEquals(
        """
        {
            "v": 1,
            "w": [
                1,
                "x"
            ]
        }
        """,
        run.out());
    assertEquals("", run.err());
    assertEquals(0, run.code());
  }

  @Test
  void showsATree() {
    assertEquals(
        """
        @web:
          |--web1
          |  |--{v = 1}
          |  |--{w = [1, 'x']}
          |--web2
          |  |--{v = 1}
          |  |--{w = [1, 'x']}
          |--{w = [1, 'x']}
        """,
        run("--graph", "web", "--vars").out());
    assertTrue(run("--graph").out().startsWith("@all:\n  |--@ungrouped:\n  |  |--lone\n"));
  }

  @Test
  void listsAndExports() {
    assertTrue(run("--list").out().startsWith("{\n    \"_meta\": {\n"));
    assertTrue(run("--list", "--export").out().contains("\"vars\": {"));
  }

  @Test
  void selectsHosts() throws IOException {
    assertEquals("web1\n", run("--hosts", "web*:&prod").out());
    Path list = Files.writeString(directory.resolve("retry"), "web2\nlone\n");
    assertEquals("web2\n", run("--hosts", "web", "-l", "@" + list).out());
  }

  /** As {@code ansible localhost -l web --list-hosts}. */
  @Test
  void losesThisMachineToNoLimit() {
    assertEquals("localhost\n", run("--hosts", "localhost", "-l", "web").out());
  }

  @Test
  void ofSeveralLimitsTheLastCounts() throws IOException {
    assertEquals("web2\n", run("--hosts", "all", "-l", "web1", "-l", "web2").out());
    Run audit = new Run().start("audit", "-l", "web1", "-i", hosts, "-l", "nobody");
    assertTrue(audit.err().contains("matches --limit nobody"), audit.err());
    Path more = Files.writeString(directory.resolve("more"), "web2\nextra\n");
    Run all =
        new Run()
            .start("inventory", "-i", more.toString(), hosts, "-i", "h1,h2,", "--hosts", "all");
    assertEquals(
        List.of("extra", "h1", "h2", "lone", "web1", "web2"), all.out().lines().sorted().toList());
  }

  /** As in ansible-inventory. */
  @Test
  void ofTwoOfAKindTheLastCounts() {
    Run run = run("--host", "web1", "--list", "--host", "web2");
    assertEquals(5, run.code());
    assertEquals("", run.out());
    Run twice = run("--host", "lone", "--host", "web1", "--export", "--export");
    assertEquals("{\n    \"v\": 1\n}\n", twice.out());
  }

  @Test
  void namesConfigurationOfAnsibleThatItDoesNotHonour() {
    Run run = new Run().environment("ANSIBLE_HASH_BEHAVIOUR", "merge");
    run.start("inventory", "-i", hosts, "--hosts", "web1");
    assertEquals(0, run.code());
    assertTrue(run.err().contains("not honoured: ANSIBLE_HASH_BEHAVIOUR"), run.err());
  }

  @Test
  void refusesLimitFilesThatAreNoLists() throws IOException {
    Path binary = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xff, '\n'});
    for (String file : List.of(binary.toString(), directory.toString(), "/dev/zero")) {
      Run run = run("--hosts", "all", "-l", "@" + file);
      assertEquals(1, run.code());
      assertTrue(run.err().contains(file + ": "), run.err());
    }
  }

  @Test
  void endsAsAnsibleEnds() throws IOException {
    assertEquals(0, run("--hosts", "nobody").code());
    assertEquals(1, run("--hosts", "web", "-l", "nobody").code());
    assertEquals(1, run("--hosts", "web", "-l", "@" + directory.resolve("none")).code());
    assertEquals(5, run("--host", "nobody").code());
    assertEquals(5, run("--graph", "nobody").code());
    assertEquals(0, run("--graph", "").code());
    assertEquals(5, run().code());
    assertEquals(5, run("--list", "--graph").code());
    assertEquals(2, run("--list", "-l", "web").code());
    assertEquals(2, run("--nonsense").code());
    assertEquals(2, new Run().start("inventory", "--list").code());

    Path broken = directory.resolve("broken.ini");
    Files.writeString(broken, "[web\n");
    Run unread = new Run().start("inventory", "-i", broken.toString(), "--list");
    assertEquals(0, unread.code());
    assertTrue(
        unread.err().startsWith("fleetcheck inventory: " + broken + ":1: malformed host range"),
        unread.err());

    Files.writeString(broken, "[web:children]\nall\n");
    assertEquals(1, new Run().start("inventory", "-i", broken.toString(), "--list").code());
    Files.writeString(broken, "h x={1}\n");
    assertEquals(250, new Run().start("inventory", "-i", broken.toString(), "--list").code());
    Files.createDirectories(directory.resolve("group_vars"));
    Files.writeString(directory.resolve("group_vars/web"), "- a\n");
    assertEquals(4, run("--list").code());
    assertEquals(0, run("--graph").code());
  }

  @Test
  void namesAVaultPasswordThatIsMissing() {
    Run run = run("--list", "--vault-id", "lab@" + directory.resolve("none"));
    assertEquals(1, run.code());
    assertTrue(run.err().contains("cannot be read"), run.err());
    assertEquals(1, run("--list", "-J").code());
    assertEquals(
        ExitCode.USAGE,
        new Run().start("audit", hosts, "--vault-password-file", "/none/password").code());
  }
}
