package io.fleetcheck.controller.cli;

import io.fleetcheck.controller.verdict.Waivers;
import io.fleetcheck.playbooks.Config;
import io.fleetcheck.playbooks.Setting;
import io.fleetcheck.playbooks.WaiverFile;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Findings that somebody answers for. */
final class WaiverArguments {
  @Option(
      names = "--waivers",
      paramLabel = "FILE",
      description =
          "Findings that somebody answers for until a date, as docs/policy.md tells. They stay shown,"
              + " and do not count for the exit code.")
  private @Nullable String waivers;

  /**
   * The waivers of the file that is named here, or else configured. What their owners should hear
   * goes to standard error.
   *
   * @param problems gets a line for each thing that is wrong
   */
  Waivers read(Surroundings surroundings, Config config, List<String> problems) {
    String file = waivers != null ? waivers : config.value(Setting.WAIVERS).text();
    if (file.isEmpty()) {
      return Waivers.NONE;
    }
    Waivers read =
        new Waivers(WaiverFile.read(Path.of(file), problems), surroundings.clock().instant());
    read.remarks().forEach(remark -> surroundings.err().println("fleetcheck: warning: " + remark));
    return read;
  }
}
