package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.run.HostConnector;
import io.fleetcheck.controller.run.Judging;
import io.fleetcheck.inventory.Secret;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** One start of the whole command line, without a process around it. */
final class Run {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Of tests that are not about it, nothing is kept. */
  private final Map<String, String> environment =
      new HashMap<>(Map.of(StoreArguments.VARIABLE, "none"));

  private final CompletableFuture<Runnable> interrupt = new CompletableFuture<>();
  private Optional<Function<String, Secret>> prompt = Optional.empty();
  private boolean terminal;
  private Parts parts = Parts.real();
  private int code = -1;

  Run with(HostConnector hosts, Judging judge) {
    parts =
        new Parts(
            ask ->
                new Parts.Connections(
                    hosts, (settings, findings) -> hosts.connect(settings), () -> {}),
            thresholds -> judge);
    return this;
  }

  /** Where putting the parts together fails. */
  Run withoutConnector(String why) {
    parts =
        new Parts(
            ask -> {
              throw new IllegalStateException(why);
            },
            parts.judge());
    return this;
  }

  Run onTerminal() {
    terminal = true;
    return this;
  }

  Run environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  Run answering(Function<String, Secret> answers) {
    prompt = Optional.of(answers);
    return this;
  }

  Run start(String... arguments) {
    Surroundings surroundings =
        new Surroundings(
            new PrintWriter(out),
            new PrintWriter(err),
            environment,
            terminal,
            terminal,
            terminal ? 200 : 0,
            prompt,
            interrupt::complete,
            Clock.systemUTC());
    code = new Main(surroundings, parts).run(arguments);
    return this;
  }

  /** Ctrl-C, once the command listens to it. */
  CompletableFuture<Runnable> interrupt() {
    return interrupt;
  }

  int code() {
    return code;
  }

  String out() {
    return out.toString();
  }

  String err() {
    return err.toString();
  }
}
