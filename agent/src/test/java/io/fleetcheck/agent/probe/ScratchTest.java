package io.fleetcheck.agent.probe;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.natives.LinuxKernel;
import io.fleetcheck.agent.natives.NativeLibrary;
import io.fleetcheck.agent.sysfs.DeviceMapperTables;
import io.fleetcheck.agent.sysfs.TopologyReader;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.ProbeResult;
import io.fleetcheck.agent.wire.RefusalReason;
import io.fleetcheck.agent.wire.Topology;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scratch devices: what is on one, or uses one, must make the agent leave it alone. */
@Timeout(120)
class ScratchTest {
  private LoopDisk disk;

  @BeforeEach
  void attach() throws Exception {
    Requires.loopDevices();
    disk = new LoopDisk(160);
  }

  @AfterEach
  void detach() throws Exception {
    if (disk != null) {
      disk.close();
    }
  }

  private ProbeFixture named() {
    String link = "/dev/disk/by-id/test-" + disk.name();
    return new ProbeFixture().scratch(link, "").facts(Facts.node(disk, n -> Facts.link(n, link)));
  }

  private byte[] digest() throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (RandomAccessFile device = new RandomAccessFile(disk.device(), "r")) {
      byte[] block = new byte[1 << 20];
      for (int n = device.read(block); n > 0; n = device.read(block)) {
        digest.update(block, 0, n);
      }
    }
    return digest.digest();
  }

  private void refuses(RefusalReason reason) throws Exception {
    byte[] before = digest();
    ProbeResult result = named().probe(disk);
    assertEquals(List.of(reason), ProbeFixture.reasons(result));
    assertTrue(result instanceof ProbeResult.Refused);
    assertArrayEquals(before, digest(), "the device was written to");
  }

  @Test
  void blankDeviceIsMeasured() throws Exception {
    ProbeResult.Measured measured = (ProbeResult.Measured) named().probe(disk);
    assertEquals(ProbeMode.SCRATCH, measured.mode());
    assertTrue(measured.zeroing().orElseThrow().series().get(0).pairs().size() >= 8);
    // What an earlier probe left there is no reason to refuse the next.
    assertTrue(named().probe(disk) instanceof ProbeResult.Measured);
  }

  @Test
  void onlyWhereItWasAskedFor() throws Exception {
    assertEquals(
        List.of(RefusalReason.NO_FILE_SYSTEM), named().mode(ProbeMode.EXTENT).refusals(disk));
  }

  @Test
  void otherSerialNumber() throws Exception {
    assertEquals(
        List.of(RefusalReason.SCRATCH_IDENTITY),
        named().scratch("/dev/disk/by-id/test-" + disk.name(), "OTHER").refusals(disk));
  }

  @Test
  void fileSystems() throws Exception {
    for (String[] mkfs :
        new String[][] {
          {"mkfs.ext4", "-q", "-F"},
          {"mkfs.xfs", "-q", "-f", "-d", "size=32m", "--unsupported"},
          {"mkfs.btrfs", "-q", "-f"},
          {"mkswap"}
        }) {
      if (Files.isExecutable(Path.of("/usr/sbin", mkfs[0]))) {
        disk.format(mkfs);
        refuses(RefusalReason.SCRATCH_SIGNATURE);
        Commands.run("wipefs", "-a", disk.device());
      }
    }
  }

  @Test
  void mounted() throws Exception {
    Requires.command("mkfs.ext4");
    disk.format("mkfs.ext4", "-q", "-F");
    disk.mount("rw");
    assertEquals(RefusalReason.SCRATCH_IN_USE, named().refusals(disk).get(0));
  }

  @Test
  void backsALoopDevice() throws Exception {
    String upper = Commands.run("losetup", "-f", "--show", disk.device());
    try {
      refuses(RefusalReason.SCRATCH_LOOP_BACKING);
    } finally {
      Commands.run("losetup", "-d", upper);
    }
  }

  @Test
  void openInAnotherProcess() throws Exception {
    Process holder =
        new ProcessBuilder("sh", "-c", "exec 3<" + disk.device() + "; echo open; read end").start();
    try {
      assertEquals('o', holder.getInputStream().read());
      refuses(RefusalReason.SCRATCH_IN_USE);
    } finally {
      holder.getOutputStream().close();
      holder.waitFor();
    }
  }

  @Test
  void everyKnownMark() throws Exception {
    long size = 160L << 20;
    List<Signatures.Signature> all = new ArrayList<>(Signatures.all());
    all.addAll(Signatures.md(size));
    LinuxKernel kernel = LinuxKernel.load(new NativeLibrary(Optional.empty()));
    Topology topology = TopologyReader.read(Path.of("/"), DeviceMapperTables.none());
    for (Signatures.Signature mark : all) {
      long at = mark.offset() < 0 ? size + mark.offset() : mark.offset();
      byte[] bytes = mark.bytes().getBytes(StandardCharsets.ISO_8859_1);
      put(at, bytes);
      try (Descriptor node = kernel.openNode(disk.device(), true)) {
        RefusedException refused =
            assertThrows(
                RefusedException.class,
                () ->
                    new ScratchContent(node, kernel, topology.node(disk.name()).orElseThrow())
                        .check(),
                mark.toString());
        assertEquals(RefusalReason.SCRATCH_SIGNATURE, refused.refusal().reason());
      }
      put(at, new byte[bytes.length]);
    }
  }

  private void put(long at, byte[] bytes) throws IOException {
    try (RandomAccessFile device = new RandomAccessFile(disk.device(), "rw")) {
      device.seek(at);
      device.write(bytes);
      device.getFD().sync();
    }
  }
}
