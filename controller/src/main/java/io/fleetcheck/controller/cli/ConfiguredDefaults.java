package io.fleetcheck.controller.cli;

import io.fleetcheck.playbooks.Config;
import io.fleetcheck.playbooks.Setting;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Gives an option of {@code audit} that the command line does not name the value that a
 * configuration file or variable sets. {@code --busy-limit} is the setting {@code busy_limit}. The
 * settings that are files are looked up where they are used: only there is it known whether the
 * command line names one.
 */
final class ConfiguredDefaults implements IDefaultValueProvider {
  private final Supplier<Config> load;
  private Optional<Config> config = Optional.empty();

  ConfiguredDefaults(Supplier<Config> load) {
    this.load = load;
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    return argument instanceof OptionSpec option && option.command().name().equals("audit")
        ? setting(option).flatMap(this::value).orElse(null)
        : null;
  }

  private static Optional<Setting> setting(OptionSpec option) {
    return Setting.of(option.longestName().replaceFirst("^--", "").replace('-', '_'))
        .filter(setting -> setting != Setting.STORE && setting != Setting.WAIVERS);
  }

  /** What is wrong with a configuration is told by the command, before it does anything. */
  private Optional<String> value(Setting setting) {
    if (config.isEmpty()) {
      config = Optional.of(load.get());
    }
    return config.get().problems().isEmpty() ? config.get().explicit(setting) : Optional.empty();
  }
}
