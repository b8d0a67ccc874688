package io.fleetcheck.controller.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.fleetcheck.agent.wire.FilePattern;
import io.fleetcheck.agent.wire.KernelEvidence;
import io.fleetcheck.agent.wire.PairedRatio;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Refusal;
import io.fleetcheck.agent.wire.ScsiDisk;
import io.fleetcheck.agent.wire.Series;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.verdict.MountImpact;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One disk with all that its page in {@link HtmlReport} shows; {@code disk.js} reads it. */
final class HtmlDisk {
  private final ScriptJson json;
  private final Past past;

  HtmlDisk(ScriptJson json, Past past) {
    this.json = json;
    this.past = past;
  }

  void write(AuditResult result, DiskView view) throws IOException {
    Optional<Past.Earlier> before = past.before(result, view);
    json.object(
        () -> {
          json.field("sentence").text(view.verdict().sentence());
          json.field("also").texts(view.verdict().also());
          json.field("evidence").texts(view.verdict().evidence());
          json.field("mounts").array(() -> mounts(view.verdict().mounts()));
          json.field("limits").object(() -> limits(view));
          json.field("kernel").text(DiskRow.text(view.topology().host().kernel()));
          json.field("refusals").array(() -> refusals(view.refusals()));
          json.field("changes").array(() -> changes(view.settingChanges()));
          probe(view.probe());
          if (before.isPresent()) {
            json.field("before").object(() -> before(before.get()));
          }
          json.field("history").array(() -> history(past.of(view.host(), view.disk().id())));
        });
  }

  private void mounts(List<MountImpact> mounts) throws IOException {
    for (MountImpact mount : mounts) {
      json.texts(List.of(mount.path(), mount.fileSystem(), mount.impact().text()));
    }
  }

  private void limits(DiskView view) throws IOException {
    Map<String, Reading<?>> limits = new LinkedHashMap<>();
    Optional<ScsiDisk> scsi = view.scsi();
    if (scsi.isPresent()) {
      limits.put("max_write_same_blocks", scsi.get().maxWriteSameBlocks());
      for (String name : DiskJson.SCSI_LIMITS) {
        limits.put(name, scsi.get().diskAttribute(name));
      }
    }
    view.firstPath()
        .ifPresent(
            node ->
                DiskJson.QUEUE_LIMITS.forEach(name -> limits.put(name, node.queueNumber(name))));
    for (Map.Entry<String, Reading<?>> limit : limits.entrySet()) {
      json.field(limit.getKey()).text(DiskRow.text(limit.getValue()));
    }
  }

  private void refusals(List<Refusal> refusals) throws IOException {
    for (Refusal refusal : refusals) {
      json.texts(
          List.of(
              refusal.mode().name().toLowerCase(Locale.ROOT),
              refusal.reason().code(),
              refusal.where(),
              refusal.detail()));
    }
  }

  private void changes(List<DiskRow.SettingChange> changes) throws IOException {
    for (DiskRow.SettingChange change : changes) {
      json.texts(List.of(change.setting(), change.before(), change.after()));
    }
  }

  private void probe(Optional<ProbeResult> probe) throws IOException {
    if (probe.isPresent() && probe.get() instanceof ProbeResult.Measured measured) {
      json.field("mode").text(measured.mode().name().toLowerCase(Locale.ROOT));
      samples(measured);
    } else if (probe.isPresent() && probe.get() instanceof ProbeResult.Failed failed) {
      json.field("failed")
          .text("%s on %s: %s".formatted(failed.operation(), failed.where(), failed.errno()));
    }
  }

  private void samples(ProbeResult.Measured measured) throws IOException {
    Optional<ProbeResult.Zeroing> zeroing = measured.zeroing();
    if (zeroing.isPresent()) {
      json.field("node").text(zeroing.get().node());
      json.field("where").text(zeroing.get().where());
    }
    json.field("series")
        .array(
            () -> {
              for (Series one : zeroing.map(ProbeResult.Zeroing::series).orElse(List.of())) {
                json.object(() -> series(one));
              }
            });
    json.field("patterns")
        .array(
            () -> {
              for (FilePattern pattern : measured.patterns()) {
                json.object(() -> pattern(pattern));
              }
            });
    Optional<KernelEvidence> evidence = measured.evidence().toOptional();
    if (evidence.isPresent()) {
      json.field("commands").array(() -> commands(evidence.get().commands()));
      json.field("lost").number(evidence.get().lost());
    } else {
      json.field("blind").text(DiskRow.text(measured.evidence()));
    }
  }

  private void series(Series series) throws IOException {
    json.field("operation").text(series.operation().name().toLowerCase(Locale.ROOT));
    json.field("bytes").number(series.bytes());
    // As in the JSON report: the operation's call and flush, the write's call and flush; ns.
    json.field("pairs")
        .array(
            () -> {
              for (Series.Pair pair : series.pairs()) {
                json.number(pair.operation().call());
                json.number(pair.operation().flush());
                json.number(pair.write().call());
                json.number(pair.write().flush());
              }
            });
    PairedRatio ratio = PairedRatio.of(series.pairs());
    if (Double.isFinite(ratio.high())) {
      json.field("ratio")
          .array(
              () -> {
                json.number(ratio.estimate());
                json.number(ratio.low());
                json.number(ratio.high());
              });
    }
    error(series.error());
  }

  private void pattern(FilePattern pattern) throws IOException {
    json.field("mount").text(pattern.mount());
    json.field("bytes").number(pattern.bytes());
    json.field("preallocated").array(() -> nanos(pattern.preallocated()));
    json.field("plain").array(() -> nanos(pattern.plain()));
    error(pattern.error());
  }

  private void error(Optional<String> error) throws IOException {
    if (error.isPresent()) {
      json.field("error").text(error.get());
    }
  }

  private void nanos(List<Long> nanos) throws IOException {
    for (long one : nanos) {
      json.number(one);
    }
  }

  /** By kind and length; of those whose end was not seen only how many. */
  private void commands(List<KernelEvidence.Command> commands) throws IOException {
    Map<String, Map<Long, List<KernelEvidence.Command>>> kinds =
        commands.stream()
            .collect(
                groupingBy(
                    KernelEvidence.Command::opcode,
                    TreeMap::new,
                    groupingBy(KernelEvidence.Command::blocks, TreeMap::new, toList())));
    for (Map.Entry<String, Map<Long, List<KernelEvidence.Command>>> kind : kinds.entrySet()) {
      for (Map.Entry<Long, List<KernelEvidence.Command>> length : kind.getValue().entrySet()) {
        List<Long> ended =
            length.getValue().stream()
                .map(KernelEvidence.Command::nanos)
                .filter(nanos -> nanos >= 0)
                .toList();
        json.object(
            () -> {
              json.field("opcode").text(kind.getKey());
              json.field("blocks").number(length.getKey());
              json.field("count").number(length.getValue().size());
              json.field("nanos").array(() -> nanos(ended));
            });
      }
    }
  }

  private void before(Past.Earlier earlier) throws IOException {
    DiskView view = earlier.view();
    json.field("run").number(earlier.run());
    json.field("limit").text(DiskRow.text(view.maxWriteSameBlocks()));
    json.field("level").text(view.verdict().level().text());
    json.field("code").text(view.verdict().code());
    json.field("sentence").text(view.verdict().sentence());
    samples(earlier.measured());
  }

  private void history(List<Past.Moment> moments) throws IOException {
    for (Past.Moment moment : moments) {
      json.array(
          () -> {
            json.number(moment.run());
            json.text(moment.disk().host());
            json.text(moment.disk().name());
            json.text(moment.disk().level().text());
            json.text(moment.disk().code());
            json.number(moment.disk().zerooutNanos());
            json.number(moment.disk().writeNanos());
            if (moment.disk().ratio().isPresent()) {
              json.number(moment.disk().ratio().getAsDouble());
            } else {
              json.nothing();
            }
            json.truth(moment.disk().waived());
          });
    }
  }
}
