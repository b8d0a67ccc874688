package io.fleetcheck.agent.wire;

import java.util.List;
import java.util.Optional;

/** What the agent reports, one a line, in this order: hello, topology, disks, done. */
public sealed interface Event {

  /**
   * The first event; the agent then waits for {@link Admission} on its standard input.
   *
   * @param version the agent's own
   * @param java the value of {@code java.version}
   * @param architecture the value of {@code os.arch}
   * @param uid the effective user; 0 for root
   * @param machine empty where the request is about a tree, not about the machine
   */
  record Hello(
      String version,
      int protocol,
      String java,
      String architecture,
      int uid,
      long pid,
      Optional<Machine> machine)
      implements Event {

    /** From a machine that is not known. */
    public Hello(
        String version, int protocol, String java, String architecture, int uid, long pid) {
      this(version, protocol, java, architecture, uid, pid, Optional.empty());
    }
  }

  /**
   * Some of the topology's nodes, ahead of it: a host may have thousands. Only on the wire: {@link
   * EventWriter} takes a topology apart, {@link EventReader} puts it together.
   */
  record NodesFound(List<BlockNode> nodes) implements Event {}

  record TopologyFound(Topology topology) implements Event {}

  /**
   * The agent is about to probe a LUN that other hosts may see too, and waits for {@link Turn} on
   * its standard input.
   */
  record TurnWanted(DiskId disk) implements Event {}

  /** How far the probe of one disk is, for people; {@code step} of {@code steps}. */
  record Progress(DiskId disk, String what, int step, int steps) implements Event {}

  record DiskProbed(DiskId disk, ProbeResult result) implements Event {}

  /**
   * One entry of a captured tree.
   *
   * @param path relative, without a leading slash
   * @param content the file's text in ISO 8859-1, one char a byte; the target of a link; empty for
   *     a directory. What could not be read is listed in the entry {@code fleetcheck/unreadable}.
   */
  record Captured(String path, Entry entry, String content) implements Event {
    /** What stands at the path. */
    public enum Entry {
      FILE,
      DIRECTORY,
      LINK
    }
  }

  /** Something the user should know that spoils nothing: one sentence. */
  record Warning(String text) implements Event {}

  /** The agent cannot go on: one line saying what, where and what to do. */
  record Failed(String reason) implements Event {}

  /**
   * The last event.
   *
   * @param events how many came before this one
   * @param leftBehind what an earlier, killed agent left and this one removed
   */
  record Done(long events, List<String> leftBehind) implements Event {}
}
