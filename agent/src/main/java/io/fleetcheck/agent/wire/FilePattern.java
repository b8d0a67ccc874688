package io.fleetcheck.agent.wire;

import java.util.List;
import java.util.Optional;

/**
 * What a package manager does to small files: fallocate(n), write(6 bytes), sync_file_range(WRITE),
 * in fresh files, against the same without fallocate, interleaved.
 *
 * @param mount the mount point
 * @param bytes n
 * @param preallocated nanoseconds of each run with fallocate
 * @param plain nanoseconds of each run without, paired by position
 */
public record FilePattern(
    String mount, int bytes, List<Long> preallocated, List<Long> plain, Optional<String> error) {
  public FilePattern {
    preallocated = List.copyOf(preallocated);
    plain = List.copyOf(plain);
  }
}
