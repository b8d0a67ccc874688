package io.fleetcheck.playbooks;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All settings, and where each comes from: the environment, the project's {@code fleetcheck.yml}
 * (in the working directory), the user's (in {@code $XDG_CONFIG_HOME/fleetcheck}), or the default,
 * the first that has it. The command line, which beats them all, is not here.
 *
 * @param problems a line for each thing that is wrong; where there are any the rest must not be
 *     used
 * @param warnings one line each
 */
public record Config(Map<Setting, Value> values, List<String> problems, List<String> warnings) {

  /**
   * @param origin the file or variable; {@code default} for none
   */
  public record Value(String text, String origin) {}

  private static final String DEFAULT = "default";
  private static final String NAME = "fleetcheck.yml";

  public Config {
    values = Map.copyOf(values);
    problems = List.copyOf(problems);
    warnings = List.copyOf(warnings);
  }

  public static Config load(Map<String, String> environment, Path directory, Path home) {
    List<String> problems = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    Map<Setting, Value> values = new EnumMap<>(Setting.class);
    for (Setting setting : Setting.values()) {
      values.put(setting, new Value(setting.defaultText(), DEFAULT));
    }
    Path user = configHome(environment, home).resolve("fleetcheck").resolve(NAME);
    Path project = directory.resolve(NAME);
    take(user, values, problems);
    if (Files.exists(project) && isForeign(directory)) {
      warnings.add("%s is ignored: everybody may write into its directory".formatted(project));
    } else {
      take(project, values, problems);
    }
    for (Setting setting : Setting.values()) {
      setting
          .variable()
          .ifPresent(
              variable -> {
                String text = environment.getOrDefault(variable, "");
                Optional<String> expected = setting.expected(text);
                if (text.isEmpty()) {
                  return;
                }
                if (expected.isPresent()) {
                  problems.add("%s=%s: expected %s".formatted(variable, text, expected.get()));
                }
                values.put(setting, new Value(text, variable));
              });
    }
    return new Config(values, problems, warnings);
  }

  public Value value(Setting setting) {
    return requireNonNull(values.get(setting));
  }

  /** What some file or variable sets; empty where it is the default. */
  public Optional<String> explicit(Setting setting) {
    return Optional.of(value(setting))
        .filter(value -> !value.origin().equals(DEFAULT))
        .map(Value::text);
  }

  public Thresholds thresholds() {
    return new Thresholds(
        decimal(Setting.SLOW_RATIO),
        decimal(Setting.OK_RATIO),
        decimal(Setting.FAST_RATIO),
        nanos(Setting.SLOW_EXCESS_MS),
        nanos(Setting.FELT_EXCESS_MS),
        decimal(Setting.QUIET_LOW),
        decimal(Setting.QUIET_HIGH),
        Integer.parseInt(value(Setting.MIN_PAIRS).text()));
  }

  /** These settings over the ones here. */
  public Config with(Map<Setting, String> settings, String origin) {
    Map<Setting, Value> all = new EnumMap<>(values);
    settings.forEach((setting, text) -> all.put(setting, new Value(text, origin)));
    return new Config(all, problems, warnings);
  }

  private double decimal(Setting setting) {
    return Double.parseDouble(value(setting).text());
  }

  private long nanos(Setting millis) {
    return Math.round(decimal(millis) * 1e6);
  }

  private static void take(Path file, Map<Setting, Value> values, List<String> problems) {
    if (Files.exists(file)) {
      ConfigFile.read(file, problems)
          .forEach((setting, text) -> values.put(setting, new Value(text, file.toString())));
    }
  }

  /** XDG base directories; a relative one is ignored, as the specification has it. */
  private static Path configHome(Map<String, String> environment, Path home) {
    String set = environment.getOrDefault("XDG_CONFIG_HOME", "");
    return set.startsWith("/") ? Path.of(set) : home.resolve(".config");
  }

  /** A directory into which anybody could have put a file, as Ansible has it for ansible.cfg. */
  private static boolean isForeign(Path directory) {
    try {
      return Files.getPosixFilePermissions(directory.toAbsolutePath())
          .contains(PosixFilePermission.OTHERS_WRITE);
    } catch (IOException | UnsupportedOperationException e) {
      return true;
    }
  }
}
