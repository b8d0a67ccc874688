package io.fleetcheck.controller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be done is told in a line each, before anything is done. */
class UsageTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          fleetcheck: Missing required subcommand |
          fleetcheck: Unmatched argument at index 0: 'audi'; did you mean audit? | audi
          fleetcheck audit: Unknown option: '--frks=3' | audit --frks=3 H
          fleetcheck audit: --forks 0: must be from 1 to 5000 | audit -f 0 H
          fleetcheck audit: Invalid value for option '--forks': 'many' is not an int | audit -f many H
          fleetcheck audit: --mode quick: must be inspect, file or extent | audit --mode quick H
          fleetcheck audit: --busy-limit 101: must be from 0 to 100 | audit --busy-limit 101 H
          fleetcheck audit: --report xls: no such format; there are table, json, ndjson, csv, junit, sarif, prom, md, html | audit --report xls H
          fleetcheck audit: --report json=: a file name is missing after = | audit --report json= H
          fleetcheck audit: --report: only one format can go to standard output; give the others =FILE | audit --report json --report ndjson H
          fleetcheck audit: --report json=/none/x: there is no directory /none | audit --report json=/none/x H
          fleetcheck audit: --report: two formats are to be written to /tmp/x | audit --report json=/tmp/x --report ndjson=/tmp/../tmp/x H
          fleetcheck audit: --sysroot: there is no /none/tree | audit --sysroot /none/tree
          fleetcheck audit: --private-key: /none/key cannot be read | audit --private-key /none/key H
          fleetcheck audit: --scratch sdb: a WWID needs the serial number too: WWID=SERIAL | audit --scratch sdb H
          fleetcheck audit: --scratch /dev/sdb: name it by a path below /dev/disk/by-id/, or by WWID=SERIAL; other names may lead to another disk tomorrow | audit --scratch /dev/sdb H
          fleetcheck audit: --scratch: overwrites a device, which --mode inspect forbids | audit --mode inspect --scratch /dev/disk/by-id/x H
          fleetcheck audit: --scratch: a device is overwritten on exactly one host, and 2 are selected; name it with --limit | audit --scratch /dev/disk/by-id/x H
          fleetcheck audit: no host of H matches --limit nobody | audit -l nobody H
          fleetcheck explain: Missing required parameter: 'CODE' | explain
          fleetcheck explain: no code is named nonsense; fleetcheck explain list shows all | explain nonsense
          """)
  void saysWhatIsWrong(String line, String arguments) throws IOException {
    String inventory = Files.writeString(directory.resolve("hosts"), "a\nb\n").toString();
    String[] words =
        arguments == null ? new String[0] : arguments.replaceAll("H$", inventory).split(" ");
    Run run = new Run().start(words);
    assertEquals(
        line.replace(" H ", " " + inventory + " "), run.err().lines().findFirst().orElse(""));
    assertEquals(ExitCode.USAGE, run.code());
    assertEquals("", run.out());
  }

  @Test
  void saysAllThatIsWrong() {
    Run run = new Run().start("audit", "-f0", "--mode", "x", "--report", "y");
    assertEquals(
        """
        fleetcheck audit: which hosts? Name an inventory; inventory/examples/localhost.ini is this machine
        fleetcheck audit: --mode x: must be inspect, file or extent
        fleetcheck audit: --report y: no such format; there are table, json, ndjson, csv, junit, sarif, prom, md, html
        fleetcheck audit: --forks 0: must be from 1 to 5000
        Help: fleetcheck audit --help
        """,
        run.err());
  }

  @Test
  void inventoryErrorsNameFileAndLine() throws IOException {
    Path file = Files.writeString(directory.resolve("bad"), "a\n[web\n");
    Run run = new Run().start("audit", file.toString());
    assertEquals(ExitCode.USAGE, run.code());
    assertTrue(run.err().startsWith("fleetcheck audit: " + file + ":2: "), run.err());
  }

  /** bash itself is asked what it would offer. */
  @Test
  void bashCompletesOurWords() throws Exception {
    Run run = new Run().start("completion");
    assertEquals(ExitCode.CLEAN, run.code());
    Path script = Files.writeString(directory.resolve("completion.sh"), run.out());
    Process bash =
        new ProcessBuilder(
                "bash",
                "-c",
                "source "
                    + script
                    + "; COMP_WORDS=(fleetcheck au); COMP_CWORD=1; COMP_LINE='fleetcheck au';"
                    + " _complete_fleetcheck; echo ${COMPREPLY[@]};"
                    + " COMP_WORDS=(fleetcheck audit --base); COMP_CWORD=2;"
                    + " COMP_LINE='fleetcheck audit --base';"
                    + " _complete_fleetcheck; echo ${COMPREPLY[@]}")
            // bash misses a terminal's completion around it.
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertEquals(
        "audit\n--baseline\n",
        new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
  }

  @Test
  void helpAndVersionAreData() {
    Run help = new Run().start("--help");
    assertEquals(0, help.code());
    assertTrue(help.out().startsWith("Usage: fleetcheck "), help.out());
    assertEquals("", help.err());
    assertEquals(help.out(), new Run().start("help").out());
    assertTrue(new Run().start("audit", "--help").out().contains("--busy-limit"));
    assertTrue(new Run().start("--version").out().startsWith("fleetcheck "));
  }

  @Test
  void helpIsPlainAsciiAndFitsItsWidth() {
    for (String command : new String[] {"audit", "explain"}) {
      new Run()
          .start(command, "--help")
          .out()
          .lines()
          .forEach(line -> assertTrue(line.matches("[ -~]{0,100}"), line));
    }
  }
}
