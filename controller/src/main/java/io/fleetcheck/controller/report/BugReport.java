package io.fleetcheck.controller.report;

import io.fleetcheck.agent.wire.Hba;
import io.fleetcheck.agent.wire.KernelEvidence;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.ScsiDisk;
import io.fleetcheck.agent.wire.Series;
import io.fleetcheck.agent.wire.Topology;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.verdict.Ratio;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * The mail that the linux-scsi list wants about one disk: hardware, what the device claims, what
 * was measured, and how to measure it without fleetcheck. Serial numbers and what a host is called
 * stay out of it unless they are asked for.
 */
public final class BugReport {
  /** A line of a mail. */
  private static final int WIDTH = 72;

  /** Pages about the device's kind; 80 and 83 name the very device. */
  private static final List<String> KIND_PAGES = List.of("00", "89", "b0", "b1", "b2", "b7");

  private static final int B0_MAXIMUM_WRITE_SAME_LENGTH = 36;

  private final HostResult host;
  private final DiskView view;
  private final boolean serials;
  private final List<String> lines = new ArrayList<>();

  private BugReport(HostResult host, DiskView view, boolean serials) {
    this.host = host;
    this.view = view;
    this.serials = serials;
  }

  /**
   * The disks that a name means: an id as reports show it, or HOST:NAME such as {@code web1:sda}. A
   * LUN that several hosts see is there once for each.
   */
  public static List<String> find(AuditResult result, String name) {
    return result.hosts().stream()
        .flatMap(host -> DiskRow.of(host).stream())
        .filter(disk -> is(disk, name))
        .map(disk -> disk.host() + ":" + disk.disk().name())
        .toList();
  }

  /**
   * @param name means exactly one disk
   * @param serials whether serial numbers, world-wide names and the host's name are shown
   */
  public static void write(AuditResult result, String name, boolean serials, Writer out)
      throws IOException {
    for (HostResult host : result.hosts()) {
      for (DiskView disk : DiskView.of(host, host.told())) {
        if (is(disk.row(), name)) {
          for (String line : new BugReport(host, disk, serials).mail()) {
            out.write(line + "\n");
          }
          return;
        }
      }
    }
    throw new IllegalArgumentException("no disk is called " + name);
  }

  private static boolean is(DiskRow row, String name) {
    return row.disk().id().text().equals(name)
        || (row.host() + ":" + row.disk().name()).equals(name);
  }

  private List<String> mail() {
    subject();
    summary();
    hardware();
    limits();
    pages();
    measurement();
    commands();
    byHand();
    proposal();
    return lines;
  }

  private void subject() {
    add("To: linux-scsi@vger.kernel.org");
    add(
        "Subject: WRITE SAME on "
            + TableReport.identity(view.row())
            + " ("
            + DiskRow.text(view.driver())
            + ") "
            + view.verdict()
                .ratio()
                .map(
                    ratio ->
                        "is " + Text.ratio(ratio.estimate()) + " times slower than writing zeros")
                .orElse("is not what it should be"));
    add("");
  }

  private void summary() {
    paragraph(view.verdict().sentence());
    for (Ratio ratio : view.verdict().ratio().stream().toList()) {
      paragraph(
          "Zeroing over writing, both with fdatasync: %s, 99 %% interval %s to %s, %d pairs."
              .formatted(
                  Text.ratio(ratio.estimate()),
                  Text.ratio(ratio.low()),
                  Text.ratio(ratio.high()),
                  ratio.pairs()));
    }
    paragraph(
        "File systems zero small preallocated extents that way, so whatever preallocates small"
            + " files stalls.");
  }

  private void hardware() {
    head("Hardware");
    field("Disk", TableReport.identity(view.row()));
    Optional<Hba> hba = view.scsi().flatMap(scsi -> view.topology().hba(scsi.hba()));
    if (hba.isPresent()) {
      field("Driver", DiskRow.text(hba.get().driver()));
      field("Adapter", DiskRow.text(hba.get().model()));
      field("Firmware", DiskRow.text(hba.get().firmware()));
      field("PCI id", DiskRow.text(hba.get().pciId()));
    } else {
      field("Driver", DiskRow.text(view.driver()));
    }
    Topology.HostFacts facts = view.topology().host();
    field("Kernel", DiskRow.text(facts.kernel()) + " " + facts.architecture());
    field("System", DiskRow.text(facts.operatingSystem()));
    if (serials) {
      field("Host", host.name());
      field("Id", view.disk().id().text());
      view.scsi().ifPresent(scsi -> field("Serial", DiskRow.text(scsi.serial())));
    }
    view.disk().paths().stream()
        .skip(1)
        .findFirst()
        .ifPresent(more -> field("Paths", String.valueOf(view.disk().paths().size())));
  }

  private void limits() {
    head("Limits (sysfs)");
    for (ScsiDisk scsi : view.scsi().stream().toList()) {
      new TreeMap<>(scsi.disk()).forEach((name, value) -> field(name, DiskRow.text(value)));
    }
    view.firstPath()
        .ifPresent(
            node -> {
              for (String name :
                  List.of(
                      "write_zeroes_max_bytes",
                      "write_same_max_bytes",
                      "discard_max_bytes",
                      "logical_block_size",
                      "physical_block_size",
                      "max_sectors_kb",
                      "scheduler")) {
                Reading<String> value = node.queue().get(name);
                if (value != null) {
                  field("queue/" + name, DiskRow.text(value));
                }
              }
            });
  }

  private void pages() {
    Map<String, Reading<String>> pages = new LinkedHashMap<>();
    view.scsi()
        .ifPresent(
            scsi ->
                new TreeMap<>(scsi.vpdPages())
                    .forEach(
                        (page, bytes) -> {
                          if (bytes.isKnown() && (serials || KIND_PAGES.contains(page))) {
                            pages.put(page, bytes);
                          }
                        }));
    if (pages.isEmpty()) {
      return;
    }
    head("VPD pages");
    pages.forEach(
        (page, bytes) -> {
          String hex = bytes.toOptional().orElse("");
          add("  page " + page + ":");
          for (int at = 0; at < hex.length(); at += 64) {
            add("    " + hex.substring(at, Math.min(at + 64, hex.length())));
          }
          if (page.equals("b0") && hex.length() >= 2 * (B0_MAXIMUM_WRITE_SAME_LENGTH + 8)) {
            String length =
                hex.substring(
                    2 * B0_MAXIMUM_WRITE_SAME_LENGTH, 2 * (B0_MAXIMUM_WRITE_SAME_LENGTH + 8));
            add("    maximum write same length: " + Long.parseUnsignedLong(length, 16));
          }
        });
  }

  private void measurement() {
    List<Series> series = series();
    if (series.isEmpty()) {
      return;
    }
    head("Measurement: medians of single calls, each followed by fdatasync");
    Grid grid =
        new Grid(
            new Grid.Column("operation", false),
            new Grid.Column("bytes", true),
            new Grid.Column("pairs", true),
            new Grid.Column("call", true),
            new Grid.Column("flush", true),
            new Grid.Column("write", true),
            new Grid.Column("flush", true));
    for (Series one : series) {
      if (!one.pairs().isEmpty()) {
        grid.add(
            switch (one.operation()) {
              case ZEROOUT -> "BLKZEROOUT";
              case PUNCH -> "PUNCH_HOLE";
              case WRITE -> "write (A/A)";
            },
            String.valueOf(one.bytes()),
            String.valueOf(one.pairs().size()),
            median(one, pair -> pair.operation().call()),
            median(one, pair -> pair.operation().flush()),
            median(one, pair -> pair.write().call()),
            median(one, pair -> pair.write().flush()));
      }
    }
    grid.lines().forEach(line -> add("  " + line));
  }

  private List<Series> series() {
    return measured()
        .flatMap(ProbeResult.Measured::zeroing)
        .map(ProbeResult.Zeroing::series)
        .orElse(List.of());
  }

  private Optional<ProbeResult.Measured> measured() {
    return view.probe()
        .filter(ProbeResult.Measured.class::isInstance)
        .map(ProbeResult.Measured.class::cast);
  }

  private static String median(Series series, ToLongFunction<Series.Pair> nanos) {
    return Text.millis(median(series.pairs().stream().mapToLong(nanos).sorted().toArray()));
  }

  private static long median(long[] sorted) {
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  /** The device's own time, from the kernel's trace events. */
  private void commands() {
    Optional<KernelEvidence> evidence =
        measured().flatMap(measured -> measured.evidence().toOptional());
    if (evidence.isEmpty() || evidence.get().commands().isEmpty()) {
      return;
    }
    Map<String, List<Long>> times = new TreeMap<>();
    for (KernelEvidence.Command command : evidence.get().commands()) {
      if (command.nanos() >= 0) {
        times
            .computeIfAbsent(command.opcode() + " " + command.blocks(), any -> new ArrayList<>())
            .add(command.nanos());
      }
    }
    head("Command times (scsi_dispatch_cmd_start to _done)");
    Grid grid =
        new Grid(
            new Grid.Column("command and blocks", false),
            new Grid.Column("count", true),
            new Grid.Column("median", true),
            new Grid.Column("least", true),
            new Grid.Column("most", true));
    times.forEach(
        (what, nanos) -> {
          long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
          grid.add(
              what,
              String.valueOf(sorted.length),
              Text.millis(median(sorted)),
              Text.millis(sorted[0]),
              Text.millis(sorted[sorted.length - 1]));
        });
    grid.lines().forEach(line -> add("  " + line));
  }

  private void byHand() {
    head("To see it without fleetcheck, on a disk that may be OVERWRITTEN");
    add("  # zeroing 1 MiB by WRITE SAME, then the flush of the drive's cache");
    add("  time sh -c 'blkdiscard -z -o 0 -l 1048576 /dev/sdX; sync -d /dev/sdX'");
    add("  # writing 1 MiB of zeros, then the flush");
    add("  time dd if=/dev/zero of=/dev/sdX bs=1M count=1 oflag=direct conv=fdatasync");
    add("  # the commands themselves");
    add("  cd /sys/kernel/tracing && echo 1 > events/scsi/enable && cat trace_pipe");
  }

  private void proposal() {
    head("Proposal");
    String vendor = view.vendor().toOptional().orElse("?");
    String model = view.model().toOptional().orElse("?");
    String revision = view.revision().toOptional().orElse("?");
    paragraph(
        "Setting the limit to 0 cures it: echo 0 > /sys/class/scsi_disk/H:C:T:L/max_write_same_blocks."
            + " No flag of scsi_devinfo does that by itself today. One that makes the midlayer set"
            + " sdev->no_write_same would, for the entry");
    add("  {\"%s\", \"%s\", \"%s\", BLIST_...},".formatted(vendor, model, revision));
    add("");
    paragraph("Until then, this udev rule:");
    add(
        "  ACTION==\"add|change\", SUBSYSTEM==\"scsi_disk\", ATTRS{vendor}==\"%s\", \\"
            .formatted(vendor));
    add("    ATTRS{model}==\"%s\", TEST==\"max_write_same_blocks\", \\".formatted(model));
    add("    ATTR{max_write_same_blocks}=\"0\"");
  }

  private void head(String text) {
    if (!lines.get(lines.size() - 1).isEmpty()) {
      add("");
    }
    add(text);
    add("");
  }

  private void field(String name, String value) {
    add("  %-26s %s".formatted(name, value));
  }

  private void paragraph(String text) {
    lines.addAll(Text.wrap(Text.printable(text), WIDTH, "", ""));
    add("");
  }

  private void add(String line) {
    lines.add(Text.printable(line));
  }
}
