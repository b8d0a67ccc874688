package io.fleetcheck.agent.probe;

import java.util.List;
import java.util.Set;

/** Something on a disk that may be overwritten: blocks of our own file, or a scratch device. */
interface Target extends AutoCloseable {
  /** The block node, opened once. */
  Descriptor node();

  /** The mount point of the scratch file, or the scratch device. */
  String where();

  /** Names of the nodes at the bottom that the ranges given so far lie on. */
  Set<String> leaves();

  /**
   * Fresh ranges, never given before, filled with random bytes that have reached the disk.
   *
   * @param bytes of each call that a range is for
   * @return fewer than wanted, or none, where space or budget end
   */
  List<Range> ranges(int bytes, int wanted) throws RefusedException, SystemCallException;

  /** That the range is still ours: on the thread that overwrites it, immediately before. */
  void verify(Range range) throws RefusedException, SystemCallException;

  @Override
  void close();
}
