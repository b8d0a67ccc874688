package io.fleetcheck.inventory.document;

import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Timestamp;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** YAML's dates and times in the form of Python's {@code isoformat()}. */
final class YamlTimestamps {
  private static final Pattern PATTERN =
      Pattern.compile(
          "([0-9]{4})-([0-9][0-9]?)-([0-9][0-9]?)"
              + "(?:(?:[Tt]|[ \\t]+)([0-9][0-9]?):([0-9]{2}):([0-9]{2})(?:\\.([0-9]*))?"
              + "(?:[ \\t]*(Z|([-+])([0-9][0-9]?)(?::([0-9]{2}))?))?)?");

  private YamlTimestamps() {}

  /** Empty where there is no such date or time. */
  static Optional<Value> parse(String text) {
    Matcher matcher = PATTERN.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    try {
      LocalDate date = LocalDate.of(number(matcher, 1), number(matcher, 2), number(matcher, 3));
      String day =
          String.format(
              "%04d-%02d-%02d", date.getYear(), date.getMonthValue(), date.getDayOfMonth());
      if (date.getYear() == 0) {
        return Optional.empty();
      }
      return Optional.of(
          new Timestamp(
              matcher.group(4) == null ? day : day + "T" + time(matcher) + zone(matcher)));
    } catch (DateTimeException impossible) {
      return Optional.empty();
    }
  }

  private static String time(Matcher matcher) {
    LocalTime time = LocalTime.of(number(matcher, 4), number(matcher, 5), number(matcher, 6));
    String seconds =
        String.format("%02d:%02d:%02d", time.getHour(), time.getMinute(), time.getSecond());
    String digits = matcher.group(7) == null ? "" : matcher.group(7);
    String fraction = (digits + "000000").substring(0, 6);
    return fraction.equals("000000") ? seconds : seconds + "." + fraction;
  }

  private static String zone(Matcher matcher) {
    if (matcher.group(8) == null) {
      return "";
    }
    if (matcher.group(9) == null) {
      return "+00:00";
    }
    int minutes = number(matcher, 10) * 60 + (matcher.group(11) == null ? 0 : number(matcher, 11));
    if (minutes >= 24 * 60) {
      throw new DateTimeException("offset of a day or more");
    }
    String sign = minutes == 0 ? "+" : matcher.group(9);
    return String.format("%s%02d:%02d", sign, minutes / 60, minutes % 60);
  }

  private static int number(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group));
  }
}
