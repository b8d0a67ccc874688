package io.fleetcheck.controller.ssh;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.ProbeMode;
import io.fleetcheck.agent.wire.Request;
import io.fleetcheck.agent.wire.Turn;
import io.fleetcheck.controller.run.HostOutcome;
import io.fleetcheck.controller.run.RemoteHost;
import io.fleetcheck.controller.run.Stage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** A real agent jar with {@link StubAgent} in it, and what came of running one. */
final class TestAgent {
  static final AgentJar JAR = build();
  static final Runtimes NO_RUNTIMES = new Runtimes(List.of());
  static final String FILE = "agent-" + JAR.sha256() + ".jar";

  private TestAgent() {}

  /** All that a run told. */
  record Ran(HostOutcome outcome, List<Stage> stages, List<Event> events) {
    int uid() {
      return ((Event.Hello) events.get(0)).uid();
    }

    List<String> warnings() {
      return events.stream()
          .filter(Event.Warning.class::isInstance)
          .map(event -> ((Event.Warning) event).text())
          .toList();
    }
  }

  static Ran run(RemoteHost host, String behaviour) {
    return run(host, behaviour, 60);
  }

  static Ran run(RemoteHost host, String behaviour, long deadlineSeconds) {
    List<Stage> stages = Collections.synchronizedList(new ArrayList<>());
    List<Event> events = Collections.synchronizedList(new ArrayList<>());
    HostOutcome outcome =
        host.run(
            request(behaviour, deadlineSeconds),
            stages::add,
            events::add,
            wanted -> new Turn(wanted.disk(), true, "yours"));
    return new Ran(outcome, List.copyOf(stages), List.copyOf(events));
  }

  static Request request(String behaviour, long deadlineSeconds) {
    return new Request(
        Request.PROTOCOL,
        "0123456789abcdef",
        Request.Action.AUDIT,
        behaviour,
        ProbeMode.INSPECT,
        List.of(),
        Request.Budget.DEFAULT,
        0,
        false,
        deadlineSeconds,
        0);
  }

  /** Somebody without ssh-agent, without a terminal, and without a configuration of OpenSSH. */
  static SshUser user(Path home) {
    return new SshUser(
        home,
        Map.of("PATH", System.getenv("PATH")),
        Optional.of(Path.of("none")),
        file -> Optional.empty());
  }

  /** Where root and we ourselves keep it on this machine. */
  static void removeCopies() throws IOException {
    Path home = Path.of(System.getProperty("user.home"));
    Object uid = Files.getAttribute(home, "unix:uid");
    for (Path directory :
        List.of(
            Path.of("/var/lib/fleetcheck/agent"),
            home.resolve(".cache/fleetcheck"),
            Path.of("/var/tmp/fleetcheck-" + uid),
            Path.of("/tmp/fleetcheck-" + uid),
            Path.of("/dev/shm/fleetcheck-" + uid))) {
      Files.deleteIfExists(directory.resolve(FILE));
    }
  }

  private static AgentJar build() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, StubAgent.class.getName());
    try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
      add(jar, StubAgent.class);
      add(jar, Request.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new AgentJar(bytes.toByteArray());
  }

  /** All classes of a class's package. */
  private static void add(JarOutputStream jar, Class<?> type) throws IOException {
    String packagePath = type.getPackageName().replace('.', '/');
    boolean own = type == StubAgent.class;
    try (Root root = Root.of(type);
        Stream<Path> classes = Files.list(root.path().resolve(packagePath))) {
      for (Path file : classes.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".class") && (!own || name.startsWith("StubAgent"))) {
          ZipEntry entry = new ZipEntry(packagePath + "/" + name);
          entry.setTime(0);
          jar.putNextEntry(entry);
          jar.write(Files.readAllBytes(file));
          jar.closeEntry();
        }
      }
    }
  }

  /** A directory of classes, or a jar opened. */
  private record Root(Path path, List<FileSystem> opened) implements AutoCloseable {
    static Root of(Class<?> type) throws IOException {
      try {
        Path source = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(source)) {
          return new Root(source, List.of());
        }
        FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + source.toUri()), Map.of());
        return new Root(jar.getPath("/"), List.of(jar));
      } catch (URISyntaxException e) {
        throw new IOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      for (FileSystem jar : opened) {
        jar.close();
      }
    }
  }
}
