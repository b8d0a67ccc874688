package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.RunStore;
import io.fleetcheck.controller.run.StoreException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How people name a kept run: by its id, by what no other's id begins with, or by its age. */
final class RunName {
  static final String DESCRIPTION =
      "A run: its id, the beginning of it, latest, or latest~N for the Nth before that.";

  private static final Pattern AGE = Pattern.compile("latest(?:~(\\d{1,6}))?");

  private RunName() {}

  /** The run that is meant, as it was reported. */
  static AuditResult load(RunStore store, String name) throws UsageException, StoreException {
    String id = find(store, name);
    return store.load(id).orElseThrow(() -> new UsageException(id + ": was just removed"));
  }

  /**
   * @return the run's id
   * @throws UsageException where no run, or more than one, is meant
   */
  static String find(RunStore store, String name) throws UsageException, StoreException {
    List<String> ids = store.runs().stream().map(run -> run.head().id()).toList();
    Matcher age = AGE.matcher(name);
    if (age.matches()) {
      int back = age.group(1) == null ? 0 : Integer.parseInt(age.group(1));
      if (back >= ids.size()) {
        throw new UsageException(
            "%s: %s kept; fleetcheck history lists them"
                .formatted(name, ids.size() == 1 ? "1 run is" : ids.size() + " runs are"));
      }
      return ids.get(back);
    }
    if (ids.contains(name)) {
      return name;
    }
    List<String> meant = ids.stream().filter(id -> id.startsWith(name)).toList();
    if (meant.size() == 1 && !name.isEmpty()) {
      return meant.get(0);
    }
    throw new UsageException(
        meant.isEmpty() || name.isEmpty()
            ? "%s: no run is called so; fleetcheck history lists them".formatted(name)
            : "%s: may be %s".formatted(name, String.join(" or ", meant)));
  }
}
