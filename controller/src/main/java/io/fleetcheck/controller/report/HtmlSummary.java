package io.fleetcheck.controller.report;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.controller.verdict.Cause;
import io.fleetcheck.controller.verdict.DiskLabel;
import io.fleetcheck.controller.verdict.Level;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** What {@link HtmlReport} shows without any script: counts, who is missing, causes, codes. */
final class HtmlSummary {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

  /** The worst first. */
  private static final List<Level> LEVELS =
      List.of(Level.BROKEN, Level.AT_RISK, Level.UNKNOWN, Level.OK);

  private final AuditResult result;
  private final List<DiskRow> rows;
  private final List<String> notes;
  private final Counts counts;

  HtmlSummary(AuditResult result, List<DiskRow> rows, List<String> notes) {
    this.result = result;
    this.rows = rows;
    this.notes = notes;
    this.counts = Counts.of(result);
  }

  String summary() {
    Html html = new Html();
    html.add(
        "<p class=\"run\">fleetcheck · run <b>%s</b> · %s UTC, took %s · from %s</p>\n",
        result.id(),
        TIME.format(result.started()),
        took(Duration.between(result.started(), result.finished())),
        result.controller());
    html.add("<h1>%s</h1>\n", headline());
    if (result.aborted()) {
      html.add(
          "<p class=\"warning\"><b>The run was aborted</b> before all hosts were asked: the counts"
              + " are of what was known by then.</p>\n");
    }
    html.add("<ul class=\"levels\">\n");
    LEVELS.forEach(level -> level(html, level));
    html.add("</ul>\n");
    hosts(html);
    return html.toString();
  }

  private String headline() {
    long broken = level(Level.BROKEN);
    long risk = level(Level.AT_RISK);
    long unknown = level(Level.UNKNOWN);
    String disks = number(counts.disks()) + (counts.disks() == 1 ? " disk" : " disks");
    List<String> bad = new ArrayList<>();
    if (broken > 0) {
      bad.add(number(broken) + " broken");
    }
    if (risk > 0) {
      bad.add(number(risk) + " at risk");
    }
    if (unknown > 0) {
      bad.add(number(unknown) + " unknown");
    }
    if (counts.disks() == 0) {
      return "No disk was found";
    }
    return bad.isEmpty()
        ? "%s found, all ok".formatted(disks)
        : "Of %s found, %s".formatted(disks, String.join(", ", bad));
  }

  private long level(Level level) {
    return counts.levels().getOrDefault(level, 0L);
  }

  private void level(Html html, Level level) {
    html.add("<li class=\"%s\"><a href=\"#level=%s\">", level.text(), level.text());
    mark(html, level);
    html.add(
        "<span class=\"count\" data-level=\"%s\">%s</span> <span class=\"word\">%s</span></a>",
        level.text(), number(level(level)), words(level.text()));
    long waived =
        rows.stream()
            .filter(row -> row.verdict().level() == level)
            .filter(row -> row.verdict().waiver().isPresent())
            .count();
    if (waived > 0) {
      html.add(" <span class=\"waived\">%s of them waived</span>", number(waived));
    }
    html.add("<p>%s</p></li>\n", meaning(level));
  }

  private static void mark(Html html, Level level) {
    html.add(
        "<svg class=\"mark %s\" aria-hidden=\"true\"><use href=\"#mark-%s\"/></svg> ",
        level.text(), level.text());
  }

  private static String meaning(Level level) {
    return switch (level) {
      case BROKEN -> "Zeroing is slow and a mounted file system feels it, or limits contradict.";
      case AT_RISK -> "Zeroing is slow; no mounted file system was seen to feel it.";
      case UNKNOWN -> "Not measured, or not decided. Never counted as fine.";
      case OK -> "Measured and fine, or WRITE SAME is off, or no SCSI disk.";
    };
  }

  /** A group of hosts that did not answer. */
  private record Missing(String outcome, String stage) {}

  private void hosts(Html html) {
    long answered = counts.answered();
    long missing = counts.hosts() - answered - counts.sameMachine();
    html.add(
        "<p class=\"hosts\"><b id=\"answered\">%s</b> of <b id=\"targeted\">%s</b> hosts answered.",
        number(answered), number(counts.hosts()));
    if (counts.sameMachine() > 0) {
      html.add(" %s more are other names of these machines.", number(counts.sameMachine()));
    }
    if (missing > 0) {
      html.add(" <b>Of %s nobody knows the disks</b>, or not all of them:", number(missing));
    }
    html.add("</p>\n");
    Map<Missing, List<HostResult>> groups =
        result.hosts().stream()
            .filter(host -> !(host.outcome() instanceof HostOutcome.Answered))
            .collect(
                groupingBy(
                    HtmlSummary::missing,
                    () -> new TreeMap<>(comparing(Missing::outcome).thenComparing(Missing::stage)),
                    toList()));
    groups.forEach((why, hosts) -> missing(html, why, hosts));
  }

  private static Missing missing(HostResult host) {
    return new Missing(host.outcome().text(), host.outcome().at().map(Stage::text).orElse(""));
  }

  private static void missing(Html html, Missing why, List<HostResult> hosts) {
    html.add(
        "<details class=\"missing\"><summary><b>%s</b> %s%s</summary>\n<ul>\n",
        number(hosts.size()),
        words(why.outcome()),
        why.stage().isEmpty() ? "" : " at " + words(why.stage()));
    for (HostResult host : hosts) {
      html.add("<li><b>%s</b> %s</li>\n", host.name(), host.outcome().detail());
    }
    html.add("</ul></details>\n");
  }

  String causes() throws IOException {
    List<Cause> causes = DiskRow.causes(rows);
    if (causes.isEmpty()) {
      return "<p>No disk is broken, at risk or unknown.</p>\n";
    }
    Html html = new Html();
    html.add(
        """
        <div class="scroll" role="region" aria-labelledby="causes-title" tabindex="0">
        <table class="causes cards">
        <caption>Disks that are alike and have the same verdict, the worst first</caption>
        <thead><tr><th scope="col">Verdict</th><th scope="col">Model</th><th scope="col">Firmware</th>\
        <th scope="col">Driver</th><th scope="col" class="number">Disks</th>\
        <th scope="col" class="number">Hosts</th>\
        <th scope="col" class="number">Zeroing / writing</th></tr></thead>
        <tbody>
        """);
    Map<HtmlRun.Kind, List<DiskRow>> members = rows.stream().collect(groupingBy(HtmlRun.Kind::of));
    for (Cause cause : causes) {
      cause(html, cause, members.getOrDefault(HtmlRun.Kind.of(cause), List.of()));
    }
    html.add("</tbody></table></div>\n");
    return html.toString();
  }

  private static void cause(Html html, Cause cause, List<DiskRow> members) throws IOException {
    DiskLabel label = cause.label();
    html.add(
        "<tr><th scope=\"row\"><a class=\"%s\" href=\"%s\">", cause.level().text(), link(cause));
    mark(html, cause.level());
    html.add(
        "<span class=\"word\">%s</span> <code>%s</code></a>",
        words(cause.level().text()), cause.code());
    long waived = members.stream().filter(row -> row.verdict().waiver().isPresent()).count();
    if (waived > 0) {
      html.add("<span class=\"waived\">%s waived</span>", number(waived));
    }
    html.add("<span class=\"meaning\">%s</span>", ExplainPages.meaning(cause.code()));
    html.add("</th>");
    cell(html, "Model", or((label.vendor() + " " + label.model()).strip(), "unknown"));
    cell(html, "Firmware", or(label.revision(), "–"));
    cell(html, "Driver", or(label.driver(), "–"));
    figure(html, "Disks", number(cause.disks()));
    figure(html, "Hosts", number(cause.hosts().size()));
    figure(
        html,
        "Zeroing / writing",
        cause.ratio().isPresent() ? Text.ratio(cause.ratio().getAsDouble()) + "×" : "–");
    html.add("</tr>\n");
  }

  private static void cell(Html html, String column, String text) {
    html.add("<td data-column=\"%s\">%s</td>", column, text);
  }

  private static void figure(Html html, String column, String text) {
    html.add("<td class=\"number\" data-column=\"%s\">%s</td>", column, text);
  }

  /** The list of disks with only these in it. */
  private static String link(Cause cause) {
    return "#level=%s&code=%s&model=%s"
        .formatted(
            cause.level().text(),
            cause.code(),
            URLEncoder.encode(Text.printable(HtmlRun.text(cause.label())), StandardCharsets.UTF_8));
  }

  /** The page of every code that some disk has. */
  String codes() throws IOException {
    TreeSet<String> codes = new TreeSet<>();
    for (DiskRow row : rows) {
      codes.add(row.verdict().code());
      codes.addAll(row.verdict().also());
    }
    Html html = new Html();
    for (String code : codes) {
      Optional<String> page = ExplainPages.find(code);
      if (page.isPresent()) {
        html.add(
            "<details id=\"code-%s\"><summary><code>%s</code> %s</summary>\n",
            code, code, ExplainPages.meaning(code));
        html.add("<pre tabindex=\"0\">");
        page.get().lines().skip(2).forEach(line -> html.add("%s\n", line));
        html.add("</pre></details>\n");
      }
    }
    return html.toString();
  }

  String about() {
    Html html = new Html();
    if (!notes.isEmpty()) {
      html.add(
          "<details><summary>%s from the hosts</summary><ul>\n",
          Text.count(notes.size(), "remark"));
      notes.forEach(note -> html.add("<li>%s</li>\n", note));
      html.add("</ul></details>\n");
    }
    String options =
        new TreeMap<>(result.options())
            .entrySet().stream()
                .map(option -> option.getKey() + " " + option.getValue())
                .collect(joining(", "));
    html.add("<p>%s</p>\n", options.isEmpty() ? "No options were given." : "Options: " + options);
    return html.toString();
  }

  private static String or(String text, String otherwise) {
    return text.isEmpty() ? otherwise : text;
  }

  private static String words(String code) {
    return code.replace('_', ' ');
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String took(Duration time) {
    return time.toHours() > 0
        ? "%d h %d min".formatted(time.toHours(), time.toMinutesPart())
        : time.toMinutes() > 0
            ? "%d min %d s".formatted(time.toMinutes(), time.toSecondsPart())
            : "%d s".formatted(time.toSeconds());
  }
}
