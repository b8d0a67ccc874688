package io.fleetcheck.controller.cli;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.controller.capture.Blur;
import io.fleetcheck.controller.capture.CaptureWriter;
import io.fleetcheck.controller.report.Text;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.HostResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Brings home the files that a host's facts are made from. */
@Command(
    name = "capture",
    sortOptions = false,
    customSynopsis = {
      "fleetcheck capture [OPTION]... HOST -o FILE.tar.zst",
      "fleetcheck capture [OPTION]... INVENTORY... -l HOST -o FILE.tar.zst"
    },
    description = {
      "Copies the files of /sys, /proc and the like that an audit of the host would read, and nothing"
          + " else; audit --sysroot judges them offline. Measures nothing. Serial numbers and"
          + " world-wide names are exchanged for others of the same form.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  fleetcheck capture localhost -o here.tar.zst             this machine",
      "  fleetcheck capture -b -i hosts.ini web1 -o web1.tar.zst  a host of an inventory",
      "",
      "Exit codes: 0 written; 2 usage or inventory error; 3 the host did not answer; 4 aborted;",
      "5 internal error, or the file could not be written."
    })
final class CaptureCommand extends AnyCommand {
  private static final Duration DEADLINE = Duration.ofMinutes(10);

  private final Surroundings surroundings;
  private final Parts parts;

  @Parameters(
      paramLabel = "HOST",
      arity = "0..*",
      description =
          "As the inventory names it; without one, as ssh would, or localhost. With --limit: inventories.")
  private List<String> words = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE",
      description = "The archive to write: tar, compressed by zstd.")
  private Path output = Path.of("");

  @Option(names = "--serials", description = "Leave serial numbers and names as they are.")
  private boolean serials;

  @Option(
      names = {"-i", "--inventory"},
      paramLabel = "INVENTORY",
      description = "An inventory as Ansible reads it; may be repeated.")
  private List<String> inventories = new ArrayList<>();

  @Option(
      names = {"-l", "--limit"},
      paramLabel = "HOST",
      description = "The host of the inventory, in place of the argument.")
  private List<String> limits = new ArrayList<>();

  @Option(
      names = {"-v", "--verbose"},
      description = "Tell what happens as it does.")
  private boolean verbose;

  @ArgGroup(validate = false, heading = "%nHow to reach it, where the inventory does not say:%n")
  private ConnectionArguments connection = new ConnectionArguments();

  @ArgGroup(validate = false, heading = "%nPasswords of the inventory's vault:%n")
  private VaultArguments vault = new VaultArguments();

  CaptureCommand(Surroundings surroundings, Parts parts) {
    this.surroundings = surroundings;
    this.parts = parts;
  }

  @Override
  public Integer call() throws UsageException, IOException {
    List<String> problems = new ArrayList<>();
    connection.check(problems);
    Path directory = output.toAbsolutePath().getParent();
    if (directory == null || !Files.isDirectory(directory) || !Files.isWritable(directory)) {
      problems.add("--output %s: there is no writable directory for it".formatted(output));
    }
    if (!problems.isEmpty()) {
      throw new UsageException(problems);
    }
    Targets targets = target().resolve(connection.options(surroundings));
    HostWork work = new HostWork(surroundings, parts, verbose, true, List.of());
    AuditResult result =
        work.run(
            HostWork.head(surroundings, Map.of()),
            targets,
            request(),
            1,
            DEADLINE,
            (topology, probes) -> {
              throw new IllegalStateException("a capture has nothing to judge");
            });
    return end(result);
  }

  private Targets.Selected target() throws UsageException {
    List<String> sources = new ArrayList<>(inventories);
    Optional<String> limit = HostArguments.lastOf(limits);
    String host;
    if (limit.isPresent()) {
      host = limit.get();
      sources.addAll(words);
    } else if (words.size() == 1) {
      host = words.get(0);
    } else {
      throw new UsageException(
          words.isEmpty() ? "which host? Name one" : "one host is captured at a time");
    }
    if (sources.isEmpty()) {
      return Targets.named(host, surroundings.inventories());
    }
    Targets.Selected selected =
        limit.isEmpty()
            ? Targets.select(sources, host, Optional.empty(), vault.open(surroundings))
            : Targets.select(sources, "all", limit, vault.open(surroundings));
    if (selected.hosts().size() != 1) {
      throw new UsageException(
          "%s is %d hosts of the inventory; name one".formatted(host, selected.hosts().size()));
    }
    return selected;
  }

  private static Request request() {
    return new AuditOptions.Probe(
            ProbeMode.INSPECT, Optional.empty(), false, 0, Request.Budget.DEFAULT)
        .request(Request.Action.CAPTURE, "/");
  }

  private int end(AuditResult result) {
    HostResult asked = result.hosts().get(0);
    if (!(asked.outcome() instanceof HostOutcome.Answered)) {
      complain(
          asked.name()
              + ": "
              + asked.outcome().text().replace('_', ' ')
              + ": "
              + asked.outcome().detail());
      return ExitCode.of(result);
    }
    List<Event.Captured> entries =
        asked.events().stream()
            .filter(Event.Captured.class::isInstance)
            .map(Event.Captured.class::cast)
            .toList();
    try {
      CaptureWriter.write(
          output, serials ? entries : Blur.blur(entries), surroundings.clock().instant());
    } catch (IOException e) {
      complain(String.valueOf(e.getMessage()));
      return ExitCode.INTERNAL;
    }
    complain(
        "%s: %d entries; serial numbers %s"
            .formatted(output, entries.size(), serials ? "are in it" : "are exchanged for others"));
    return ExitCode.CLEAN;
  }

  private void complain(String line) {
    surroundings.err().println("fleetcheck: " + Text.printable(line));
  }
}
