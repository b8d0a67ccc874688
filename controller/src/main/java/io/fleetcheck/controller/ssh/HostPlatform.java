package io.fleetcheck.controller.ssh;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a runtime for a host has to be made for.
 *
 * @param architecture as {@code uname -m}; with {@code -32bit} behind it where programs are 32-bit
 * @param libc {@code glibc VERSION}, {@code musl} or {@code unknown}
 */
record HostPlatform(String architecture, String libc) {

  /**
   * @param text the architecture, a space, the libc
   */
  static HostPlatform parse(String text) {
    String[] words = text.split(" ", 2);
    // Part of a file name's pattern later, and whatever the host likes.
    String architecture = words[0].replaceAll("[^A-Za-z0-9_-]", "_");
    return new HostPlatform(architecture, words.length == 1 ? "unknown" : words[1]);
  }

  @Override
  public String toString() {
    return architecture + ", " + (libc.equals("unknown") ? "unknown C library" : libc);
  }

  /** A version of glibc. */
  record Glibc(int major, int minor) implements Comparable<Glibc> {
    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4}).*");

    /** 0.0 where the text is none. */
    static Glibc of(String text) {
      Matcher matcher = VERSION.matcher(text);
      return matcher.matches()
          ? new Glibc(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)))
          : new Glibc(0, 0);
    }

    @Override
    public int compareTo(Glibc other) {
      return major == other.major
          ? Integer.compare(minor, other.minor)
          : Integer.compare(major, other.major);
    }

    @Override
    public String toString() {
      return major + "." + minor;
    }
  }
}
