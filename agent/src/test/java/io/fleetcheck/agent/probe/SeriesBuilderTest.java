package io.fleetcheck.agent.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.wire.Series.Operation;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SeriesBuilderTest {
  private final SeriesBuilder series = new SeriesBuilder(Operation.ZEROOUT, 4096, 32);

  @Test
  void aFewBusyRangesArePassedOver() {
    for (int i = 0; i < 4; i++) {
      series.fail("EBUSY");
      assertFalse(series.isDone());
    }
    series.fail("EBUSY");
    assertTrue(series.isDone());
    assertEquals(Optional.of("EBUSY"), series.build().error());
  }

  @Test
  void anyOtherErrorEndsIt() {
    series.fail("EIO");
    assertTrue(series.isDone());
    assertEquals(Optional.of("EIO"), series.build().error());
  }
}
