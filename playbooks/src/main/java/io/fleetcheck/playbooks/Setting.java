package io.fleetcheck.playbooks;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a {@code fleetcheck.yml} can set; each has a default. */
public enum Setting {
  FORKS("forks", "50", Form.whole(1, 5000), "how many hosts are worked on at once"),
  MODE(
      "mode", "extent", Form.oneOf("inspect", "file", "extent"), "the most that a probe may write"),
  BUSY_LIMIT("busy_limit", "50", Form.whole(0, 100), "percent; busier disks are left alone"),
  BUDGET("budget", "15", Form.whole(1, 86_400), "seconds that one disk may cost"),
  BUDGET_MIB("budget_mib", "192", Form.whole(1, 1 << 20), "MiB that one disk's probe may write"),
  DEADLINE("deadline", "1800", Form.whole(1, 86_400), "seconds that one host may cost"),
  STORE("store", "", Form.text(), "where runs are kept: a file, jdbc:postgresql:..., or none"),
  WAIVERS("waivers", "", Form.text(), "a file with waivers, relative to this one"),
  SLOW_RATIO(
      "thresholds.slow_ratio",
      "1.5",
      Form.decimal(1, 1000),
      "slow where the ratio's interval begins here or above"),
  OK_RATIO(
      "thresholds.ok_ratio",
      "2.0",
      Form.decimal(1, 1000),
      "fine where the ratio's interval ends here or below"),
  FAST_RATIO(
      "thresholds.fast_ratio",
      "0.8",
      Form.decimal(0, 1),
      "faster than writing where 1 MiB's interval ends below"),
  SLOW_EXCESS_MS(
      "thresholds.slow_excess_ms",
      "0.5",
      Form.decimal(0, 10_000),
      "how much longer zeroing must take to matter"),
  FELT_EXCESS_MS(
      "thresholds.felt_excess_ms",
      "1",
      Form.decimal(0, 10_000),
      "how much longer a small preallocated write must take to be felt"),
  QUIET_LOW(
      "thresholds.quiet_low",
      "0.8",
      Form.decimal(0, 1),
      "too noisy where writing over writing lies wholly below"),
  QUIET_HIGH(
      "thresholds.quiet_high",
      "1.25",
      Form.decimal(1, 1000),
      "too noisy where writing over writing lies wholly above"),
  MIN_PAIRS("thresholds.min_pairs", "8", Form.whole(8, 32), "fewer pairs decide nothing");

  private final String key;
  private final String defaultText;

  @SuppressWarnings("ImmutableEnumChecker") // A record of values.
  private final Form form;

  private final String description;

  Setting(String key, String defaultText, Form form, String description) {
    this.key = key;
    this.defaultText = defaultText;
    this.form = form;
    this.description = description;
  }

  /** As the file spells it; a dot stands for a mapping within the mapping. */
  public String key() {
    return key;
  }

  public String defaultText() {
    return defaultText;
  }

  public String description() {
    return description;
  }

  /** In the environment; thresholds have none, since a verdict must not hang on a shell. */
  public Optional<String> variable() {
    return key.contains(".")
        ? Optional.empty()
        : Optional.of("FLEETCHECK_" + key.toUpperCase(Locale.ROOT));
  }

  /** What the text should have been, where it will not do. */
  public Optional<String> expected(String text) {
    return form.matches(text) ? Optional.empty() : Optional.of(form.expected());
  }

  public static Optional<Setting> of(String key) {
    return Arrays.stream(values()).filter(setting -> setting.key.equals(key)).findFirst();
  }

  private enum Kind {
    WHOLE,
    DECIMAL,
    WORD,
    TEXT
  }

  /**
   * The form of a value.
   *
   * @param words allowed, with blanks between them
   */
  private record Form(Kind kind, double least, double most, String words) {

    static Form whole(long least, long most) {
      return new Form(Kind.WHOLE, least, most, "");
    }

    static Form decimal(double least, double most) {
      return new Form(Kind.DECIMAL, least, most, "");
    }

    static Form oneOf(String... words) {
      return new Form(Kind.WORD, 0, 0, String.join(" ", words));
    }

    static Form text() {
      return new Form(Kind.TEXT, 0, 0, "");
    }

    boolean matches(String text) {
      return switch (kind) {
        case WHOLE -> text.matches("\\d{1,9}") && isInside(text);
        case DECIMAL -> text.matches("\\d{1,9}(\\.\\d{1,9})?") && isInside(text);
        case WORD -> List.of(words.split(" ", -1)).contains(text);
        case TEXT -> !text.isBlank();
      };
    }

    private boolean isInside(String number) {
      double value = Double.parseDouble(number);
      return value >= least && value <= most;
    }

    String expected() {
      return switch (kind) {
        case WHOLE -> "a whole number from %d to %d".formatted((long) least, (long) most);
        case DECIMAL -> "a number from %d to %d".formatted((long) least, (long) most);
        case WORD -> words.replace(" ", " or ");
        case TEXT -> "text";
      };
    }
  }
}
