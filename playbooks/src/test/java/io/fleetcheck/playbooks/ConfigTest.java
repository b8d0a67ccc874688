package io.fleetcheck.playbooks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigTest {
  @TempDir Path directory;

  private final Map<String, String> environment = new HashMap<>();

  @Test
  void everySettingHasADefaultOfItsForm() {
    Config config = load();
    assertEquals(List.of(), config.problems());
    for (Setting setting : Setting.values()) {
      Config.Value value = config.value(setting);
      assertEquals("default", value.origin());
      assertEquals(Optional.empty(), config.explicit(setting));
      if (!value.text().isEmpty()) {
        assertEquals(Optional.empty(), setting.expected(value.text()), setting.key());
      }
    }
    assertEquals(Thresholds.DEFAULT, config.thresholds());
  }

  @Test
  void environmentBeatsProjectBeatsUser() throws IOException {
    user("forks: 1\nbudget: 1\nmode: file\nthresholds:\n  slow_ratio: 1.25\n");
    project("forks: 2\nbudget: 2\n");
    environment.put("FLEETCHECK_FORKS", "3");
    Config config = load();
    assertEquals(List.of(), config.problems());
    assertEquals(new Config.Value("3", "FLEETCHECK_FORKS"), config.value(Setting.FORKS));
    assertEquals(
        new Config.Value("2", project().resolve("fleetcheck.yml").toString()),
        config.value(Setting.BUDGET));
    assertEquals(new Config.Value("file", userFile().toString()), config.value(Setting.MODE));
    assertEquals(1.25, config.thresholds().slowRatio());
    assertEquals(2.0, config.thresholds().okRatio());
  }

  @Test
  void tellsEverythingThatIsWrongWithItsLine() throws IOException {
    project(
        """
        forks: many
        colour: blue
        thresholds:
          slow_ratio: 0.5
          slow: 1
        mode: [inspect]
        """);
    environment.put("FLEETCHECK_BUDGET", "0");
    String file = project().resolve("fleetcheck.yml").toString();
    assertEquals(
        List.of(
            file
                + ":2: colour is not known, expected one of forks, mode, busy_limit, budget,"
                + " budget_mib, deadline, store, waivers, thresholds",
            file + ":1: forks: many, expected a whole number from 1 to 5000",
            file + ":6: mode has no plain value, expected one value",
            file
                + ":5: slow is not known, expected one of slow_ratio, ok_ratio, fast_ratio,"
                + " slow_excess_ms, felt_excess_ms, quiet_low, quiet_high, min_pairs",
            file + ":4: slow_ratio: 0.5, expected a number from 1 to 1000",
            "FLEETCHECK_BUDGET=0: expected a whole number from 1 to 86400"),
        load().problems());
  }

  @Test
  void saysWhereAFileIsNoYaml() throws IOException {
    project("forks: 1\nmode: [inspect\n");
    List<String> problems = load().problems();
    assertEquals(1, problems.size());
    String file = project().resolve("fleetcheck.yml").toString();
    assertEquals(true, problems.get(0).startsWith(file + ":3: not YAML: "), problems.get(0));
  }

  @Test
  void readsNoTwoValuesOfOneKey() throws IOException {
    project("forks: 1\nforks: 2\n");
    String file = project().resolve("fleetcheck.yml").toString();
    assertEquals(List.of(file + ":2: forks stands here twice"), load().problems());
  }

  @Test
  void ignoresAProjectThatEverybodyMayWriteTo() throws IOException {
    project("forks: 2\n");
    Files.setPosixFilePermissions(project(), PosixFilePermissions.fromString("rwxrwxrwx"));
    Config config = load();
    assertEquals("50", config.value(Setting.FORKS).text());
    assertEquals(
        List.of(
            project().resolve("fleetcheck.yml")
                + " is ignored: everybody may write into its directory"),
        config.warnings());
  }

  @Test
  void waiversAreRelativeToTheFileThatNamesThem() throws IOException {
    user("waivers: ../waivers.yml\n");
    assertEquals(
        directory.resolve("home/.config/waivers.yml").toString(),
        load().value(Setting.WAIVERS).text());
  }

  @Test
  void anEmptyFileSetsNothing() throws IOException {
    project("# nothing yet\n");
    assertEquals(List.of(), load().problems());
  }

  @Test
  void aFileOfThresholdsGoesOverTheRest() throws IOException {
    Path strict =
        Files.writeString(directory.resolve("strict.yml"), "thresholds: {slow_ratio: 1.2}\n");
    List<String> problems = new ArrayList<>();
    Config config = load().with(ConfigFile.read(strict, problems), "strict.yml");
    assertEquals(List.of(), problems);
    assertEquals(1.2, config.thresholds().slowRatio());
    ConfigFile.read(directory.resolve("none.yml"), problems);
    assertEquals(List.of(directory.resolve("none.yml") + ": there is no such file"), problems);
  }

  private Config load() {
    return Config.load(environment, project(), directory.resolve("home"));
  }

  private Path project() {
    return directory.resolve("project");
  }

  private Path userFile() {
    return directory.resolve("home/.config/fleetcheck/fleetcheck.yml");
  }

  private void project(String text) throws IOException {
    Files.createDirectories(project());
    Files.writeString(project().resolve("fleetcheck.yml"), text);
  }

  private void user(String text) throws IOException {
    Files.createDirectories(userFile().getParent());
    Files.writeString(userFile(), text);
  }
}
