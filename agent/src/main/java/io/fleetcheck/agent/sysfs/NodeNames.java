package io.fleetcheck.agent.sysfs;

import java.util.Comparator;

/** The kernel's names of devices. */
final class NodeNames {
  /** The order of people: sda, sdb, sdaa; dm-2 before dm-10. */
  static final Comparator<String> ORDER = NodeNames::compare;

  private NodeNames() {}

  /** Sysfs cannot have a slash in a name and shows {@code !}. */
  static String ofSysfs(String name) {
    return name.replace('!', '/');
  }

  static String inSysfs(String name) {
    return name.replace('/', '!');
  }

  /** Whether a name is the prefix and a number, and nothing else. */
  static boolean isNumbered(String name, String prefix) {
    if (!name.startsWith(prefix) || name.length() == prefix.length()) {
      return false;
    }
    for (int i = prefix.length(); i < name.length(); i++) {
      if (!isDigit(name.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static int compare(String left, String right) {
    int l = 0;
    int r = 0;
    while (l < left.length() && r < right.length()) {
      int leftEnd = runEnd(left, l);
      int rightEnd = runEnd(right, r);
      String leftRun = left.substring(l, leftEnd);
      String rightRun = right.substring(r, rightEnd);
      int order = compareRuns(leftRun, rightRun);
      if (order != 0) {
        return order;
      }
      l = leftEnd;
      r = rightEnd;
    }
    int rest = Integer.compare(left.length() - l, right.length() - r);
    return rest != 0 ? rest : left.compareTo(right);
  }

  private static int compareRuns(String left, String right) {
    boolean sameFamily =
        left.length() > 1 && right.length() > 1 && left.startsWith(right.substring(0, 2));
    boolean numbers = isDigit(left.charAt(0)) && isDigit(right.charAt(0));
    if ((sameFamily || numbers) && left.length() != right.length()) {
      return Integer.compare(left.length(), right.length());
    }
    return left.compareTo(right);
  }

  private static int runEnd(String text, int start) {
    boolean digits = isDigit(text.charAt(start));
    int end = start + 1;
    while (end < text.length() && isDigit(text.charAt(end)) == digits) {
      end++;
    }
    return end;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
