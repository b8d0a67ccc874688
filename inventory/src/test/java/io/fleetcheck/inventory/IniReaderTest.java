package io.fleetcheck.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.inventory.python.PythonRepr;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IniReaderTest {
  @TempDir Path directory;

  private LoadedInventory load(String text) throws IOException {
    Files.writeString(directory.resolve("hosts.ini"), text);
    return new InventoryLoader(InventoryContext.of(directory, directory, Map.of()))
        .load(List.of("hosts.ini"));
  }

  private static String variables(LoadedInventory loaded, String host) throws InvalidSource {
    return PythonRepr.repr(loaded.inventory().variables(host).toMapping());
  }

  @Test
  void readsHostsGroupsChildrenAndVariables() throws Exception {
    LoadedInventory loaded =
        load(
            """
            lone port=1 # comment
            [web]
            web[01:03].example.com color='b c' n="[1,'x']"
            [all:vars]
            color=red
            depth = 0x10  # sixteen
            [prod:children]
            web
            db
            [db]
            db1:2222 ansible_user=ops
            """);

    assertEquals(List.of(), loaded.problems());
    Inventory inventory = loaded.inventory();
    assertEquals(
        List.of("lone", "web01.example.com", "web02.example.com", "web03.example.com", "db1"),
        inventory.hosts());
    assertEquals(
        "{'color': 'b c', 'depth': 16, 'n': [1, 'x']}", variables(loaded, "web02.example.com"));
    assertEquals(
        "{'color': 'red', 'depth': 16, 'ansible_port': 2222, 'ansible_user': 'ops'}",
        variables(loaded, "db1"));
    assertEquals(List.of("web", "db"), inventory.group("prod").orElseThrow().children());
    assertEquals(
        List.of("web03.example.com"), inventory.hosts("prod:!web01*", Optional.of("~.*3")).hosts());
  }

  @Test
  void namesFileAndLineOfAProblem() throws IOException {
    LoadedInventory loaded = load("[web]\nw1\nw2 novalue\n");

    assertEquals(
        List.of("hosts.ini:3: host variable without a value, 'novalue', expected name=value"),
        loaded.problems().stream().map(Problem::toString).toList());
    assertTrue(!loaded.isComplete());
  }

  @Test
  void saysWhatToDoWithWhatIsNotRead() throws IOException {
    Files.writeString(directory.resolve("aws.yml"), "plugin: amazon.aws.aws_ec2\n");
    Files.writeString(directory.resolve("x.toml"), "[web.vars]\nkey = \"v\"\n");
    Files.writeString(directory.resolve("list.json"), "{\"web\": {\"hosts\": [\"h\"]}}");
    InventoryContext context = InventoryContext.of(directory, directory, Map.of());
    LoadedInventory loaded =
        new InventoryLoader(context).load(List.of("aws.yml", "x.toml", "list.json"));
    assertEquals(
        List.of(
            "aws.yml: configuration of an inventory plugin, expected an inventory: plugins are not"
                + " run; ansible-inventory -i aws.yml --list --yaml > hosts.yml makes one",
            "x.toml: TOML is not read, expected INI, YAML or JSON; ansible-inventory -i x.toml"
                + " --list --yaml > hosts.yml makes YAML of it"),
        loaded.problems().stream()
            .filter(problem -> problem.severity() != Problem.Severity.WARNING)
            .map(Problem::toString)
            .limit(2)
            .toList());
    assertTrue(loaded.problems().toString().contains("lists are for what scripts print"));
  }

  /** The empty name is the working directory, in which variables of the environment stand, too. */
  @Test
  void expandsNamesOfSources() throws IOException {
    Files.createDirectories(directory.resolve("inv"));
    Files.writeString(directory.resolve("inv/hosts"), "h1\n");
    InventoryContext context =
        InventoryContext.of(directory.resolve("inv"), directory, Map.of("WHERE", "hosts"));
    for (String source : List.of("", "$WHERE", "${WHERE}", "~/inv", "./$WHERE", "h1,$NONE")) {
      List<String> hosts = new InventoryLoader(context).load(List.of(source)).inventory().hosts();
      assertEquals("h1", hosts.get(0), source);
    }
    String unset = new InventoryLoader(context).load(List.of("$NONE")).problems().toString();
    assertTrue(unset.contains("$NONE: does not exist"), unset);
  }

  @Test
  void connectsAsTheVariablesSay() throws IOException {
    LoadedInventory loaded =
        load(
            """
            h1 ansible_host=10.0.0.1 ansible_port=2222 ansible_ssh_common_args='-J me@gate:22 -o X=1'
            h2 ansible_port=no
            """);
    ConnectionSettingsReader reader =
        new ConnectionSettingsReader(
            loaded.inventory(),
            InventoryContext.of(directory, directory, Map.of()),
            ConnectionOptions.none());

    HostConnection.Usable first = assertInstanceOf(HostConnection.Usable.class, reader.read("h1"));
    assertEquals("10.0.0.1", first.settings().address());
    assertEquals(2222, first.settings().port().orElseThrow());
    assertEquals("gate", first.settings().jumps().get(0).host());
    assertEquals(1, first.warnings().size());
    assertInstanceOf(HostConnection.Unusable.class, reader.read("h2"));
  }
}
