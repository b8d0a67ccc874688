package io.fleetcheck.agent.sysfs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NodeNamesTest {
  @Test
  void namesAreOrderedAsPeopleCount() {
    List<String> ordered =
        List.of(
            "cciss!c0d0",
            "dm-2",
            "dm-10",
            "nvme0n1",
            "nvme0n1p2",
            "nvme0n1p10",
            "nvme10n1",
            "sda",
            "sda1",
            "sda10",
            "sdb",
            "sdz",
            "sdaa",
            "sdab1",
            "sr0",
            "vda");
    List<String> shuffled = new ArrayList<>(ordered);
    Collections.shuffle(shuffled, new Random(7));
    shuffled.sort(NodeNames.ORDER);
    assertEquals(ordered, shuffled);
  }
}
