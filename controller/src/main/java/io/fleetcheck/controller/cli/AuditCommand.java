package io.fleetcheck.controller.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Words of the command line; {@link AuditOptions} makes sense of them. */
@Command(
    name = "audit",
    sortOptions = false,
    customSynopsis = {
      "fleetcheck audit [OPTION]... INVENTORY...",
      "fleetcheck audit [OPTION]... --sysroot DIR|TAR"
    },
    description = {
      "Finds the disks of a fleet on which zeroing by WRITE SAME is slower than writing zeros: looks"
          + " at the block stack of every host, measures where that is safe, and judges. Changes no"
          + " setting and no byte of yours.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  fleetcheck audit inventory/examples/localhost.ini     this machine",
      "  fleetcheck audit -b -l 'web,db1' hosts.ini            some hosts, with sudo",
      "  fleetcheck audit --mode inspect hosts.ini             only look, write nothing at all",
      "  fleetcheck audit --report json hosts.ini | jq .counts    for programs",
      "  fleetcheck audit --sysroot web1.tar.zst               a tree that capture made",
      "",
      "Exit codes: 0 clean; 1 some disk is broken or at risk; 2 usage or inventory error; 3 no",
      "findings, but a host did not answer or a disk is unknown; 4 aborted; 5 internal error."
    })
final class AuditCommand extends AnyCommand {
  private final Surroundings surroundings;
  private final Parts parts;

  @Parameters(
      paramLabel = "INVENTORY",
      arity = "0..*",
      description =
          "An inventory as Ansible reads it. The host localhost is this machine where its connection is local.")
  private List<String> inventories = new ArrayList<>();

  @ArgGroup(validate = false, heading = "%nWhich hosts:%n")
  private HostArguments hosts = new HostArguments();

  @ArgGroup(validate = false, heading = "%nHow to reach them, where the inventory does not say:%n")
  private ConnectionArguments connection = new ConnectionArguments();

  @ArgGroup(validate = false, heading = "%nPasswords of the inventory's vault:%n")
  private VaultArguments vault = new VaultArguments();

  @ArgGroup(validate = false, heading = "%nHow far to go:%n")
  private ProbeArguments probe = new ProbeArguments();

  @ArgGroup(validate = false, heading = "%nWhat to show:%n")
  private OutputArguments output = new OutputArguments();

  @ArgGroup(validate = false)
  private WaiverArguments waivers = new WaiverArguments();

  @ArgGroup(validate = false, heading = "%nWhat to keep, and to compare with:%n")
  private KeepingArguments keeping = new KeepingArguments();

  AuditCommand(Surroundings surroundings, Parts parts) {
    this.surroundings = surroundings;
    this.parts = parts;
  }

  @Override
  public Integer call() throws Exception {
    AuditOptions options = AuditOptions.of(this, surroundings);
    return new AuditSession(surroundings, parts, options).run();
  }

  List<String> inventories() {
    return inventories;
  }

  HostArguments hosts() {
    return hosts;
  }

  ConnectionArguments connection() {
    return connection;
  }

  VaultArguments vault() {
    return vault;
  }

  ProbeArguments probe() {
    return probe;
  }

  OutputArguments output() {
    return output;
  }

  WaiverArguments waivers() {
    return waivers;
  }

  KeepingArguments keeping() {
    return keeping;
  }
}
