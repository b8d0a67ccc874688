package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole command over this machine, which the inventory has under two names with a port and a
 * key each, and over a host that is down.
 */
@Timeout(300)
class SameMachineTest {
  private static final int USAGE = 2;

  private final List<RealSshd> sshds = new ArrayList<>();

  @TempDir private Path directory;
  private Path inventory = Path.of("/nonexistent");

  @BeforeEach
  void start() throws Exception {
    List<String> lines = new ArrayList<>(List.of("down ansible_host=127.0.0.1 ansible_port=1"));
    for (String name : List.of("one", "two")) {
      Path own = Files.createDirectory(directory.resolve(name));
      RealSshd sshd = RealSshd.start(own, List.of("ed25519"));
      sshds.add(sshd);
      lines.add(
          "%s ansible_host=127.0.0.1 ansible_port=%d ansible_ssh_private_key_file=%s"
                  .formatted(name, sshd.port(), own.resolve("id"))
              + " ansible_ssh_common_args='-F none -o UserKnownHostsFile=%s'"
                  .formatted(sshd.known("ed25519")));
    }
    inventory = Files.write(directory.resolve("hosts"), lines);
  }

  @AfterEach
  void stop() {
    sshds.forEach(RealSshd::close);
  }

  @Test
  void isAuditedOnceAndNotAskedAgainUnderItsOtherName() throws Exception {
    Map<String, String> outcomes = audit();
    assertEquals("unreachable", outcomes.remove("down"));
    assertEquals(List.of("answered", "same_machine"), outcomes.values().stream().sorted().toList());
    MainProcess none = run("--rerun=latest", "--where=skipped");
    assertEquals(USAGE, none.status());
    assertTrue(none.err().contains("no host of the inventory is skipped there"), none.err());
    assertEquals(Map.of("down", "unreachable"), audit("--rerun=latest", "--where=unreachable"));
  }

  /** What an earlier run found out about names does not hold for ever. */
  @Test
  void isAuditedUnderItsOtherNameWhereOnlyThatIsWanted() throws Exception {
    String other = "";
    for (Map.Entry<String, String> host : audit().entrySet()) {
      other = host.getValue().equals("same_machine") ? host.getKey() : other;
    }
    assertEquals(Map.of(other, "answered"), audit("--limit=" + other));
  }

  @Test
  void isAuditedUnderEachNameWhereThatIsWanted() throws Exception {
    assertEquals(
        Map.of("down", "unreachable", "one", "answered", "two", "answered"), audit("--every-name"));
  }

  /** Outcomes by the inventory's names. */
  private Map<String, String> audit(String... options) throws Exception {
    MainProcess main = run(options);
    JsonNode report = new ObjectMapper().readTree(main.out());
    Map<String, String> outcomes = new TreeMap<>();
    report
        .at("/hosts")
        .forEach(host -> outcomes.put(host.get("name").asText(), host.get("outcome").asText()));
    return outcomes;
  }

  private MainProcess run(String... options) throws Exception {
    List<String> words =
        new ArrayList<>(List.of("audit", "--mode=inspect", "--report=json", inventory.toString()));
    words.addAll(List.of(options));
    return MainProcess.run("", directory.resolve("runs.db").toString(), words);
  }
}
