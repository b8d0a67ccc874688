package io.fleetcheck.controller.verdict;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first two numbers of {@code uname -r}: all that the rules ask of a kernel. */
record KernelVersion(int major, int minor) {
  private static final Pattern RELEASE = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})(?!\\d).*");

  /** Empty where the text does not begin with two numbers. */
  static Optional<KernelVersion> parse(String release) {
    Matcher matcher = RELEASE.matcher(release.strip());
    return matcher.matches()
        ? Optional.of(
            new KernelVersion(
                Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  boolean isBefore(int otherMajor, int otherMinor) {
    return major < otherMajor || (major == otherMajor && minor < otherMinor);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
