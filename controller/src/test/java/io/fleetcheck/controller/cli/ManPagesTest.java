package io.fleetcheck.controller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The manual that the build has made, as man shows it. */
class ManPagesTest {
  private static final Path MAN = Path.of("/usr/bin/man");

  static Stream<CommandLine> commands() {
    return ManPages.commands().stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void manShowsEveryCommandWithItsOptions(CommandLine command) throws Exception {
    Path page = Path.of("target/man/man1", ManPages.name(command) + ".1");
    assertTrue(Files.exists(page), page + " was not made");
    if (!Files.isExecutable(MAN)) {
      System.out.println("SKIPPED: there is no " + MAN + " (man-db)");
    }
    assumeTrue(Files.isExecutable(MAN));

    String shown = man(page);

    assertTrue(shown.contains("SYNOPSIS"), shown);
    command
        .getCommandSpec()
        .options()
        .forEach(option -> assertTrue(shown.contains(option.longestName()), option + shown));
    command.getSubcommands().forEach((name, sub) -> assertTrue(shown.contains(name), name + shown));
  }

  /** Without the bold type, and without a word of complaint. */
  private static String man(Path page) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(MAN.toString(), "--warnings", "-l", page.toString());
    builder.environment().put("MANWIDTH", "1000");
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().put("MAN_KEEP_FORMATTING", "");
    Path complaints = Files.createTempFile("fleetcheck-man", null);
    try {
      Process man = builder.redirectError(complaints.toFile()).start();
      String text = new String(man.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(0, man.waitFor());
      assertEquals("", Files.readString(complaints));
      return text.replaceAll(".\\x08", "").replaceAll("\\x1b\\[[0-9;]*m", "");
    } finally {
      Files.delete(complaints);
    }
  }
}
