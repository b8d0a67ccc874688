package io.fleetcheck.controller.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleetcheck.agent.wire.BlockNode.Kind;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.controller.verdict.Causes.Judged;
import java.util.List;
import org.junit.jupiter.api.Test;

class CausesTest {

  private static Judged judged(String host, Scene scene, Probe probe) {
    return Judged.of(host, scene.topology(), scene.topology().disks().get(0), scene.judge(probe));
  }

  private static Scene numbered() {
    return new Scene().id(DiskId.Kind.SERIAL);
  }

  @Test
  void alikeDisksAreOneCause() {
    List<Cause> causes =
        Causes.of(
            List.of(
                judged("a", numbered(), Probe.ofRatio(2.5)),
                judged("b", numbered(), Probe.ofRatio(2.7)),
                judged("c", numbered(), Probe.ofRatio(2.6))));

    assertEquals(1, causes.size());
    assertEquals(List.of("a", "b", "c"), causes.get(0).hosts());
    assertEquals(
        "3 disks, SEAGATE ST973451SS 0006 on mpt3sas: AT_RISK, zeroing 2.60x slower",
        causes.get(0).sentence());
  }

  @Test
  void aLunSeenByTwoHostsIsOneDisk() {
    List<Cause> causes =
        Causes.of(
            List.of(
                judged("a", new Scene(), Probe.slow()), judged("b", new Scene(), Probe.slow())));

    assertEquals(1, causes.get(0).disks());
    assertEquals(List.of("a", "b"), causes.get(0).hosts());
  }

  @Test
  void okIsNoCause() {
    assertEquals(List.of(), Causes.of(List.of(judged("a", new Scene(), Probe.healthy()))));
  }

  @Test
  void theWorstComesFirstThenTheMost() {
    Scene broken = numbered().ext4("/data");
    List<Cause> causes =
        Causes.of(
            List.of(
                judged("a", numbered(), Probe.healthy().limitFell()),
                judged("b", numbered(), new Probe()),
                judged("c", numbered(), Probe.slow()),
                judged("d", numbered(), Probe.slow()),
                judged("e", broken, Probe.slow().pattern("/data", 20, 9_000_000, 1_000_000))));

    assertEquals(
        List.of(
            "1 disk, SEAGATE ST973451SS 0006 on mpt3sas: BROKEN, zeroing 2.50x slower",
            "2 disks, SEAGATE ST973451SS 0006 on mpt3sas: AT_RISK, zeroing 2.50x slower",
            "1 disk, SEAGATE ST973451SS 0006 on mpt3sas: AT_RISK, rejected",
            "1 disk, SEAGATE ST973451SS 0006 on mpt3sas: UNKNOWN, inconclusive"),
        causes.stream().map(Cause::sentence).toList());
  }

  @Test
  void anotherDriverIsAnotherCause() {
    assertEquals(
        2,
        Causes.of(
                List.of(
                    judged("a", numbered(), Probe.slow()),
                    judged("b", numbered().driver("lpfc"), Probe.slow())))
            .size());
  }

  @Test
  void aDiskOfWhichNothingIsKnown() {
    Cause cause =
        Causes.of(List.of(judged("a", new Scene().outsideScsi(Kind.OTHER), Probe.slow()))).get(0);

    assertEquals("1 disk, unknown disk: AT_RISK, zeroing 2.50x slower", cause.sentence());
  }
}
