package io.fleetcheck.controller.report;

import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.RunHead;
import io.fleetcheck.controller.verdict.Cause;
import io.fleetcheck.controller.verdict.DiskLabel;
import io.fleetcheck.controller.verdict.Level;
import io.fleetcheck.controller.verdict.Ratio;
import io.fleetcheck.controller.verdict.Verdict;
import io.fleetcheck.playbooks.Thresholds;
import io.fleetcheck.playbooks.Waiver;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the scripts of {@link HtmlReport} know of every disk from the start. Words that come often
 * are written once and pointed to by their number; {@code run.js} reads it.
 */
final class HtmlRun {
  private final AuditResult result;
  private final ScriptJson json;
  private final Words<DiskLabel> labels = new Words<>();
  private final Words<Waiver> waivers = new Words<>();

  private HtmlRun(AuditResult result, ScriptJson json) {
    this.result = result;
    this.json = json;
  }

  /** What makes two disks alike: one cause. */
  record Kind(DiskLabel label, Level level, String code) {
    static Kind of(DiskRow row) {
      return new Kind(row.label(), row.verdict().level(), row.verdict().code());
    }

    static Kind of(Cause cause) {
      return new Kind(cause.label(), cause.level(), cause.code());
    }
  }

  /** Things by number, in the order in which they came. */
  private static final class Words<T> {
    private final Map<T, Integer> numbers = new HashMap<>();
    private final List<T> all = new ArrayList<>();

    int number(T word) {
      return numbers.computeIfAbsent(
          word,
          any -> {
            all.add(word);
            return all.size() - 1;
          });
    }
  }

  static void write(AuditResult result, List<DiskRow> rows, Past past, Writer out)
      throws IOException {
    try (ScriptJson json = new ScriptJson(out)) {
      new HtmlRun(result, json).write(rows, past);
    }
  }

  /** As the report's filter calls disks that are alike. */
  static String text(DiskLabel label) {
    return label.product() + (label.driver().isEmpty() ? "" : " on " + label.driver());
  }

  private void write(List<DiskRow> rows, Past past) throws IOException {
    json.object(
        () -> {
          json.field("id").text(result.id());
          json.field("thresholds").object(this::thresholds);
          json.field("hosts").texts(result.hosts().stream().map(HostResult::name).toList());
          json.field("disks").array(() -> disks(rows));
          json.field("labels").array(this::labels);
          json.field("waivers").array(this::waivers);
          json.field("causes").array(() -> causes(DiskRow.causes(rows)));
          json.field("runs").array(() -> runs(past.runs()));
        });
  }

  private void thresholds() throws IOException {
    Thresholds thresholds =
        Optional.ofNullable(result.options().get("thresholds"))
            .flatMap(Thresholds::parse)
            .orElse(Thresholds.DEFAULT);
    json.field("slow").number(thresholds.slowRatio());
    json.field("ok").number(thresholds.okRatio());
    json.field("excess").number(thresholds.slowExcessNanos());
  }

  private void disks(List<DiskRow> rows) throws IOException {
    Map<String, Integer> hosts = new HashMap<>();
    for (int i = 0; i < result.hosts().size(); i++) {
      hosts.put(result.hosts().get(i).name(), i);
    }
    for (DiskRow row : rows) {
      json.array(() -> disk(row, hosts.getOrDefault(row.host(), 0)));
    }
  }

  private void disk(DiskRow row, int host) throws IOException {
    Verdict verdict = row.verdict();
    json.number(host);
    json.text(row.disk().name());
    json.text(row.disk().id().text());
    json.text(row.hctl().orElse(""));
    json.number(labels.number(row.label()));
    json.text(row.hctl().isEmpty() ? "" : DiskRow.text(row.maxWriteSameBlocks()));
    json.text(verdict.level().text());
    json.text(verdict.code());
    json.number(verdict.zerooutNanos());
    json.number(verdict.writeNanos());
    if (verdict.ratio().isPresent()) {
      Ratio ratio = verdict.ratio().get();
      json.number(ratio.estimate());
      json.number(ratio.low());
      json.number(ratio.high());
    } else {
      json.nothing();
      json.nothing();
      json.nothing();
    }
    if (verdict.waiver().isPresent()) {
      json.number(waivers.number(verdict.waiver().get()));
    } else {
      json.nothing();
    }
  }

  private void labels() throws IOException {
    for (DiskLabel label : labels.all) {
      json.object(
          () -> {
            json.field("product").text(label.product());
            json.field("driver").text(label.driver());
            json.field("text").text(text(label));
          });
    }
  }

  private void waivers() throws IOException {
    for (Waiver waiver : waivers.all) {
      json.object(
          () -> {
            json.field("subject").text(waiver.subject().text());
            json.field("reason").text(waiver.reason());
            json.field("owner").text(waiver.owner());
            json.field("approver").text(waiver.approver());
            json.field("expires").text(waiver.expires().toString());
          });
    }
  }

  private void causes(List<Cause> causes) throws IOException {
    for (Cause cause : causes) {
      json.object(
          () -> {
            json.field("level").text(cause.level().text());
            json.field("code").text(cause.code());
            json.field("label").number(labels.number(cause.label()));
            json.field("disks").number(cause.disks());
            json.field("sentence").text(cause.sentence());
          });
    }
  }

  private void runs(List<RunHead> runs) throws IOException {
    for (RunHead run : runs) {
      json.object(
          () -> {
            json.field("id").text(run.id());
            json.field("started").text(run.started().toString());
          });
    }
  }
}
