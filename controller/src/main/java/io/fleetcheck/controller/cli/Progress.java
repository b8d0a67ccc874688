package io.fleetcheck.controller.cli;

import static java.util.stream.Collectors.joining;

import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Topology;
import io.fleetcheck.controller.report.Text;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.RunListener;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.inventory.Secret;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a run is doing, on standard error: with -v a line for each step; else on a terminal one line
 * that is written again and again; else nothing.
 */
final class Progress implements RunListener {
  private static final Duration PAUSE = Duration.ofMillis(200);

  /** More hosts than this fit no line. */
  private static final int SHOWN = 8;

  private static final String ERASE = "\r\u001b[K";

  private final Surroundings surroundings;
  private final int hosts;
  private final boolean verbose;
  private final boolean rewrites;

  /** What each running host is at, the one that began first being first. */
  private final Map<String, String> running = new LinkedHashMap<>();

  /** Of running hosts. */
  private final Map<String, List<Topology.Disk>> disks = new HashMap<>();

  /** Of running hosts, with -v: the stage that each is in. */
  private final Map<String, Timed> stages = new HashMap<>();

  /** A stage under way. */
  private record Timed(String name, Instant since) {}

  private boolean asking;
  private int finished;
  private int failed;
  private Instant last = Instant.MIN;

  /**
   * @param hosts how many will be worked on
   */
  Progress(Surroundings surroundings, int hosts, boolean verbose) {
    this.surroundings = surroundings;
    this.hosts = hosts;
    this.verbose = verbose;
    this.rewrites = surroundings.errIsTerminal() && !verbose;
  }

  @Override
  public synchronized void hostStarted(String host) {
    running.put(host, "starting");
    show(false);
  }

  @Override
  public synchronized void stageEntered(String host, Stage stage) {
    String name = stage.text().replace('_', ' ');
    running.put(host, name);
    if (verbose) {
      Timed next = new Timed(name, surroundings.clock().instant());
      log(host, name + ended(stages.put(host, next), next.since()));
    }
    show(false);
  }

  /** How long a stage took, in brackets; empty where there was none. */
  private static String ended(@Nullable Timed stage, Instant now) {
    if (stage == null) {
      return "";
    }
    long millis = Math.max(0, Duration.between(stage.since(), now).toMillis());
    return " (%s took %d.%03d s)".formatted(stage.name(), millis / 1000, millis % 1000);
  }

  @Override
  public synchronized void event(String host, Event event) {
    if (event instanceof Event.Progress progress) {
      String what =
          "%s: %s, %d/%d"
              .formatted(
                  name(host, progress.disk()), progress.what(), progress.step(), progress.steps());
      running.put(host, what);
      log(host, what);
    } else if (event instanceof Event.Hello hello) {
      log(host, "agent %s, Java %s, uid %d".formatted(hello.version(), hello.java(), hello.uid()));
    } else if (event instanceof Event.TopologyFound found) {
      disks.put(host, found.topology().disks());
      log(host, found(found.topology()));
    } else if (event instanceof Event.TurnWanted wanted) {
      log(host, name(host, wanted.disk()) + ": waits for its turn");
    } else if (event instanceof Event.DiskProbed probed) {
      log(host, name(host, probed.disk()) + ": probed");
    } else if (event instanceof Event.Warning warning) {
      log(host, warning.text());
    }
    show(false);
  }

  /** A label says more to people than the key. */
  private String name(String host, DiskId disk) {
    return disks.getOrDefault(host, List.of()).stream()
        .filter(candidate -> candidate.id().equals(disk))
        .map(Topology.Disk::name)
        .findFirst()
        .orElse(disk.text());
  }

  private static String found(Topology topology) {
    return "%d disks, %d block devices, %d mounts"
        .formatted(topology.disks().size(), topology.nodes().size(), topology.mounts().size());
  }

  @Override
  public synchronized void hostFinished(HostResult result) {
    running.remove(result.name());
    disks.remove(result.name());
    @Nullable Timed last = stages.remove(result.name());
    finished++;
    if (!result.outcome().isSettled()) {
      failed++;
    }
    String detail = result.outcome().detail();
    log(
        result.name(),
        result.outcome().text().replace('_', ' ')
            + ended(last, result.finished())
            + (detail.isEmpty() ? "" : ": " + detail));
    show(finished == hosts);
  }

  /** A line that stays, whatever the progress looks like. */
  synchronized void say(String line) {
    surroundings.err().println((rewrites ? ERASE : "") + "fleetcheck: " + line);
    surroundings.err().flush();
    last = Instant.MIN;
  }

  /** Asks the user for a secret, and keeps quiet until there is an answer. */
  Optional<Secret> ask(String text) {
    synchronized (this) {
      end();
      asking = true;
    }
    try {
      return surroundings.prompt().map(prompt -> prompt.apply(text));
    } finally {
      synchronized (this) {
        asking = false;
      }
    }
  }

  /** Clears the line for what comes next. */
  synchronized void end() {
    if (rewrites) {
      surroundings.err().print(ERASE);
      surroundings.err().flush();
    }
  }

  private void log(String host, String what) {
    if (verbose) {
      surroundings.err().println(Text.printable(host + ": " + what));
      surroundings.err().flush();
    }
  }

  private void show(boolean now) {
    if (!rewrites || asking) {
      return;
    }
    Instant instant = surroundings.clock().instant();
    // However the clock was set meanwhile: the line must not stand still for years.
    if (!now && Duration.between(last, instant).abs().compareTo(PAUSE) < 0) {
      return;
    }
    last = instant;
    String line =
        "%d of %d hosts done%s"
            .formatted(finished, hosts, failed == 0 ? "" : ", " + failed + " failed");
    if (!running.isEmpty()) {
      line += ", %d running: ".formatted(running.size());
      line +=
          running.entrySet().stream()
              .limit(SHOWN)
              .map(host -> host.getKey() + " " + host.getValue())
              .collect(joining("; "));
    }
    // A line that wraps could not be rewritten.
    int width = surroundings.width() == 0 ? 79 : surroundings.width() - 1;
    String cut = Text.printable(line);
    surroundings.err().print(ERASE + cut.substring(0, Math.min(cut.length(), width)));
    surroundings.err().flush();
  }
}
