package io.fleetcheck.controller.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.controller.run.HostOutcome.Answered;
import io.fleetcheck.controller.run.HostOutcome.NoJava;
import io.fleetcheck.controller.run.Stage;
import io.fleetcheck.inventory.ConnectionSettings.Become;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A host whose Javas are hidden, reached by a real sshd, and runtimes as the build makes them. */
@Timeout(180)
class RuntimeTest {
  private static final String HIDE =
      "for d in /usr/lib/jvm /opt; do [ ! -d $d ] || mount -t tmpfs none $d; done;";
  private static final Path ROOTS = Path.of("/var/lib/fleetcheck/agent");

  @TempDir private static Path directory;
  private static Path made = Path.of("target", "runtimes").toAbsolutePath();

  private final FleetConnector connector = connector(new Runtimes(List.of(made)));

  @BeforeAll
  static void make() throws IOException {
    Skip.unlessRoot("hide the Javas of this machine from a sshd");
    Skip.unless(
        Shell.run("unshare", "--mount", "true").status() == 0, "no mount namespaces to be had");
    Shell.must("./make-runtime", "--build", System.getProperty("java.home"), made.toString());
    Skip.unless(!archives().isEmpty(), "this JDK cannot make a runtime");
  }

  @BeforeEach
  @AfterEach
  void removeRootsCopies() throws IOException {
    TestAgent.removeCopies();
    for (Path copy : runtimesIn(ROOTS)) {
      Shell.must("rm", "-rf", copy.toString());
    }
  }

  @AfterEach
  void close() {
    connector.close();
  }

  @Test
  void aHostWithoutJavaGetsOneOnce() throws IOException {
    try (TestUser user = TestUser.create("/bin/dash");
        RealSshd sshd = withoutJava("")) {
      TestAgent.Ran first = run(connector, sshd, user, Optional.empty());
      assertEquals(new Answered(), first.outcome());
      assertEquals(
          List.of(Stage.SHELL, Stage.RUNTIME, Stage.PUSH, Stage.START, Stage.RUN),
          first.stages().subList(4, first.stages().size()));
      Path cache = user.home().resolve(".cache/fleetcheck");
      Path runtime = only(runtimesIn(cache));
      assertEquals(
          "runtime-" + RuntimeArchive.read(only(archives())).sha256(),
          runtime.getFileName().toString());
      TestAgent.Ran second = run(connector, sshd, user, Optional.empty());
      assertEquals(new Answered(), second.outcome());
      assertFalse(second.stages().contains(Stage.RUNTIME), second.toString());

      // As systemd-tmpfiles does with what was not used for a month.
      Files.delete(runtime.resolve("lib/tzdb.dat"));
      TestAgent.Ran third = run(connector, sshd, user, Optional.empty());
      assertEquals(new Answered(), third.outcome());
      assertTrue(third.stages().contains(Stage.RUNTIME), third.toString());
      assertTrue(Files.exists(runtime.resolve("lib/tzdb.dat")));
    }
  }

  @Test
  void rootRunsRootsOwnCopy() throws IOException {
    try (TestUser user = TestUser.create("/bin/bash").withSudoers("USER ALL=(ALL) NOPASSWD: ALL");
        RealSshd sshd = withoutJava("")) {
      TestAgent.Ran ran =
          run(connector, sshd, user, Optional.of(new Become("sudo", "root", Optional.empty())));
      assertEquals(new Answered(), ran.outcome());
      assertEquals(0, ran.uid());
      Path runtime = only(runtimesIn(ROOTS));
      assertEquals("root", Files.getOwner(runtime.resolve("bin/java")).getName());
      assertFalse(Files.exists(user.home().resolve(".cache")), "the user keeps none");
    }
  }

  @Test
  void whereProgramsMayNotBeExecutedTheNextDirectoryIsTaken() throws IOException {
    try (TestUser user = TestUser.create("/bin/bash");
        RealSshd sshd =
            withoutJava(
                "mount -t tmpfs -o noexec,mode=777 none "
                    + user.home()
                    + "; "
                    + noexec("/dev/shm"))) {
      assertEquals(new Answered(), run(connector, sshd, user, Optional.empty()).outcome());
      Path fallBack = Path.of("/var/tmp", "fleetcheck-" + uid(user));
      assertEquals(1, runtimesIn(fallBack).size());
    }
  }

  @Test
  void aHostThatExecutesAndHoldsNothingIsToldSo() throws IOException {
    try (TestUser user = TestUser.create("/bin/bash");
        RealSshd sshd =
            withoutJava(
                noexec(user.home().toString())
                    + noexec("/dev/shm")
                    + "mkdir /tmp/fleetcheck-"
                    + uid(user)
                    + ";"
                    + "mount -t tmpfs -o size=20m,mode=1777 none /var/tmp;")) {
      NoJava outcome =
          assertInstanceOf(NoJava.class, run(connector, sshd, user, Optional.empty()).outcome());
      String detail = outcome.detail();
      assertTrue(detail.contains(".cache/fleetcheck: programs may not be executed"), detail);
      assertTrue(detail.contains("/var/tmp/fleetcheck-" + uid(user) + ": "), detail);
      assertTrue(detail.contains("MiB free, and its Java needs"), detail);
      assertFalse(detail.contains("\n"), detail);
      Files.delete(Path.of("/tmp/fleetcheck-" + uid(user)));
    }
  }

  @Test
  void withoutARuntimeTheWayOutIsTold() throws IOException {
    FleetConnector none = connector(TestAgent.NO_RUNTIMES);
    try (TestUser user = TestUser.create("/bin/bash");
        RealSshd sshd = withoutJava("")) {
      NoJava outcome =
          assertInstanceOf(NoJava.class, run(none, sshd, user, Optional.empty()).outcome());
      assertTrue(
          outcome.detail().contains("fleetcheck has no runtime for it; install a headless JRE"),
          outcome.detail());
      assertTrue(outcome.detail().contains("into ~/.cache/fleetcheck/runtimes"), outcome.detail());
    } finally {
      none.close();
    }
  }

  @Test
  void aHostWithAnOlderGlibcIsNotPushedTo() throws IOException {
    // An older host's answer, from the program that tells it.
    Path getconf =
        Files.writeString(
            directory.resolve("getconf"),
            "#!/bin/sh\ncase $1 in GNU*) echo glibc 2.17;; *) echo 64;; esac\n");
    Shell.must("chmod", "755", getconf.toString());
    try (TestUser user = TestUser.create("/bin/bash");
        RealSshd sshd = withoutJava("mount --bind " + getconf + " /usr/bin/getconf;")) {
      TestAgent.Ran ran = run(connector, sshd, user, Optional.empty());
      NoJava outcome = assertInstanceOf(NoJava.class, ran.outcome());
      assertTrue(
          outcome.detail().contains("needs glibc 2.")
              && outcome.detail().contains("and the host has glibc 2.17"),
          outcome.detail());
      assertFalse(ran.stages().contains(Stage.RUNTIME), ran.toString());
    }
  }

  @Test
  void aRuntimeThatDoesNotRunThereIsToldAndRemoved() throws IOException {
    Path broken = broken();
    FleetConnector with = connector(new Runtimes(List.of(broken)));
    try (TestUser user = TestUser.create("/bin/bash");
        RealSshd sshd = withoutJava("")) {
      NoJava outcome =
          assertInstanceOf(NoJava.class, run(with, sshd, user, Optional.empty()).outcome());
      assertTrue(outcome.detail().contains("its Java does not run there: "), outcome.detail());
      try (Stream<Path> left = Files.list(user.home().resolve(".cache/fleetcheck"))) {
        assertEquals(List.of(), left.toList());
      }
    } finally {
      with.close();
    }
  }

  /** A runtime that has lost its virtual machine, as a JRE's archive has it: below a directory. */
  private static Path broken() throws IOException {
    Path work = directory.resolve("broken");
    Path jre = Files.createDirectories(work.resolve("jre"));
    Shell.must("tar", "-xzf", only(archives()).toString(), "-C", jre.toString());
    Shell.must("rm", "-r", jre + "/lib/server");
    String archive = work.resolve("runtime-" + architecture() + "-jre.tar.gz").toString();
    Shell.must("tar", "-czf", archive, "-C", work.toString(), "jre");
    return work;
  }

  private static String architecture() throws IOException {
    return Shell.must("uname", "-m").strip();
  }

  private static FleetConnector connector(Runtimes runtimes) {
    try {
      return new FleetConnector(
          TestAgent.user(directory), TestAgent.JAR, runtimes, Optional.empty());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static RealSshd withoutJava(String commands) throws IOException {
    return RealSshd.startBehind(
        List.of("unshare", "--mount", "/bin/sh", "-c", HIDE + commands + " exec \"$0\" \"$@\""),
        directory,
        List.of("ed25519"));
  }

  private static String noexec(String where) {
    return "mount -t tmpfs -o noexec,mode=1777 none " + where + ";";
  }

  private TestAgent.Ran run(
      FleetConnector connector, RealSshd sshd, TestUser user, Optional<Become> become)
      throws IOException {
    return TestAgent.run(
        connector.connect(
            sshd.settings(user.name(), sshd.known("ed25519"), become, Optional.empty())),
        "/");
  }

  private static Object uid(TestUser user) throws IOException {
    return Files.getAttribute(user.home(), "unix:uid");
  }

  private static List<Path> archives() throws IOException {
    return matching(made, "runtime-*.tar.gz");
  }

  private static List<Path> runtimesIn(Path cache) throws IOException {
    return matching(cache, "runtime-*");
  }

  private static List<Path> matching(Path directory, String glob) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (var found = Files.newDirectoryStream(directory, glob)) {
      return Stream.iterate(found.iterator(), it -> it.hasNext(), it -> it)
          .map(it -> it.next())
          .toList();
    }
  }

  private static Path only(List<Path> paths) {
    assertEquals(1, paths.size(), paths.toString());
    return paths.get(0);
  }
}
