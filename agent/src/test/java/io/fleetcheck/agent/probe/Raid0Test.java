package io.fleetcheck.agent.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Reading;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Against where Linux 6.1 put the bytes: an array of three members of unequal size, made by mdadm
 * 4.2 in each of the two layouts, filled with numbered blocks, which were then looked for on the
 * members. The resources have the number of a chunk, its member, and its place there in bytes; of
 * the 2,710 chunks those around the borders of zones, and every 41st. {@code
 * -Dfleetcheck.raid0=DIRECTORY} takes files of the same form with all of them.
 */
class Raid0Test {
  private static final int CHUNK = 64 << 10;
  private static final long SIZE = 346_880L * 512;

  private Reading<String> layout = Reading.known("1");
  private Reading<String> level = Reading.known("raid0");
  private Reading<String> chunk = Reading.known(String.valueOf(CHUNK));
  private long size = SIZE;

  private final List<BlockNode.Member> members =
      new ArrayList<>(
          List.of(member("vdb", 1, 68_928), member("vda", 0, 40_000), member("vdc", 2, 64_512)));

  private static BlockNode.Member member(String node, int slot, long kibibytes) {
    return new BlockNode.Member(
        node,
        Reading.known(String.valueOf(slot)),
        Reading.known("2048"),
        Reading.known(String.valueOf(kibibytes)));
  }

  private BlockNode array() {
    return new BlockNode(
        "md0",
        "9:0",
        BlockNode.Kind.MD,
        Reading.known(size),
        Reading.known(false),
        0,
        List.of("vda", "vdb", "vdc"),
        List.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(new BlockNode.Md(level, Reading.known("clean"), chunk, layout, members)),
        Optional.empty(),
        Reading.absent("driver"),
        Map.of());
  }

  private Optional<List<Raid0.Part>> parts(long offset, long length) {
    return Raid0.parts(array(), offset, length);
  }

  @Test
  void originalLayoutIsAsTheKernelHasIt() throws IOException {
    compare("original", "1");
  }

  @Test
  void alternateLayoutIsAsTheKernelHasIt() throws IOException {
    compare("alternate", "2");
  }

  private void compare(String name, String number) throws IOException {
    layout = Reading.known(number);
    int compared = 0;
    try (BufferedReader lines = open("raid0-" + name + ".txt")) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.split(" ", -1);
        long at = Long.parseLong(words[0]) * CHUNK;
        long there = Long.parseLong(words[2]);
        assertEquals(
            Optional.of(List.of(new Raid0.Part(words[1], there, CHUNK))), parts(at, CHUNK), line);
        assertEquals(
            Optional.of(List.of(new Raid0.Part(words[1], there + 4096, 512))),
            parts(at + 4096, 512),
            line);
        compared++;
      }
    }
    assertTrue(compared >= 98, compared + " chunks");
  }

  private static BufferedReader open(String name) throws IOException {
    String directory = System.getProperty("fleetcheck.raid0", "");
    InputStream in =
        directory.isEmpty()
            ? Objects.requireNonNull(Raid0Test.class.getResourceAsStream(name))
            : Files.newInputStream(Path.of(directory, name));
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
  }

  @Test
  void rangesAreCutAtChunks() {
    assertEquals(
        Optional.of(
            List.of(
                new Raid0.Part("vda", (1 << 20) + 61_440, 4096),
                new Raid0.Part("vdb", 1 << 20, CHUNK),
                new Raid0.Part("vdc", 1 << 20, 4096))),
        parts(61_440, CHUNK + 8192));
  }

  @Test
  void whatIsNotKnownIsNotGuessed() {
    for (Reading<String> unknown :
        List.of(
            Reading.known("0"),
            Reading.known("-1"),
            Reading.<String>absent("layout"),
            Reading.<String>unreadable("layout", "EACCES"))) {
      layout = unknown;
      assertEquals(Optional.empty(), parts(0, 4096), unknown.toString());
    }
    layout = Reading.known("2");
    assertEquals(Optional.empty(), parts(SIZE, 4096));
    assertEquals(Optional.empty(), parts(SIZE - 4096, 8192));
    size = SIZE - CHUNK;
    assertEquals(Optional.empty(), parts(0, 4096));
    size = SIZE;
    for (Reading<String> bad : List.of(Reading.known("0"), Reading.<String>absent("chunk_size"))) {
      chunk = bad;
      assertEquals(Optional.empty(), parts(0, 4096), bad.toString());
    }
    chunk = Reading.known(String.valueOf(CHUNK));
    level = Reading.known("raid10");
    assertEquals(Optional.empty(), parts(0, 4096));
    level = Reading.known("raid0");
    members.set(0, member("vdd", 1, 68_928));
    assertEquals(Optional.empty(), parts(0, 4096));
    members.set(0, member("vdb", 3, 68_928));
    assertEquals(Optional.empty(), parts(0, 4096));
    members.remove(0);
    assertEquals(Optional.empty(), parts(0, 4096));
  }

  @Test
  void membersOfEqualSizeNeedNoLayout() {
    layout = Reading.known("-1");
    members.replaceAll(
        member ->
            member(member.node(), Integer.parseInt(member.slot().toOptional().get()), 64_512));
    size = 3L * 64_512 * 1024;
    assertEquals(
        Optional.of(List.of(new Raid0.Part("vdc", (1 << 20) + CHUNK, 512))),
        parts(5L * CHUNK, 512));
  }
}
