package io.fleetcheck.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptInventoryTest {
  private static final List<String> SCRIPTS =
      List.of(
          print(
              "{\"g\": [\"h1\", \"h[1:2]\", \"h:22\"], \"_meta\": {\"hostvars\": {\"h1\": {\"a\": 1}, \"x\": {}}}}"),
          print(
              "{\"g\": {\"hosts\": [\"h1\"], \"vars\": {\"v\": [1]}, \"children\": [\"c\"]}, \"_meta\": {\"hostvars\": {}}}"),
          print("{\"h1\": {}, \"h2\": {\"a\": 1}, \"_meta\": {\"hostvars\": {}}}"),
          print("{\"g\": {\"children\": \"ab\"}, \"_meta\": {\"hostvars\": {}}}"),
          print("{\"g\": {\"children\": {\"k\": 1}}, \"_meta\": {\"hostvars\": {}}}"),
          print("{\"g\": {\"hosts\": \"h1\"}}"),
          print("{\"g\": {\"hosts\": [1]}}"),
          print("{\"g\": {\"vars\": []}}"),
          print("{\"g\": null}"),
          print("{\"g\": [\"h1\"], \"_meta\": {\"hostvars\": []}}"),
          print("{\"g\": [\"h1\"], \"_meta\": {\"hostvars\": {\"h1\": 5}}}"),
          print("{\"g\": [\"h1\"], \"_meta\": []}"),
          print("{\"g\": [\"h1\"], \"_meta\": null}"),
          print("{\"g\": [\"h1\"], \"_meta\": 5}"),
          print("{\"g\": [\"h1\"], \"_meta\": \"\"}"),
          print("{\"g\": [\"h1\"], \"_meta\": \"a hostvars b\"}"),
          print("{\"g\": [\"h1\"], \"_meta\": [\"hostvars\"], \"x\": []}"),
          print("{\"g\": {\"vars\": {\"ansible_group_priority\": \"x\"}}}"),
          print("{\"\": [\"h1\"]}"),
          print("[]"),
          print("{}"),
          print("nonsense"),
          print(""),
          print("{\"a\": {\"children\": [\"b\"]}, \"b\": {\"children\": [\"a\"]}}"),
          "echo '{\"g\": [\"h1\"]}'; exit 1\n",
          "echo warned >&2; echo '{\"g\": [\"h1\"], \"_meta\": {\"hostvars\": {}}}'\n",
          "if [ $1 = --host ]; then echo '{\"n\": \"'$2'\"}'; else echo '{\"g\": [\"h1\", \"h2\"]}'; fi\n",
          "if [ $1 = --host ]; then echo 'n: 1'; else echo '{\"g\": [\"h1\"]}'; fi\n",
          "if [ $1 = --host ]; then :; else echo '{\"g\": [\"h1\"]}'; fi\n",
          "if [ $1 = --host ]; then echo '{\"n\": 1}'; exit 3; else echo '{\"g\": [\"h1\"]}'; fi\n",
          "printf '{\"g\": [\"h\\377\"]}'\n");

  @TempDir Path directory;

  private static String print(String json) {
    return "cat <<'END'\n" + json + "\nEND\n";
  }

  private InventoryPrinter.Printed ours(String script) throws IOException {
    Path file = directory.resolve("hosts.sh");
    Files.writeString(file, "#!/bin/sh\n" + script);
    assertTrue(file.toFile().setExecutable(true));
    InventoryContext context =
        InventoryContext.of(directory, directory, Map.of("PATH", "/usr/bin:/bin"));
    Inventory inventory =
        new InventoryLoader(context).loadWithoutVariableFiles(List.of("hosts.sh")).inventory();
    return new InventoryPrinter(inventory, context.vault(), false).list();
  }

  @Test
  void asksForHostsWhereTheListHasNoVariables() throws IOException {
    assertEquals(
        """
        {
            "_meta": {
                "hostvars": {
                    "h1": {
                        "n": "h1"
                    }
                }
            },
            "all": {
                "children": [
                    "ungrouped",
                    "g"
                ]
            },
            "g": {
                "hosts": [
                    "h1"
                ]
            }
        }
        """,
        ours("if [ $1 = --host ]; then echo '{\"n\": \"'$2'\"}'; else echo '{\"g\": [\"h1\"]}'; fi\n")
            .text());
  }

  @Test
  void readsWhatAnsibleReads() throws IOException {
    Optional<RealAnsible> real =
        RealAnsible.start(Files.createDirectories(directory.resolve("home")));
    if (real.isEmpty()) {
      String why = "SKIPPED: no ansible-core to compare with: apt-get install ansible-core";
      System.err.println(why);
      Assumptions.abort(why);
    }
    List<String> wrong = new ArrayList<>();
    try (RealAnsible ansible = real.orElseThrow()) {
      for (String script : SCRIPTS) {
        InventoryPrinter.Printed actual = ours(script);
        RealAnsible.Answer expected = ansible.run(directory, List.of("-i", "hosts.sh", "--list"));
        if (expected.exit() != actual.exit() || !expected.stdout().equals(actual.text())) {
          wrong.add(script + "gave " + actual + "\nnot " + expected);
        }
      }
    }
    assertEquals(List.of(), wrong, () -> String.join("\n", wrong));
  }
}
