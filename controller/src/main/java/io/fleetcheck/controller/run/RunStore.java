package io.fleetcheck.controller.run;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Keeps runs, with all that hosts told, so that they can be shown, compared and judged again.
 *
 * <p>Safe for many threads. What a method has returned from is there for other processes, and stays
 * where this one is killed.
 */
public interface RunStore extends AutoCloseable {

  /**
   * @param hosts every target, in the order of the inventory
   */
  void begin(RunHead head, List<String> hosts) throws StoreException;

  /** Keeps what came of one of the run's hosts; of two results of one host the later. */
  void add(String run, HostResult host) throws StoreException;

  void finish(String run, Instant finished, boolean aborted) throws StoreException;

  /** The newest first. */
  List<KeptRun> runs() throws StoreException;

  /**
   * A run as it was reported. Hosts that had no outcome when its controller was killed are skipped
   * ones, and the run is an aborted one.
   *
   * @return empty where there is no such run
   */
  Optional<AuditResult> load(String run) throws StoreException;

  /**
   * One host of a run, as {@link #load} has it.
   *
   * @return empty where the run did not target it, or has no outcome of it
   */
  Optional<HostResult> host(String run, String host) throws StoreException;

  /** What {@link #load} would say of the run's disks, without reading all that hosts told. */
  RunDisks disks(String run) throws StoreException;

  /** A host of that name over all runs that targeted it, the newest first. */
  List<KeptHost> hostHistory(String host) throws StoreException;

  /** The disks of that text, as {@code DiskId} spells it, over all runs, the newest first. */
  List<KeptDisk> diskHistory(String disk) throws StoreException;

  /**
   * Forgets the runs that began before.
   *
   * @return how many
   */
  int prune(Instant before) throws StoreException;

  /**
   * Reads everything.
   *
   * @return a line for each thing that is damaged; none where all is well
   */
  List<String> check() throws StoreException;

  @Override
  void close() throws StoreException;
}
