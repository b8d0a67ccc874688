package io.fleetcheck.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.agent.probe.Stop;
import io.fleetcheck.agent.wire.Codec;
import io.fleetcheck.agent.wire.DiskId;
import io.fleetcheck.agent.wire.Turn;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ConversationTest {
  private static final DiskId ONE = new DiskId(DiskId.Kind.NAA, "naa.1");
  private static final DiskId TWO = new DiskId(DiskId.Kind.NAA, "naa.2");

  private final Stop stop = new Stop();
  private final PipedOutputStream controller = new PipedOutputStream();
  private Conversation conversation;

  @BeforeEach
  void listen() throws Exception {
    conversation = new Conversation(new PipedInputStream(controller), stop);
    Thread listener = new Thread(conversation);
    listener.setDaemon(true);
    listener.start();
  }

  private void say(String line) throws Exception {
    controller.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    controller.flush();
  }

  @Test
  void answersAreKeptForTheirDisk() throws Exception {
    say(Codec.encode(new Turn(TWO, false, "web2 probes it")));
    say(Codec.encode(new Turn(ONE, true, "")));
    assertTrue(conversation.await(ONE).granted());
    Turn denied = conversation.await(TWO);
    assertFalse(denied.granted());
    assertEquals("web2 probes it", denied.why());
  }

  @Test
  void anAnswerCountsOnce() throws Exception {
    say(Codec.encode(new Turn(ONE, true, "")));
    assertTrue(conversation.await(ONE).granted());
    controller.close();
    assertFalse(conversation.await(ONE).granted());
  }

  @Test
  void theEndIsADenialOfAll() throws Exception {
    controller.close();
    assertFalse(conversation.await(ONE).granted());
    assertEquals(Stop.Reason.CONTROLLER_GONE, stop.reason());
  }

  @Test
  void whatIsNoAnswerEndsTheAgent() throws Exception {
    say("{\"granted\":true}");
    assertFalse(conversation.await(ONE).granted());
    assertTrue(stop.why().contains("cannot be understood"), stop.why());
  }

  @Test
  void whoeverElseStopsEndsTheWait() throws Exception {
    stop.ask(Stop.Reason.DEADLINE, "the deadline has passed");
    assertEquals("the deadline has passed", conversation.await(ONE).why());
  }
}
