package io.fleetcheck.controller.ssh;

import io.fleetcheck.controller.run.HostOutcome.Unreachable;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.controller.ssh.config.Route.AddressFamily;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.regex.Pattern;

/** Finds addresses in a thread of its own: nothing else frees one that waits for a name server. */
final class Resolver {
  /** An address, not a name: Java asks nobody for it. */
  private static final Pattern LITERAL =
      Pattern.compile(
          "(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}|.*:.*");

  private final Lookup names;

  /** Where addresses come from. */
  interface Lookup {
    /**
     * May take long.
     *
     * @throws UnknownHostException where there are none
     */
    InetAddress[] addresses(String name) throws UnknownHostException;
  }

  Resolver(Lookup names) {
    this.names = names;
  }

  /**
   * @throws HostFailure where the name is not known
   * @throws IOException where the line was cut meanwhile
   */
  List<InetAddress> resolve(String name, AddressFamily family, String target, Line line)
      throws HostFailure, IOException {
    List<InetAddress> all =
        LITERAL.matcher(name).matches()
            ? List.of(known(name, target))
            : resolve(name, target, line);
    List<InetAddress> wanted = all.stream().filter(address -> fits(address, family)).toList();
    if (wanted.isEmpty()) {
      throw new HostFailure(
          new Unreachable(
              Stage.RESOLVE, target + " has no address of the family that AddressFamily demands"));
    }
    return wanted;
  }

  private static boolean fits(InetAddress address, AddressFamily family) {
    return switch (family) {
      case ANY -> true;
      case INET -> address instanceof Inet4Address;
      case INET6 -> address instanceof Inet6Address;
    };
  }

  private static InetAddress known(String literal, String target) throws HostFailure {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException malformed) {
      throw unknown(target);
    }
  }

  private static HostFailure unknown(String target) {
    return new HostFailure(
        new Unreachable(
            Stage.RESOLVE,
            "the name of "
                + target
                + " is not known to the name service: correct it, or set ansible_host"));
  }

  private List<InetAddress> resolve(String name, String target, Line line)
      throws HostFailure, IOException {
    FutureTask<List<InetAddress>> task = new FutureTask<>(() -> List.of(names.addresses(name)));
    line.lay(() -> task.cancel(false));
    Thread thread = new Thread(task, "fleetcheck-resolver");
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get();
    } catch (ExecutionException unknown) {
      throw unknown(target);
    } catch (CancellationException cut) {
      throw new IOException("cut off while its name was being resolved", cut);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while its name was being resolved", e);
    }
  }
}
