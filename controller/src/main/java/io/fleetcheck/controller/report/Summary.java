package io.fleetcheck.controller.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.Told;
import io.fleetcheck.controller.verdict.Level;
import io.fleetcheck.controller.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What stands below the table: causes, the honest denominators, what was changed and left, and what
 * to do next.
 */
final class Summary {
  /** More disks of one kind than this are counted, not named; reports for programs name all. */
  private static final int NAMED = 8;

  /** Of one code; more differ by numbers only. */
  private static final int REASONS = 3;

  private static final int INDENT = 10;

  private static final String ANSWERED = new HostOutcome.Answered().text();

  private final Style style;
  private final AuditResult result;
  private final List<DiskRow> rows;
  private final List<String> notes;
  private final Counts counts;
  private final List<String> lines = new ArrayList<>();

  Summary(Style style, AuditResult result, List<DiskRow> rows, List<String> notes) {
    this.style = style;
    this.result = result;
    this.rows = rows;
    this.notes = notes;
    this.counts = Counts.of(result);
  }

  List<String> lines() {
    causes();
    hosts();
    disks();
    notDone();
    changes();
    remarks();
    next();
    return lines;
  }

  /** Of findings; unknown disks are told by what is missing. */
  private void causes() {
    List<String> findings =
        DiskRow.causes(rows).stream()
            .filter(cause -> cause.level() != Level.UNKNOWN)
            .map(cause -> Text.printable(cause.sentence() + hosts(cause.hosts())))
            .toList();
    if (!findings.isEmpty()) {
      head("Causes", findings.get(0));
      findings.stream().skip(1).forEach(this::item);
    }
  }

  private static String hosts(List<String> names) {
    return names.size() == 1 ? " (" + names.get(0) + ")" : " (" + names.size() + " hosts)";
  }

  private void hosts() {
    String outcomes =
        counts.outcomes().entrySet().stream()
            .filter(entry -> !entry.getKey().equals(ANSWERED))
            .map(entry -> ", " + entry.getValue() + " " + words(entry.getKey()))
            .collect(joining());
    head(
        "Hosts",
        "%d targeted: %d answered%s%s"
            .formatted(counts.hosts(), counts.answered(), outcomes, aborted()));
    for (HostResult host : result.hosts()) {
      if (!(host.outcome() instanceof HostOutcome.Answered)) {
        HostOutcome outcome = host.outcome();
        String stage = outcome.at().map(at -> " at " + words(at.text())).orElse("");
        item(host.name() + ": " + words(outcome.text()) + stage + ": " + outcome.detail());
      } else if (host.verdicts().isEmpty()) {
        item(host.name() + ": answered, and has no disks");
      }
    }
  }

  private static String words(String code) {
    return code.replace('_', ' ');
  }

  private String aborted() {
    return result.aborted() ? "; ABORTED before the end" : "";
  }

  private void disks() {
    String levels =
        counts.levels().entrySet().stream()
            .filter(entry -> entry.getValue() > 0)
            .sorted(Map.Entry.<Level, Long>comparingByKey().reversed())
            .map(entry -> entry.getValue() + " " + Style.word(entry.getKey()))
            .collect(joining(", "));
    String waived = counts.waived() > 0 ? " (" + counts.waived() + " waived)" : "";
    head("Disks", counts.disks() + " found" + (levels.isEmpty() ? "" : ": " + levels) + waived);
    rows.stream()
        .filter(row -> row.verdict().level() == Level.UNKNOWN)
        .collect(groupingBy(row -> row.verdict().code(), LinkedHashMap::new, toList()))
        .forEach(this::unknown);
    for (DiskRow row : rows) {
      row.verdict()
          .waiver()
          .ifPresent(
              waiver ->
                  item(
                      "waived, %s until %s by %s: %s"
                          .formatted(
                              name(row), waiver.expires(), waiver.approver(), waiver.reason())));
    }
  }

  /** Each reason with its disks; of many, one for all. */
  private void unknown(String code, List<DiskRow> disks) {
    Map<String, List<DiskRow>> sentences =
        disks.stream()
            .collect(groupingBy(row -> row.verdict().sentence(), LinkedHashMap::new, toList()));
    if (sentences.size() <= REASONS) {
      sentences.forEach(
          (sentence, alike) -> item("unknown, %s: %s: %s".formatted(code, names(alike), sentence)));
    } else {
      DiskRow first = disks.get(0);
      item(
          "unknown, %s: %s; %s, for one: %s (-v tells the others)"
              .formatted(code, names(disks), name(first), first.verdict().sentence()));
    }
  }

  private static String names(List<DiskRow> disks) {
    return some(disks.stream().map(Summary::name).toList());
  }

  private static String name(DiskRow row) {
    return row.host() + " " + row.disk().name();
  }

  private static String some(List<String> all) {
    int more = all.size() - NAMED;
    String named = String.join(", ", all.subList(0, Math.min(all.size(), NAMED)));
    return more > 0 ? named + " and " + more + " more" : named;
  }

  /** What was not measured on disks that have a verdict all the same. */
  private void notDone() {
    Map<String, List<String>> reasons = new LinkedHashMap<>();
    for (DiskRow row : rows) {
      if (row.verdict().level() != Level.UNKNOWN) {
        for (Refusal refusal : row.refusals()) {
          String what =
              refusal.mode().name().toLowerCase(Locale.ROOT) + ", " + refusal.reason().code();
          String where = "%s %s (%s: %s)";
          reasons
              .computeIfAbsent(what, any -> new ArrayList<>())
              .add(
                  where.formatted(
                      row.host(), row.disk().name(), refusal.where(), refusal.detail()));
        }
      }
    }
    if (!reasons.isEmpty()) {
      head(
          "Not done", "measurements that were refused on disks with a verdict, by mode and reason");
      reasons.forEach((what, disks) -> item(what + ": " + some(disks)));
    }
  }

  /** A setting that another hand, or udev, changed meanwhile is never kept silent. */
  private void changes() {
    List<String> changes = new ArrayList<>();
    for (DiskRow row : rows) {
      for (DiskRow.SettingChange change : row.settingChanges()) {
        changes.add(
            "%s %s: %s was %s, is %s"
                .formatted(
                    row.host(),
                    row.disk().name(),
                    change.setting(),
                    change.before(),
                    change.after()));
      }
    }
    if (!changes.isEmpty()) {
      head("Changed", "kernel settings that differ after the probe");
      changes.forEach(this::item);
    }
  }

  /** What a host remarked. */
  static List<String> notes(String host, Told told) {
    List<String> notes = new ArrayList<>();
    for (Event event : told.events()) {
      if (event instanceof Event.Warning warning) {
        notes.add(host + ": " + warning.text());
      } else if (event instanceof Event.Done done) {
        done.leftBehind()
            .forEach(
                left ->
                    notes.add(host + ": removed what an earlier, killed run had left: " + left));
      }
    }
    return notes;
  }

  private void remarks() {
    if (!notes.isEmpty()) {
      head("Notes", Text.count(notes.size(), "remark") + " from the hosts");
      notes.forEach(this::item);
    }
  }

  private void next() {
    List<String> codes =
        rows.stream()
            .map(DiskRow::verdict)
            .filter(v -> v.level() != Level.OK)
            .sorted((a, b) -> b.level().compareTo(a.level()))
            .map(Verdict::code)
            .distinct()
            .toList();
    if (!codes.isEmpty()) {
      head("Next", "what each code means and what to do:");
      codes.forEach(code -> item("fleetcheck explain " + code));
    } else if (counts.answered() + counts.sameMachine() < counts.hosts()) {
      head("Next", "audit the hosts that did not answer once the lines above are dealt with");
    }
  }

  private void head(String title, String text) {
    List<String> wrapped = Text.wrap(text, style.width(), pad(title), " ".repeat(INDENT + 2));
    lines.add(style.bold(pad(title)) + wrapped.get(0).substring(pad(title).length()));
    lines.addAll(wrapped.subList(1, wrapped.size()));
  }

  private static String pad(String title) {
    return title + ":" + " ".repeat(INDENT - 1 - title.length());
  }

  private void item(String text) {
    lines.addAll(
        Text.wrap(Text.printable(text), style.width(), " ".repeat(INDENT), " ".repeat(INDENT + 2)));
  }
}
