package io.fleetcheck.agent.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CodecTest {
  private static final Mount MOUNT =
      new Mount(
          "8:1",
          "/dev/sda1",
          "/srv/a \"b\"\n\u00e4",
          "ext4",
          List.of("rw", "relatime"),
          Reading.known(List.of("delalloc")),
          Reading.unreadable("/srv", "EIO"));

  @Test
  void aSealedParentIsTaggedAndLineBreaksAreEscaped() {
    assertEquals(
        "{\"number\":\"8:1\",\"source\":\"/dev/sda1\",\"path\":\"/srv/a \\\"b\\\"\\n\\u00e4\","
            + "\"type\":\"ext4\",\"options\":[\"rw\",\"relatime\"],"
            + "\"ext4Options\":{\"type\":\"Known\",\"value\":[\"delalloc\"]},"
            + "\"blockSize\":{\"type\":\"Unreadable\",\"path\":\"/srv\",\"errno\":\"EIO\"}}",
        Codec.encode(MOUNT));
  }

  @Test
  void whatWasEncodedIsDecodedToTheSameValue() {
    assertEquals(MOUNT, Codec.decode(Codec.encode(MOUNT), Mount.class));
    ProbeResult measured =
        new ProbeResult.Measured(
            ProbeMode.EXTENT,
            Optional.of(
                new ProbeResult.Zeroing(
                    "/srv",
                    "sda1",
                    List.of("0:0:1:0"),
                    List.of(
                        new Series(
                            Series.Operation.ZEROOUT,
                            4096,
                            List.of(
                                new Series.Pair(
                                    new Series.Observation(1, 40_000_000, 2),
                                    new Series.Observation(3, 4, 5))),
                            Optional.empty())))),
            List.of(new FilePattern("/srv", 20, List.of(1L), List.of(2L), Optional.of("EIO"))),
            new Settings(Map.of("block/sda/queue/nomerges", Reading.known("0"))),
            new Settings(Map.of()),
            Reading.known(
                new KernelEvidence(
                    List.of(new KernelEvidence.Command("0:0:1:0", "WRITE_SAME", 0, 8, 1, 41, "")),
                    0)),
            List.of(new Refusal(ProbeMode.EXTENT, RefusalReason.DM_THIN, "/mnt", "dm-3 is thin")));
    Event event = new Event.DiskProbed(new DiskId(DiskId.Kind.NAA, "naa.5000c5001"), measured);
    assertEquals(event, Codec.decode(Codec.encode((Record) event), Event.class));
  }

  @Test
  void aMissingOrWrongMemberIsNamed() {
    assertEquals(
        "Turn.disk is missing",
        assertThrows(IllegalArgumentException.class, () -> Codec.decode("{}", Turn.class))
            .getMessage());
    assertEquals(
        "Turn.disk.kind: OUI is not a Kind",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    Codec.decode(
                        "{\"disk\":{\"kind\":\"OUI\",\"text\":\"x\"},\"granted\":true,\"why\":\"\"}",
                        Turn.class))
            .getMessage());
  }

  @Test
  void textThatIsNotOneJsonValueIsRefusedWithItsPlace() {
    for (String text : List.of("", "{", "[1,]", "{\"a\":1}x", "\"\\u12", "nul", "--1", "{1:2}")) {
      String message =
          String.valueOf(
              assertThrows(IllegalArgumentException.class, () -> Json.parse(text)).getMessage());
      assertTrue(message.startsWith("JSON: "), text + " gave " + message);
    }
    assertThrows(IllegalArgumentException.class, () -> Json.parse("[".repeat(10_000)));
  }

  @Test
  void eventsAreFoundAmongNoise() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes("Welcome to host7!\nlast login: never".getBytes(StandardCharsets.UTF_8));
    EventWriter writer = new EventWriter(out, "t0k3n");
    writer.write(new Event.Warning("first"));
    out.writeBytes("OpenJDK 64-Bit Server VM warning\n".getBytes(StandardCharsets.UTF_8));
    writer.write(new Event.Done(1, List.of()));

    EventReader reader = new EventReader(new ByteArrayInputStream(out.toByteArray()), "t0k3n");
    assertEquals(Optional.of(new Event.Warning("first")), reader.next());
    assertEquals(Optional.of(new Event.Done(1, List.of())), reader.next());
    assertEquals(Optional.empty(), reader.next());
    assertEquals(
        "Welcome to host7!\nlast login: never\nOpenJDK 64-Bit Server VM warning", reader.noise());
  }

  /** Reads must neither wait for more than there is nor lose what lies over their edges. */
  @Test
  void eventsAreFoundHoweverTheyArrive() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EventWriter writer = new EventWriter(out, "t");
    List<Event> events =
        List.of(
            new Event.Warning("x".repeat(100_000)),
            new Event.Warning(""),
            new Event.Warning("y".repeat(16_370)),
            new Event.Done(3, List.of()));
    for (Event event : events) {
      writer.write(event);
    }
    for (int step : new int[] {1, 7, 16 << 10, 1 << 20}) {
      InputStream arriving =
          new ByteArrayInputStream(out.toByteArray()) {
            @Override
            public synchronized int read(byte[] bytes, int offset, int length) {
              return super.read(bytes, offset, Math.min(length, step));
            }
          };
      EventReader reader = new EventReader(arriving, "t");
      for (Event event : events) {
        assertEquals(Optional.of(event), reader.next());
      }
      assertEquals(Optional.empty(), reader.next());
    }
  }

  @Test
  void aLostOrCutEventIsNoticed() {
    String lost = "t 1 {\"type\":\"Warning\",\"text\":\"second\"}\n";
    assertEquals(
        "event 0 of the agent was lost: got 1",
        assertThrows(IOException.class, () -> reader(lost).next()).getMessage());
    String cut = "t 0 {\"type\":\"Warning\",\"te";
    assertEquals(
        "event 0 of the agent is damaged",
        assertThrows(IOException.class, () -> reader(cut).next()).getMessage());
  }

  private static EventReader reader(String text) {
    return new EventReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)), "t");
  }
}
