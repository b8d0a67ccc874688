package io.fleetcheck.agent.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleetcheck.agent.wire.KernelEvidence.Command;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Literal lines, in the forms of the kernels since 5.10. */
class TraceLinesTest {
  private final TraceLines lines = new TraceLines(Map.of("2:0:1:0", "2:0:1:0"));

  private List<Command> read(String... text) {
    for (String line : text) {
      lines.add(line);
    }
    return lines.commands();
  }

  @Test
  void kernel510() {
    assertEquals(
        List.of(
            new Command(
                "2:0:1:0",
                "WRITE_SAME",
                0,
                2048,
                123_456_789_000L,
                41_000_000,
                "result=(driver=DRIVER_OK host=OK message=COMMAND_COMPLETE status=SAM_STAT_GOOD)")),
        read(
            "# tracer: nop",
            " kworker/0:1H-123     [000] ....   123.456789: scsi_dispatch_cmd_start: host_no=2"
                + " channel=0 id=1 lun=0 data_sgl=1 prot_sgl=0 prot_op=SCSI_PROT_NORMAL"
                + " cmnd=(WRITE_SAME lba=0 txlen=2048 protect=0 unmap=0"
                + " raw=41 00 00 00 00 00 00 08 00 00)",
            "          <idle>-0       [001] ..s1   123.497789: scsi_dispatch_cmd_done: host_no=2"
                + " channel=0 id=1 lun=0 data_sgl=1 prot_sgl=0 prot_op=SCSI_PROT_NORMAL"
                + " cmnd=(WRITE_SAME lba=0 txlen=2048 protect=0 unmap=0"
                + " raw=41 00 00 00 00 00 00 08 00 00)"
                + " result=(driver=DRIVER_OK host=OK message=COMMAND_COMPLETE"
                + " status=SAM_STAT_GOOD)"));
  }

  @Test
  void kernel61WithTags() {
    Command command =
        read(
                "  my thread: x-99   [000] d..1.   5.000001: scsi_dispatch_cmd_start: host_no=2"
                    + " channel=0 id=1 lun=0 data_sgl=1 prot_sgl=0 prot_op=SCSI_PROT_NORMAL"
                    + " driver_tag=7 scheduler_tag=12 cmnd=(WRITE_SAME_16 lba=4294967296"
                    + " txlen=65536 protect=0 unmap=1"
                    + " raw=93 08 00 00 00 01 00 00 00 00 00 01 00 00 00 00)",
                "  <idle>-0   [000] d..1.   5.000101: scsi_dispatch_cmd_done: host_no=2"
                    + " channel=0 id=1 lun=0 data_sgl=1 prot_sgl=0 prot_op=SCSI_PROT_NORMAL"
                    + " driver_tag=7 scheduler_tag=12 cmnd=(WRITE_SAME_16 lba=4294967296"
                    + " txlen=65536 protect=0 unmap=1"
                    + " raw=93 08 00 00 00 01 00 00 00 00 00 01 00 00 00 00)"
                    + " result=(driver=DRIVER_OK host=DID_OK message=COMMAND_COMPLETE"
                    + " status=SAM_STAT_GOOD)")
            .get(0);
    assertEquals("WRITE_SAME_16", command.opcode());
    assertEquals(1L << 32, command.lba());
    assertEquals(65536, command.blocks());
    assertEquals(100_000, command.nanos());
  }

  @Test
  void newestWithSenseData() {
    Command command =
        read(
                "  a-1   [000] d..1.   5.000001: scsi_dispatch_cmd_start: host_no=2 channel=0 id=1"
                    + " lun=0 data_sgl=1 prot_sgl=0 prot_op=SCSI_PROT_NORMAL driver_tag=7"
                    + " scheduler_tag=12 cmnd=(WRITE_SAME lba=8 txlen=8 protect=0 unmap=0"
                    + " raw=41 00 00 00 00 08 00 00 08 00)",
                "  b-2   [000] d..1.   5.000101: scsi_dispatch_cmd_done: host_no=2 channel=0 id=1"
                    + " lun=0 data_sgl=1 prot_sgl=0 prot_op=SCSI_PROT_NORMAL driver_tag=7"
                    + " scheduler_tag=12 cmnd=(WRITE_SAME lba=8 txlen=8 protect=0 unmap=0"
                    + " raw=41 00 00 00 00 08 00 00 08 00)"
                    + " result=(driver=DRIVER_OK host=DID_OK message=COMMAND_COMPLETE"
                    + " status=SAM_STAT_CHECK_CONDITION) sense=(sense_key=0x5 asc=0x20 ascq=0x0)")
            .get(0);
    assertEquals(8, command.lba());
    assertEquals(true, command.result().contains("asc=0x20"), command.result());
  }

  @Test
  void variableLengthAndOthers() {
    List<Command> commands =
        read(
            start(
                "VARIABLE_LENGTH",
                "WRITE_SAME_32 lba=16 txlen=4 protect=0 ei_lbrt=0 unmap=0 ",
                "7f 00 00 00 00 00 00 18 00 0d 00 00 00 00 00 00 00 00 00 10 00 00 00 00 00 00 00"
                    + " 00 00 00 00 04",
                "1.000001"),
            start("UNMAP", "regions=1 ", "42 00 00 00 00 00 00 00 18 00", "1.000002"),
            start("SYNCHRONIZE_CACHE", "- ", "35 00 00 00 00 00 00 00 00 00", "1.000003"),
            start("WRITE_6", "lba=1 txlen=256 ", "0a 00 00 01 00 00", "1.000004"),
            start(
                "WRITE_10",
                "lba=2 txlen=16 protect=0 ",
                "2a 00 00 00 00 02 00 00 10 00",
                "1.000005"));
    assertEquals(
        List.of("WRITE_SAME_32", "UNMAP", "SYNCHRONIZE_CACHE", "WRITE_6", "WRITE_10"),
        commands.stream().map(Command::opcode).toList());
    assertEquals(List.of(4L, 24L, 0L, 256L, 16L), commands.stream().map(Command::blocks).toList());
    assertEquals(16, commands.get(0).lba());
    assertEquals(-1, commands.get(0).nanos(), "no end was seen");
    assertEquals(true, commands.get(0).isWriteSame());
  }

  private static String start(String opcode, String parsed, String raw, String time) {
    return " x-1 [000] .... "
        + time
        + ": scsi_dispatch_cmd_start: host_no=2 channel=0 id=1 lun=0"
        + " data_sgl=0 prot_sgl=0 prot_op=SCSI_PROT_NORMAL cmnd=("
        + opcode
        + " "
        + parsed
        + "raw="
        + raw
        + ")";
  }

  @Test
  void otherDisksAndDamagedLinesArePassedOver() {
    String other =
        start("WRITE_10", "lba=2 txlen=16 protect=0 ", "2a 00 00 00 00 02 00 00 10 00", "1.000005")
            .replace("id=1", "id=2");
    String good =
        start("WRITE_10", "lba=2 txlen=16 protect=0 ", "2a 00 00 00 00 02 00 00 10 00", "1.000005");
    assertEquals(
        List.of(), read(other, good.substring(0, good.length() - 20), "CPU:0 [LOST 5 EVENTS]", ""));
  }

  @Test
  void equalCommandsArePairedInTheirOrder() {
    String cdb = "35 00 00 00 00 00 00 00 00 00";
    String done = " result=(driver=DRIVER_OK host=DID_OK message=COMMAND_COMPLETE status=GOOD)";
    List<Command> commands =
        read(
            start("SYNCHRONIZE_CACHE", "- ", cdb, "1.000000"),
            start("SYNCHRONIZE_CACHE", "- ", cdb, "1.000100").replace("_start", "_done") + done,
            start("SYNCHRONIZE_CACHE", "- ", cdb, "2.000000"),
            start("SYNCHRONIZE_CACHE", "- ", cdb, "2.000300").replace("_start", "_done") + done);
    assertEquals(List.of(100_000L, 300_000L), commands.stream().map(Command::nanos).toList());
  }
}
