package io.fleetcheck.controller.store;

import io.fleetcheck.agent.wire.Codec;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.controller.verdict.Level;
import io.fleetcheck.controller.verdict.MountImpact;
import io.fleetcheck.controller.verdict.Ratio;
import io.fleetcheck.controller.verdict.Verdict;
import io.fleetcheck.playbooks.Waiver;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A {@link HostResult} in types that the wire's {@link Codec} knows: its JSON is what is kept.
 * Public, as the codec wants its records.
 *
 * @param stageNanos by the stage's name
 * @param started as {@link Instant} prints it, UTC
 */
public record HostRecord(
    String name,
    OutcomeRecord outcome,
    List<Event> events,
    List<JudgedDisk> verdicts,
    Map<String, Long> stageNanos,
    String started,
    String finished) {

  /** A {@link Verdict}. */
  public record JudgedDisk(
      DiskId disk,
      Level level,
      String code,
      List<String> also,
      String sentence,
      Optional<Long> zerooutNanos,
      Optional<Long> writeNanos,
      Optional<Ratio> ratio,
      List<MountImpact> mounts,
      List<String> evidence,
      Optional<WaivedBy> waiver) {

    static JudgedDisk of(Verdict verdict) {
      return new JudgedDisk(
          verdict.disk(),
          verdict.level(),
          verdict.code(),
          verdict.also(),
          verdict.sentence(),
          boxed(verdict.zerooutNanos()),
          boxed(verdict.writeNanos()),
          verdict.ratio(),
          verdict.mounts(),
          verdict.evidence(),
          verdict.waiver().map(WaivedBy::of));
    }

    Verdict toVerdict() {
      return new Verdict(
          disk,
          level,
          code,
          also,
          sentence,
          unboxed(zerooutNanos),
          unboxed(writeNanos),
          ratio,
          mounts,
          evidence,
          waiver.map(WaivedBy::toWaiver));
    }

    private static Optional<Long> boxed(OptionalLong value) {
      return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
    }

    private static OptionalLong unboxed(Optional<Long> value) {
      return value.map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }
  }

  /** A {@link Waiver}, as it stood when the run was judged. */
  public record WaivedBy(
      Optional<Waiver.Subject.Disk> disk,
      Optional<Waiver.Subject.Cause> cause,
      String reason,
      String owner,
      String approver,
      String expires) {

    static WaivedBy of(Waiver waiver) {
      return new WaivedBy(
          Optional.of(waiver.subject())
              .filter(Waiver.Subject.Disk.class::isInstance)
              .map(Waiver.Subject.Disk.class::cast),
          Optional.of(waiver.subject())
              .filter(Waiver.Subject.Cause.class::isInstance)
              .map(Waiver.Subject.Cause.class::cast),
          waiver.reason(),
          waiver.owner(),
          waiver.approver(),
          waiver.expires().toString());
    }

    Waiver toWaiver() {
      Waiver.Subject subject =
          disk.<Waiver.Subject>map(one -> one)
              .or(() -> cause)
              .orElseThrow(() -> new IllegalArgumentException("a waiver of nothing"));
      return new Waiver(subject, reason, owner, approver, Instant.parse(expires));
    }
  }

  static HostRecord of(HostResult host) {
    Map<String, Long> stages = new LinkedHashMap<>();
    host.timings().forEach((stage, time) -> stages.put(stage.name(), time.toNanos()));
    return new HostRecord(
        host.name(),
        OutcomeRecord.of(host.outcome()),
        host.events(),
        host.verdicts().stream().map(JudgedDisk::of).toList(),
        stages,
        host.started().toString(),
        host.finished().toString());
  }

  HostResult toResult() {
    Map<Stage, Duration> timings = new EnumMap<>(Stage.class);
    stageNanos.forEach(
        (stage, nanos) -> timings.put(Stage.valueOf(stage), Duration.ofNanos(nanos)));
    return new HostResult(
        name,
        outcome.toOutcome(),
        events,
        verdicts.stream().map(JudgedDisk::toVerdict).toList(),
        timings,
        Instant.parse(started),
        Instant.parse(finished));
  }

  /** Gzip: what is kept can be read with zcat, too. */
  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(Codec.encode(this).getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException("memory is always writable", e);
    }
    return bytes.toByteArray();
  }

  /**
   * @throws IOException where the bytes are damaged
   */
  static HostRecord fromBytes(byte[] bytes) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return Codec.decode(
          new String(in.readAllBytes(), StandardCharsets.US_ASCII), HostRecord.class);
    } catch (RuntimeException malformed) {
      throw new IOException(malformed.getMessage(), malformed);
    }
  }
}
