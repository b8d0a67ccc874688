package io.fleetcheck.controller.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdOutputStream;
import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Event.Captured.Entry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class CapturedTreeTest {
  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");

  @TempDir Path temporary;

  @Test
  void whatIsWrittenIsUnpackedByteForByte() throws IOException {
    StringBuilder everyByte = new StringBuilder();
    for (char c = 0; c < 256; c++) {
      everyByte.append(c);
    }
    Path archive = temporary.resolve("host.tar.zst");
    String deep = "sys/devices/" + "expander-11:0/".repeat(20) + "vpd_pg83";
    CaptureWriter.write(
        archive,
        List.of(
            file("sys/class/x", everyByte.toString()),
            file(deep, "deep\n"),
            file("proc/self/mountinfo", ""),
            new Event.Captured("sys/block", Entry.DIRECTORY, ""),
            new Event.Captured("sys/block/sda", Entry.LINK, "../devices/\u00e4")),
        TIME);
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(archive)));
    Path root;
    try (CapturedTree tree = CapturedTree.open(archive)) {
      root = tree.root();
      byte[] bytes = Files.readAllBytes(root.resolve("sys/class/x"));
      assertEquals(everyByte.toString(), new String(bytes, StandardCharsets.ISO_8859_1));
      assertEquals("deep\n", Files.readString(root.resolve(deep)));
      assertEquals(0, Files.size(root.resolve("proc/self/mountinfo")));
      assertEquals(
          "../devices/\u00e4", Files.readSymbolicLink(root.resolve("sys/block/sda")).toString());
    }
    assertFalse(Files.exists(root, LinkOption.NOFOLLOW_LINKS));
    assertEquals(List.of(archive), list(temporary));
  }

  @Test
  void everyCompressionIsToldByItsContent() throws IOException {
    byte[] tar = tar(entry("./sys/a", "x"));
    ByteArrayOutputStream gzip = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(gzip)) {
      out.write(tar);
    }
    ByteArrayOutputStream xz = new ByteArrayOutputStream();
    try (OutputStream out = new XZOutputStream(xz, new LZMA2Options(0))) {
      out.write(tar);
    }
    ByteArrayOutputStream zstd = new ByteArrayOutputStream();
    try (OutputStream out = new ZstdOutputStream(zstd)) {
      out.write(tar);
    }
    for (byte[] bytes : List.of(tar, gzip.toByteArray(), xz.toByteArray(), zstd.toByteArray())) {
      try (CapturedTree tree = CapturedTree.open(archive(bytes))) {
        assertEquals("x", Files.readString(tree.root().resolve("sys/a")));
      }
    }
  }

  @Test
  void aDirectoryIsTakenAsItIsAndStays() throws IOException {
    Path tree = Files.createDirectories(temporary.resolve("lab-6.12/sys")).getParent();
    try (CapturedTree opened = CapturedTree.open(temporary)) {
      assertEquals(tree, opened.root());
    }
    assertTrue(Files.exists(temporary.resolve("lab-6.12/sys")));
  }

  @Test
  void absoluteLinksStayInside() throws IOException {
    byte[] tar =
        tar(
            entry("host/sys/devices/sda/size", "8"),
            link("host/sys/block/sda", "/sys/devices/sda"),
            link("host/proc", "/etc"));
    try (CapturedTree tree = CapturedTree.open(archive(tar))) {
      assertEquals("8", Files.readString(tree.root().resolve("sys/block/sda/size")));
      assertFalse(Files.exists(tree.root().resolve("proc")));
    }
  }

  @Test
  void hostileArchivesAreRefusedAndLeaveNothing() throws IOException {
    Path victim = temporary.resolve("victim");
    refused("would be written outside", tar(entry("sys/../../victim", "x")));
    refused("would be written outside", tar(entry("/" + victim, "x")));
    refused("leads out of the tree", tar(entry("sys/a", "x"), link("sys/b", "../../../../../etc")));
    refused("twice", tar(entry("sys/a", "x"), link("sys/b", ".."), entry("sys/b/c", "x")));
    refused("twice", tar(entry("sys/a", "x"), entry("sys/a", "y")));
    assertFalse(Files.exists(victim));
  }

  @Test
  void anArchiveThatSwellsIsRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new ZstdOutputStream(bytes))) {
      TarArchiveEntry entry = new TarArchiveEntry("sys/a");
      entry.setSize(3 << 20);
      tar.putArchiveEntry(entry);
      tar.write(new byte[3 << 20]);
      tar.closeArchiveEntry();
    }
    assertTrue(bytes.size() < 1 << 16);
    Path archive = archive(bytes.toByteArray());
    Path into = Files.createDirectory(temporary.resolve("into"));
    assertEquals(
        "it unpacks to more than 2 MiB",
        assertThrows(IOException.class, () -> Unpacker.unpack(archive, into, 2 << 20))
            .getMessage());
  }

  @Test
  void whatIsNoTreeIsSaidInOneLine() throws IOException {
    refused("has no directory sys", tar(entry("etc/passwd", "x")));
    byte[] tar = tar(entry("sys/a", "x".repeat(100_000)));
    refused("cannot unpack", Arrays.copyOf(tar, 50_000));
    refused("no tar archive", new byte[0]);
    Path missing = temporary.resolve("missing.tar");
    assertEquals(
        missing + " does not exist",
        assertThrows(IOException.class, () -> CapturedTree.open(missing)).getMessage());
    Path empty = Files.createDirectory(temporary.resolve("empty"));
    assertEquals(
        empty + " has no directory sys: it is no captured tree",
        assertThrows(IOException.class, () -> CapturedTree.open(empty)).getMessage());
  }

  @Test
  void aCaptureThatCannotBeWrittenLeavesNothing() throws IOException {
    Path nowhere = temporary.resolve("no/such.tar.zst");
    assertEquals(
        "cannot write " + nowhere + ": the directory does not exist",
        assertThrows(IOException.class, () -> CaptureWriter.write(nowhere, List.of(), TIME))
            .getMessage());
    Path target = Files.writeString(temporary.resolve("old.tar.zst"), "old");
    assertThrows(
        IOException.class,
        () -> CaptureWriter.write(target, List.of(file("../../etc/cron.d/x", "")), TIME));
    assertEquals("old", Files.readString(target));
    assertEquals(List.of(target), list(temporary));
  }

  @Test
  void aFullDiskGivesOneLine() throws IOException {
    // A device that is always full; the temporary file beside it is what fills up in life.
    if (!Files.isWritable(Path.of("/dev/full"))) {
      String why = "SKIPPED: there is no /dev/full";
      System.err.println(why);
      Assumptions.abort(why);
    }
    IOException full =
        assertThrows(
            IOException.class,
            () -> CaptureWriter.writeTo(Path.of("/dev/full"), List.of(file("sys/a", "x")), TIME));
    assertEquals("No space left on device", CaptureWriter.reason(full));
  }

  private void refused(String why, byte[] archive) throws IOException {
    Path path = archive(archive);
    Path space = Files.createDirectories(temporary.resolve("space"));
    String message =
        String.valueOf(
            assertThrows(IOException.class, () -> CapturedTree.open(path, space)).getMessage());
    assertTrue(message.contains(why), message);
    assertTrue(message.contains(path.toString()), message);
    assertFalse(message.contains("\n"), message);
    assertEquals(List.of(), list(space));
  }

  private Path archive(byte[] bytes) throws IOException {
    return Files.write(temporary.resolve("archive"), bytes);
  }

  private static List<Path> list(Path directory) throws IOException {
    try (var names = Files.list(directory)) {
      return names.toList();
    }
  }

  private static Event.Captured file(String path, String content) {
    return new Event.Captured(path, Entry.FILE, content);
  }

  private record Item(TarArchiveEntry entry, String content) {}

  private static Item entry(String name, String content) {
    TarArchiveEntry entry = new TarArchiveEntry(name, true);
    entry.setSize(content.length());
    return new Item(entry, content);
  }

  private static Item link(String name, String target) {
    TarArchiveEntry entry = new TarArchiveEntry(name, TarConstants.LF_SYMLINK, true);
    entry.setLinkName(target);
    return new Item(entry, "");
  }

  private static byte[] tar(Item... items) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      for (Item item : items) {
        tar.putArchiveEntry(item.entry());
        tar.write(item.content().getBytes(StandardCharsets.US_ASCII));
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }
}
