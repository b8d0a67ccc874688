package io.fleetcheck.controller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real launcher in a checkout of its own, where Java and Maven are scripts that tell how they
 * were called: real ones would take minutes.
 */
class LauncherTest {
  private static final List<String> TOOLS =
      List.of("sh", "readlink", "find", "mkdir", "grep", "head", "rm", "mv", "flock", "sleep");

  private static final String MAKE_JAR =
      "mkdir -p controller/target; echo jar >controller/target/fleetcheck.jar\n";

  @TempDir Path directory;
  private Path checkout;
  private Path tools;
  private Path jdk;

  @BeforeEach
  void makeCheckout() throws IOException {
    checkout = Files.createDirectories(directory.resolve("check out"));
    script(checkout.resolve("fleetcheck"), Files.readString(Path.of("..", "fleetcheck")));
    Files.createDirectories(checkout.resolve("controller/src/main"));
    Files.writeString(checkout.resolve("pom.xml"), "");
    Files.writeString(checkout.resolve("controller/pom.xml"), "");
    Files.writeString(checkout.resolve("controller/src/main/Source.java"), "");
    tools = Files.createDirectories(directory.resolve("tools"));
    for (String tool : TOOLS) {
      Path found = Path.of("/usr/bin", tool);
      Files.createSymbolicLink(
          tools.resolve(tool), Files.exists(found) ? found : Path.of("/bin", tool));
    }
    jdk = directory.resolve("jdk");
    Files.createDirectories(jdk.resolve("bin"));
    Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"17.0.9\"\n");
    script(jdk.resolve("bin/javac"), "#!/bin/sh\n");
    script(
        jdk.resolve("bin/java"),
        """
        #!/bin/sh
        for word in "$@"; do
          case $word in
            -XX:ArchiveClassesAtExit=*) echo archive >"${word#*=}"; exit ;;
          esac
        done
        while [ "$1" != -jar ]; do shift; done
        shift
        [ -s "$1" ] || echo 'an unfinished jar was run'
        printf 'ran in %s:' "$PWD"
        shift
        printf ' <%s>' "$@"
        """);
  }

  @Test
  void buildsOnFirstUseThenRuns() throws Exception {
    maven("echo '[INFO] Building fleetcheck agent 0.1.0 [2/5]'\n" + MAKE_JAR);
    Started first = start("audit", "two words");
    assertEquals("ran in " + directory + ": <audit> <two words>", first.out());
    assertTrue(first.err().startsWith("fleetcheck: building it"), first.err());
    assertTrue(first.err().contains("  fleetcheck agent"), first.err());
    assertEquals(0, first.code());
    Started second = start("audit");
    assertEquals("ran in " + directory + ": <audit>", second.out());
    assertEquals("", second.err());
    assertEquals(1, builds());
  }

  @Test
  void passesOnWhatTheBuildHasToSay() throws Exception {
    maven("echo 'fleetcheck-note: no Java runtime is made'\n" + MAKE_JAR);
    Started started = start("audit");
    assertTrue(started.err().contains("\nfleetcheck: no Java runtime is made\n"), started.err());
    assertEquals(0, started.code());
  }

  @Test
  void runsThroughSymbolicLinks() throws Exception {
    maven(MAKE_JAR);
    Path link = Files.createSymbolicLink(directory.resolve("one"), checkout.resolve("fleetcheck"));
    Files.createSymbolicLink(directory.resolve("two"), link.getFileName());
    Started started = Started.of(builder("./two", "x"));
    assertEquals("ran in " + directory + ": <x>", started.out());
  }

  @Test
  void secondStartWaitsForTheBuildOfTheFirst() throws Exception {
    // Maven leaves a jar without its libraries for a while, and here until the test says go.
    maven(
        "mkdir -p controller/target; : >controller/target/fleetcheck.jar\n"
            + "while [ ! -e ../go ]; do sleep 0.05; done\n"
            + MAKE_JAR);
    Process first = builder(checkout + "/fleetcheck", "1").start();
    try (BufferedReader err = first.errorReader()) {
      assertTrue(err.readLine().contains("building it"));
      Process second = builder(checkout + "/fleetcheck", "2").start();
      try (BufferedReader waiting = second.errorReader()) {
        assertTrue(waiting.readLine().contains("waiting for that"));
        Files.createFile(directory.resolve("go"));
        assertEquals("ran in " + directory + ": <1>", output(first));
        assertEquals("ran in " + directory + ": <2>", output(second));
      }
    }
    assertEquals(1, builds());
  }

  @Test
  void failedBuildTellsWhyAndIsTriedAgain() throws Exception {
    maven("echo '[INFO] fine'; echo '[ERROR] no such dependency'; " + MAKE_JAR + "exit 1\n");
    Started failed = start("audit");
    assertEquals(5, failed.code());
    assertEquals("", failed.out());
    assertTrue(failed.err().contains("[ERROR] no such dependency"), failed.err());
    assertTrue(failed.err().contains(".build/log"), failed.err());
    maven(MAKE_JAR);
    assertEquals(0, start("audit").code());
    assertEquals(2, builds());
  }

  @Test
  void newerSourcesAreBuiltUnlessForbidden() throws Exception {
    maven(MAKE_JAR);
    assertEquals(0, start().code());
    Files.setLastModifiedTime(
        checkout.resolve("controller/src/main/Source.java"),
        FileTime.from(Instant.now().plusSeconds(60)));
    ProcessBuilder forbidden = builder(checkout + "/fleetcheck", "x");
    forbidden.environment().put("FLEETCHECK_BUILD", "no");
    assertEquals("", Started.of(forbidden).err());
    assertEquals(1, builds());
    assertEquals(0, start().code());
    assertEquals(2, builds());
  }

  @Test
  void startsTheRealThing() throws Exception {
    boolean built = Files.isRegularFile(Path.of("target", "fleetcheck.jar"));
    String skipped = "SKIPPED: target/fleetcheck.jar is not built: run mvn verify";
    if (!built) {
      System.err.println(skipped);
    }
    assumeTrue(built, skipped);
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of("..", "fleetcheck").toAbsolutePath().normalize().toString(), "--help");
    builder.environment().put("FLEETCHECK_BUILD", "no");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Started started = Started.of(builder.directory(directory.toFile()));
    assertEquals("", started.err());
    assertTrue(started.out().startsWith("Usage: fleetcheck "), started.out());
    assertEquals(0, started.code());
  }

  @Test
  void tellsWhatToInstall() throws Exception {
    Started withoutMaven = start("audit");
    assertEquals(5, withoutMaven.code());
    assertTrue(
        withoutMaven.err().contains("apt-get install --no-install-recommends maven"),
        withoutMaven.err());

    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
    Started old = start("audit");
    assertTrue(old.err().contains("is 11.0.2") && old.err().contains("17"), old.err());

    ProcessBuilder without = builder(checkout + "/fleetcheck", "x");
    without.environment().remove("JAVA_HOME");
    assertTrue(Started.of(without).err().contains("openjdk-17"));

    ProcessBuilder wrong = builder(checkout + "/fleetcheck", "x");
    wrong.environment().put("JAVA_HOME", "/none");
    assertEquals(
        "fleetcheck: JAVA_HOME is /none, and there is no bin/java in it\n",
        Started.of(wrong).err());
  }

  private void maven(String body) throws IOException {
    script(tools.resolve("mvn"), "#!/bin/sh\necho build >>../builds\n" + body);
  }

  private int builds() throws IOException {
    return Files.readAllLines(directory.resolve("builds")).size();
  }

  private Started start(String... arguments) throws Exception {
    List<String> words = new ArrayList<>(List.of(checkout + "/fleetcheck"));
    words.addAll(List.of(arguments));
    return Started.of(builder(words.toArray(String[]::new)));
  }

  private ProcessBuilder builder(String... words) {
    ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", tools.toString());
    builder.environment().put("JAVA_HOME", jdk.toString());
    return builder;
  }

  private static Path script(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file;
  }

  /** A start that has ended. */
  private record Started(String out, String err, int code) {
    static Started of(ProcessBuilder builder) throws IOException, InterruptedException {
      Path err = Files.createTempFile("launcher", ".err");
      try {
        Process process = builder.redirectError(err.toFile()).start();
        String out = output(process);
        return new Started(out, Files.readString(err), exit(process));
      } finally {
        Files.delete(err);
      }
    }
  }

  private static String output(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static int exit(Process process) throws InterruptedException {
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    return process.exitValue();
  }
}
