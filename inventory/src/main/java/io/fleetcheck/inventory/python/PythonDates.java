package io.fleetcheck.inventory.python;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How Python shows dates and times within other values. */
final class PythonDates {
  private static final Pattern ISO =
      Pattern.compile(
          "(\\d+)-(\\d+)-(\\d+)(?:[T ](\\d+):(\\d+):(\\d+)(?:\\.(\\d{6}))?"
              + "(?:([+-])(\\d+):(\\d+))?)?");
  private static final int DAY = 86_400;

  private PythonDates() {}

  /** {@code repr()} of what has this {@code isoformat()}. */
  static String repr(String iso) {
    Matcher parts = ISO.matcher(iso);
    if (!parts.matches()) {
      return iso;
    }
    List<String> arguments = new ArrayList<>();
    for (int part = 1; part <= 5; part++) {
      add(parts.group(part), true, arguments);
    }
    boolean fraction = parts.group(7) != null;
    add(parts.group(6), fraction, arguments);
    add(parts.group(7), false, arguments);
    if (parts.group(8) != null) {
      arguments.add("tzinfo=" + zone(parts));
    }
    return (parts.group(4) == null ? "datetime.date(" : "datetime.datetime(")
        + String.join(", ", arguments)
        + ")";
  }

  private static void add(String digits, boolean alsoZero, List<String> arguments) {
    if (digits != null && (alsoZero || Integer.parseInt(digits) != 0)) {
      arguments.add(Integer.toString(Integer.parseInt(digits)));
    }
  }

  private static String zone(Matcher parts) {
    int offset = 3600 * Integer.parseInt(parts.group(9)) + 60 * Integer.parseInt(parts.group(10));
    if (offset == 0) {
      return "datetime.timezone.utc";
    }
    String delta = parts.group(8).equals("+") ? "" : "days=-1, ";
    int seconds = parts.group(8).equals("+") ? offset : DAY - offset;
    return "datetime.timezone(datetime.timedelta(" + delta + "seconds=" + seconds + "))";
  }
}
