package io.fleetcheck.controller.cli;

import picocli.CommandLine.Command;

/** The word {@code fleetcheck} itself; {@link Main} has its commands. */
@Command(
    name = "fleetcheck",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Finds SCSI disks on which zeroing by WRITE SAME is slower than writing zeros, so that ext4"
          + " and everything that preallocates small files stalls; on a whole fleet, with evidence.",
      ""
    },
    footer = {
      "",
      "Start here:",
      "  fleetcheck audit inventory/examples/localhost.ini   this machine, without SSH",
      "  fleetcheck audit -b -l web hosts.ini                the group web, by SSH and sudo",
      "  fleetcheck doctor -b -i hosts.ini web1              why a host cannot be audited",
      "  fleetcheck explain list                             what the verdicts mean",
      "",
      "Exit codes: 0 clean; 1 some disk is broken or at risk; 2 usage or inventory error; 3 no",
      "findings, but a host did not answer or a disk is unknown; 4 aborted; 5 internal error."
    })
final class FleetcheckCommand {}
