package io.fleetcheck.playbooks;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A {@code fleetcheck.yml}. */
public final class ConfigFile {
  private static final String THRESHOLDS = "thresholds";

  private ConfigFile() {}

  /**
   * What the file sets, as texts of the right form. A file of waivers is named from here on by its
   * absolute path.
   *
   * @param problems gets {@code file:line: what, expected what} for each thing that is wrong
   */
  public static Map<Setting, String> read(Path file, List<String> problems) {
    Map<Setting, String> settings = new EnumMap<>(Setting.class);
    Fields.read(file, problems)
        .ifPresent(
            fields -> {
              fields.onlyKnow(keys(""));
              read(fields, "", settings);
              fields
                  .inner(THRESHOLDS)
                  .ifPresent(
                      inner -> {
                        inner.onlyKnow(keys(THRESHOLDS + "."));
                        read(inner, THRESHOLDS + ".", settings);
                      });
            });
    settings.computeIfPresent(
        Setting.WAIVERS,
        (setting, text) -> file.toAbsolutePath().resolveSibling(text).normalize().toString());
    return settings;
  }

  private static void read(Fields fields, String prefix, Map<Setting, String> settings) {
    for (Setting setting : Setting.values()) {
      String key = setting.key().substring(setting.key().indexOf('.') + 1);
      if (setting.key().equals(prefix + key)) {
        fields
            .text(key)
            .ifPresent(
                text -> {
                  if (setting.expected(text).isPresent()) {
                    fields.problem(key, key + ": " + text, setting.expected(text).get());
                  } else {
                    settings.put(setting, text);
                  }
                });
      }
    }
  }

  /** The keys of a mapping, without its prefix. */
  private static Set<String> keys(String prefix) {
    Set<String> keys = new LinkedHashSet<>();
    for (Setting setting : Setting.values()) {
      if (setting.key().startsWith(prefix)) {
        String rest = setting.key().substring(prefix.length());
        keys.add(rest.replaceFirst("\\..*", ""));
      }
    }
    return keys;
  }
}
