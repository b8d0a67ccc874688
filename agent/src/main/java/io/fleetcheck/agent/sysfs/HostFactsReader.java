package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.Reading;
import io.fleetcheck.agent.wire.Topology;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Reads what the machine is. */
final class HostFactsReader {
  /** Lines {@code name value}: what a captured tree cannot tell otherwise. */
  static final String CAPTURED = "fleetcheck/capture";

  private static final long AT_PAGESZ = 6;

  private final SysFiles files;

  HostFactsReader(SysFiles files) {
    this.files = files;
  }

  Topology.HostFacts read() {
    return new Topology.HostFacts(
        files.text("proc/sys/kernel/hostname"),
        files.text("etc/machine-id"),
        files.text("proc/sys/kernel/random/boot_id"),
        kernel(),
        operatingSystem(),
        files.isLive() ? System.getProperty("os.arch", "") : captured("architecture").orElse(""),
        files.isLive() ? pageSize() : captured("page_size").map(Integer::valueOf).orElse(0));
  }

  private Reading<String> kernel() {
    Reading<String> release = files.text("proc/sys/kernel/osrelease");
    if (release.isKnown()) {
      return release;
    }
    // "Linux version 6.12.117+deb13-amd64 (...) ..."
    String path = "proc/version";
    return files
        .text(path)
        .map(
            SysFiles.shown(path),
            version -> {
              String[] words = version.split(" ", 4);
              if (words.length < 3) {
                throw new IllegalArgumentException(version);
              }
              return words[2];
            });
  }

  /** os-release(5); the file in /etc is mostly a link to the one in /usr/lib. */
  private Reading<String> operatingSystem() {
    Reading<List<String>> lines =
        files.lines(files.real("etc/os-release").orElse("usr/lib/os-release"));
    return lines.map(
        "/etc/os-release",
        all -> {
          for (String line : all) {
            if (line.startsWith("PRETTY_NAME=")) {
              return line.substring("PRETTY_NAME=".length()).replace("\"", "").strip();
            }
          }
          throw new IllegalArgumentException("no PRETTY_NAME");
        });
  }

  private Optional<String> captured(String name) {
    for (String line : files.lines(CAPTURED).toOptional().orElse(List.of())) {
      if (line.startsWith(name + " ")) {
        return Optional.of(line.substring(name.length() + 1));
      }
    }
    return Optional.empty();
  }

  /** From the auxiliary vector, getauxval(3): pairs of native words; every port is 64-bit. */
  private int pageSize() {
    byte[] vector =
        files
            .rawOfThisMoment("proc/self/auxv")
            .toOptional()
            .orElse("")
            .getBytes(StandardCharsets.ISO_8859_1);
    ByteBuffer words = ByteBuffer.wrap(vector).order(ByteOrder.nativeOrder());
    while (words.remaining() >= 2 * Long.BYTES) {
      if (words.getLong() == AT_PAGESZ) {
        return (int) words.getLong();
      }
      words.getLong();
    }
    return 0;
  }
}
