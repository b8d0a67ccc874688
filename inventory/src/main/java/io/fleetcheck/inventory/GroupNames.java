package io.fleetcheck.inventory;

import java.util.Optional;
import java.util.regex.Pattern;

/** Names of groups: anything goes, but not everything can be a variable's name in a playbook. */
final class GroupNames {
  private static final Pattern VALID = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");

  private GroupNames() {}

  static Optional<Problem> warning(String name, Place place) {
    return VALID.matcher(name).matches()
        ? Optional.empty()
        : Optional.of(
            Problem.warning(
                place,
                "group name with characters that variables cannot have",
                Excerpt.of(name),
                "letters, digits and _"));
  }
}
