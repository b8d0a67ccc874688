package io.fleetcheck.controller.cli;

import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.controller.run.Audit;
import io.fleetcheck.controller.run.AuditPlan;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.Judging;
import io.fleetcheck.controller.run.RunHead;
import io.fleetcheck.controller.run.RunListener;
import io.fleetcheck.controller.run.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Has agents do something on hosts, shows how far they are, and ends them on Ctrl-C.
 *
 * @param everyName whether a machine is worked on under each of its names
 * @param listeners hear of every host, also of those that the inventory makes unreachable
 */
record HostWork(
    Surroundings surroundings,
    Parts parts,
    boolean verbose,
    boolean everyName,
    List<RunListener> listeners) {
  private static final DateTimeFormatter ID =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  /**
   * A run that begins now.
   *
   * @param options as the user gave them, by long name, without secrets
   */
  static RunHead head(Surroundings surroundings, Map<String, String> options) {
    Instant now = surroundings.clock().instant();
    // Runs of several controllers may be kept in one place.
    String id = "%s-%04x".formatted(ID.format(now), new SecureRandom().nextInt(1 << 16));
    return new RunHead(id, now, controllerName(), options);
  }

  /**
   * Blocks until every target has its outcome.
   *
   * @throws IOException where this build of fleetcheck is not whole
   */
  AuditResult run(
      RunHead head, Targets targets, Request request, int forks, Duration deadline, Judging judge)
      throws IOException {
    for (String warning : targets.warnings()) {
      surroundings.err().println("fleetcheck: warning: " + warning);
    }
    surroundings.err().flush();
    Progress progress = new Progress(surroundings, targets.all().size(), verbose);
    List<RunListener> hearing = new ArrayList<>(List.of(progress));
    hearing.addAll(listeners);
    RunListener all = new Listeners(hearing);
    Map<String, HostResult> unusable = unusable(targets);
    unusable.values().forEach(all::hostFinished);
    AuditPlan plan =
        new AuditPlan(
            head, targets.usable(), forks, request, targets.scratch(), deadline, everyName);
    try (Parts.Connections hosts = parts.hosts().open(progress::ask)) {
      Audit audit = new Audit(hosts.connector(), judge, all, surroundings.clock());
      surroundings.interrupts().onFirst(() -> stop(audit, progress));
      return together(audit.run(plan), targets.all(), unusable);
    } finally {
      progress.end();
    }
  }

  private static String controllerName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException notLinux) {
      return "unknown";
    }
  }

  private static void stop(Audit audit, Progress progress) {
    progress.say("stopping: ending the agents; Ctrl-C again leaves at once");
    audit.abort();
  }

  /** Hosts that the inventory describes so that nobody can reach them: targeted all the same. */
  private Map<String, HostResult> unusable(Targets targets) {
    Instant now = surroundings.clock().instant();
    Map<String, HostResult> results = new HashMap<>();
    targets
        .unusable()
        .forEach(
            (name, why) ->
                results.put(
                    name,
                    new HostResult(
                        name,
                        new HostOutcome.Unreachable(Stage.RESOLVE, why),
                        List.of(),
                        List.of(),
                        Map.of(),
                        now,
                        now)));
    return results;
  }

  private static AuditResult together(
      AuditResult asked, List<String> order, Map<String, HostResult> unusable) {
    Map<String, HostResult> results = new HashMap<>(unusable);
    asked.hosts().forEach(host -> results.put(host.name(), host));
    return new AuditResult(
        asked.id(),
        asked.started(),
        asked.finished(),
        asked.controller(),
        asked.options(),
        order.stream().flatMap(name -> Optional.ofNullable(results.get(name)).stream()).toList(),
        asked.aborted());
  }
}
