package io.fleetcheck.controller.cli;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import io.fleetcheck.controller.report.Text;
import io.fleetcheck.controller.run.Examination;
import io.fleetcheck.controller.run.Examination.Examined;
import io.fleetcheck.controller.run.Finding;
import io.fleetcheck.controller.run.Finding.Grade;
import io.fleetcheck.inventory.ConnectionSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks, step by step, at all that an audit needs of hosts. */
@Command(
    name = "doctor",
    sortOptions = false,
    customSynopsis = "fleetcheck doctor [OPTION]... HOST|PATTERN",
    description = {
      "Goes the way that an audit goes to a host, step by step, up to the agent's first word, and says"
          + " of each what is found, how long it took, and what to do where it is not as it should"
          + " be. Probes nothing.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  fleetcheck doctor localhost                    this machine",
      "  fleetcheck doctor -b -K -i hosts.ini web1      a host of an inventory, with sudo",
      "  fleetcheck doctor -b -i hosts.ini 'web*:!web3' several at once",
      "",
      "Exit codes: 0 all is fine; 2 usage or inventory error; 3 something is not, on some host;",
      "4 aborted; 5 internal error."
    })
final class DoctorCommand extends AnyCommand {
  private static final int MAX_FORKS = 500;

  private final Surroundings surroundings;
  private final Parts parts;

  @Parameters(
      paramLabel = "HOST|PATTERN",
      description = "Hosts of the inventory; without one, a host as ssh knows it, or localhost.")
  private String pattern = "";

  @Option(
      names = {"-i", "--inventory"},
      paramLabel = "INVENTORY",
      description = "An inventory as Ansible reads it; may be repeated.")
  private List<String> inventories = new ArrayList<>();

  @Option(
      names = {"-l", "--limit"},
      paramLabel = "HOSTS",
      description = "Only these of them.")
  private @Nullable String limit;

  @Option(
      names = {"-f", "--forks"},
      paramLabel = "N",
      defaultValue = "50",
      description = "How many hosts to look at at once (default: ${DEFAULT-VALUE}).")
  private int forks;

  @Option(names = "--no-color", description = "No colours; the variable NO_COLOR does the same.")
  private boolean noColour;

  @ArgGroup(validate = false, heading = "%nHow to reach them, where the inventory does not say:%n")
  private ConnectionArguments connection = new ConnectionArguments();

  @ArgGroup(validate = false, heading = "%nPasswords of the inventory's vault:%n")
  private VaultArguments vault = new VaultArguments();

  DoctorCommand(Surroundings surroundings, Parts parts) {
    this.surroundings = surroundings;
    this.parts = parts;
  }

  @Override
  public Integer call() throws UsageException, IOException {
    List<String> problems = new ArrayList<>();
    connection.check(problems);
    Ranges.check("--forks", forks, 1, MAX_FORKS, problems);
    if (!problems.isEmpty()) {
      throw new UsageException(problems);
    }
    Targets.Selected selected =
        inventories.isEmpty()
            ? Targets.named(pattern, surroundings.inventories())
            : Targets.select(
                inventories, pattern, Optional.ofNullable(limit), vault.open(surroundings));
    Targets targets = selected.resolve(connection.options(surroundings));
    targets.warnings().forEach(this::complain);
    try (Parts.Connections hosts =
        parts.hosts().open(text -> surroundings.prompt().map(ask -> ask.apply(text)))) {
      return examine(targets, hosts);
    }
  }

  private int examine(Targets targets, Parts.Connections hosts) {
    Map<String, Examination> examinations =
        targets.usable().stream()
            .collect(
                toMap(
                    ConnectionSettings::name,
                    target -> new Examination(target, hosts.examiner(), surroundings.clock())));
    AtomicBoolean aborted = new AtomicBoolean();
    surroundings
        .interrupts()
        .onFirst(
            () -> {
              aborted.set(true);
              examinations.values().forEach(Examination::stop);
            });
    ExecutorService workers = Executors.newFixedThreadPool(forks, DoctorCommand::daemon);
    try {
      Map<String, Future<Examined>> running =
          targets.usable().stream()
              .map(ConnectionSettings::name)
              .collect(
                  toMap(
                      Function.identity(),
                      name -> workers.submit(() -> examined(examinations, name, aborted))));
      int wrong = 0;
      for (String name : targets.all()) {
        Future<Examined> examined = running.get(name);
        Examined found = examined == null ? unusable(targets, name) : await(examined);
        show(found);
        wrong += found.isFine() ? 0 : 1;
      }
      surroundings
          .out()
          .println(
              wrong == 0
                  ? "All is fine on %d of %d hosts."
                      .formatted(targets.all().size(), targets.all().size())
                  : "%d of %d hosts cannot be audited as they are."
                      .formatted(wrong, targets.all().size()));
      return aborted.get() ? ExitCode.ABORTED : wrong == 0 ? ExitCode.CLEAN : ExitCode.INCOMPLETE;
    } finally {
      workers.shutdownNow();
    }
  }

  private static Examined examined(
      Map<String, Examination> examinations, String name, AtomicBoolean aborted) {
    if (aborted.get()) {
      Finding finding = new Finding("host", Grade.WRONG, "not looked at: aborted", "");
      return new Examined(name, List.of(new Examination.Step(finding, Optional.empty())));
    }
    return requireNonNull(examinations.get(name)).run();
  }

  private static Examined unusable(Targets targets, String name) {
    Finding finding =
        new Finding(
            "inventory", Grade.WRONG, targets.unusable().getOrDefault(name, "not usable"), "");
    return new Examined(name, List.of(new Examination.Step(finding, Optional.empty())));
  }

  private static Examined await(Future<Examined> examined) {
    try {
      return examined.get();
    } catch (ExecutionException bug) {
      throw new IllegalStateException(bug.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private void show(Examined host) {
    new ExaminedTable(surroundings.allowsColour() && !noColour, surroundings.clock().instant())
        .lines(host)
        .forEach(surroundings.out()::println);
    surroundings.out().flush();
  }

  private void complain(String warning) {
    surroundings.err().println("fleetcheck: warning: " + Text.printable(warning));
    surroundings.err().flush();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "fleetcheck-doctor");
    thread.setDaemon(true);
    return thread;
  }
}
