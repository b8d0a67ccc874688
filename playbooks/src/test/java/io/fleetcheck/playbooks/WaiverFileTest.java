package io.fleetcheck.playbooks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleetcheck.playbooks.Waiver.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaiverFileTest {
  @TempDir Path directory;

  private final List<String> problems = new ArrayList<>();

  @Test
  void readsDisksAndCauses() throws IOException {
    assertEquals(
        List.of(
            new Waiver(
                new Subject.Disk("naa.5000c50001234567"),
                "to be replaced",
                "ada",
                "bob",
                Instant.parse("2027-01-31T00:00:00Z")),
            new Waiver(
                new Subject.Cause("", "ST973451SS", "0006", "", "slow_write_same"),
                "new firmware in March",
                "ada",
                "bob",
                Instant.parse("2027-03-31T12:00:00Z"))),
        read(
            """
            waivers:
              - disk: naa.5000c50001234567
                reason: to be replaced
                owner: ada
                approver: bob
                expires: 2027-01-31
              - cause:
                  model: ST973451SS
                  revision: 0006
                  code: slow_write_same
                reason: new firmware in March
                owner: ada
                approver: bob
                expires: 2027-03-31T12:00:00Z
            """));
    assertEquals(List.of(), problems);
  }

  @Test
  void tellsEverythingThatIsWrongWithItsLine() throws IOException {
    read(
        """
        waivers:
          - disk: naa.1
            cause: {model: X}
            reason: r
            owner: o
            approver: a
            expires: soon
          - cause: {}
            reason: ''
            owner: o
            approver: a
            expires: 2027-01-31
            until: 2027-01-31
        """);
    Path file = directory.resolve("waivers.yml");
    assertEquals(
        List.of(
            file + ":2: a waiver is about a disk or a cause, expected one of the two",
            file + ":7: expires: soon, expected a time in UTC such as 2027-01-31T00:00:00Z",
            file
                + ":13: until is not known, expected one of approver, cause, disk, expires, owner,"
                + " reason",
            file + ":8: a cause without anything would waive every disk, expected a model",
            file + ":8: reason is missing"),
        problems);
  }

  @Test
  void aListOfNothingIsNone() throws IOException {
    assertEquals(List.of(), read("waivers: []\n"));
    assertEquals(List.of(), problems);
    read("waivers: all\n");
    assertEquals(
        List.of(directory.resolve("waivers.yml") + ":1: waivers is no list, expected a list"),
        problems);
  }

  private List<Waiver> read(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("waivers.yml"), text);
    return WaiverFile.read(file, problems);
  }
}
