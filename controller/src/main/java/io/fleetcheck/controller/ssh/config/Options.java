package io.fleetcheck.controller.ssh.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Options of ssh_config(5) for one host. Of an option that is given twice the first counts. */
final class Options {
  /** Each adds to those before. */
  private static final Set<String> ADDING = Set.of("identityfile", "certificatefile");

  private static final Set<String> LISTS = Set.of("userknownhostsfile", "globalknownhostsfile");

  private final Map<String, List<Value>> values = new HashMap<>();

  /**
   * What is behind a keyword.
   *
   * @param text as it is written
   * @param words without their quotes
   */
  record Value(String text, List<String> words) {
    Value {
      words = List.copyOf(words);
    }

    /** As {@code ssh -G} prints it: without quotes, so that only in lists blanks separate. */
    static Value printed(String keyword, String text) {
      return new Value(
          text, LISTS.contains(keyword) ? List.of(text.strip().split("\\s+")) : List.of(text));
    }
  }

  void add(String keyword, Value value) {
    String key = keyword.toLowerCase(Locale.ROOT);
    List<Value> before = values.computeIfAbsent(key, none -> new ArrayList<>());
    if (before.isEmpty() || ADDING.contains(key)) {
      before.add(value);
    }
  }

  void forget(String keyword) {
    values.remove(keyword);
  }

  private Optional<Value> value(String keyword) {
    return values.getOrDefault(keyword, List.of()).stream().findFirst();
  }

  /** As it is written, with blanks; empty where it is not given. */
  Optional<String> text(String keyword) {
    return value(keyword).map(Value::text);
  }

  /** The first word of each time that the option is given. */
  List<String> all(String keyword) {
    return values.getOrDefault(keyword, List.of()).stream()
        .flatMap(value -> value.words().stream().limit(1))
        .toList();
  }

  Optional<String> word(String keyword) {
    return value(keyword).flatMap(value -> value.words().stream().findFirst());
  }

  /** The same for what {@code none} switches off. */
  Optional<String> wordButNone(String keyword) {
    return word(keyword).filter(word -> !word.equalsIgnoreCase("none"));
  }

  List<String> words(String keyword) {
    return value(keyword).map(Value::words).orElse(List.of());
  }

  Optional<Boolean> truth(String keyword) {
    return word(keyword).map(word -> Set.of("yes", "true").contains(word.toLowerCase(Locale.ROOT)));
  }

  /** Empty for what is no number in these bounds, too: such as {@code none}. */
  OptionalInt number(String keyword, int least, int most) {
    Optional<String> word = word(keyword).filter(digits -> digits.matches("[0-9]{1,9}"));
    return word.map(Integer::parseInt).filter(n -> n >= least && n <= most).stream()
        .mapToInt(n -> n)
        .findFirst();
  }
}
