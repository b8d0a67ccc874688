package io.fleetcheck.playbooks;

import io.fleetcheck.playbooks.Waiver.Subject;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A {@code waivers.yml}:
 *
 * <pre>
 * waivers:
 *   - disk: naa.5000c50001234567
 *     reason: to be replaced
 *     owner: ada
 *     approver: bob
 *     expires: 2027-01-31
 * </pre>
 *
 * In place of {@code disk} a waiver may have {@code cause}, a mapping of at least one of vendor,
 * model, revision, driver and code. A date alone is the beginning of that day, UTC.
 */
public final class WaiverFile {
  private static final Set<String> KEYS =
      new TreeSet<>(Set.of("disk", "cause", "reason", "owner", "approver", "expires"));

  private static final Set<String> CAUSE =
      new TreeSet<>(Set.of("vendor", "model", "revision", "driver", "code"));

  private WaiverFile() {}

  /**
   * @param problems gets {@code file:line: what, expected what} for each thing that is wrong
   */
  public static List<Waiver> read(Path file, List<String> problems) {
    List<Waiver> waivers = new ArrayList<>();
    Fields.read(file, problems)
        .ifPresent(
            fields -> {
              fields.onlyKnow(Set.of("waivers"));
              for (Fields item : fields.list("waivers")) {
                waiver(item).ifPresent(waivers::add);
              }
            });
    return waivers;
  }

  private static Optional<Waiver> waiver(Fields fields) {
    fields.onlyKnow(KEYS);
    Optional<Subject> subject = subject(fields);
    Optional<String> reason = fields.required("reason");
    Optional<String> owner = fields.required("owner");
    Optional<String> approver = fields.required("approver");
    Optional<Instant> expires = fields.required("expires").flatMap(text -> expires(fields, text));
    if (subject.isEmpty()
        || reason.isEmpty()
        || owner.isEmpty()
        || approver.isEmpty()
        || expires.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Waiver(subject.get(), reason.get(), owner.get(), approver.get(), expires.get()));
  }

  private static Optional<Subject> subject(Fields fields) {
    if (fields.has("disk") == fields.has("cause")) {
      fields.problem("disk", "a waiver is about a disk or a cause", "one of the two");
      return Optional.empty();
    }
    if (fields.has("disk")) {
      return fields.required("disk").map(Subject.Disk::new);
    }
    return fields.inner("cause").flatMap(WaiverFile::cause);
  }

  private static Optional<Subject> cause(Fields fields) {
    fields.onlyKnow(CAUSE);
    Subject.Cause cause =
        new Subject.Cause(
            fields.text("vendor").orElse(""),
            fields.text("model").orElse(""),
            fields.text("revision").orElse(""),
            fields.text("driver").orElse(""),
            fields.text("code").orElse(""));
    if (cause.text().isEmpty()) {
      fields.problem("model", "a cause without anything would waive every disk", "a model");
      return Optional.empty();
    }
    return Optional.of(cause);
  }

  private static Optional<Instant> expires(Fields fields, String text) {
    try {
      return Optional.of(
          text.length() == "2027-01-31".length()
              ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
              : Instant.parse(text));
    } catch (DateTimeParseException e) {
      fields.problem("expires", "expires: " + text, "a time in UTC such as 2027-01-31T00:00:00Z");
      return Optional.empty();
    }
  }
}
