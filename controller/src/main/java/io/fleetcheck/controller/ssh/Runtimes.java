package io.fleetcheck.controller.ssh;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The Javas that may be pushed to hosts without one: files {@code runtime-ARCHITECTURE.tar.gz} or
 * {@code runtime-ARCHITECTURE-ANYTHING.tar.gz} in some directories. Each is read when first wanted,
 * once.
 */
public final class Runtimes {
  private final List<Path> directories;
  private final Map<Path, Look> looked = new LinkedHashMap<>();

  /** What came of reading a file: an archive, or why it is none. */
  private record Look(Optional<RuntimeArchive> archive, String problem) {}

  /**
   * @param archive the first that fits
   * @param unfit otherwise, why each of those there does not: whole sentences' parts
   */
  record Choice(Optional<RuntimeArchive> archive, List<String> unfit) {}

  /**
   * @param directories the first one's files first; they need not exist
   */
  public Runtimes(List<Path> directories) {
    this.directories = List.copyOf(directories);
  }

  /**
   * What the user has put below the home directory, then what the build has made; or what {@code
   * FLEETCHECK_RUNTIMES} names, directories separated by colons, none where it is empty.
   */
  public static Runtimes ofUser(Path home, Map<String, String> environment) {
    String named = environment.get("FLEETCHECK_RUNTIMES");
    if (named != null) {
      return new Runtimes(
          Stream.of(named.split(":", -1)).filter(name -> !name.isEmpty()).map(Path::of).toList());
    }
    List<Path> directories = new ArrayList<>();
    directories.add(home.resolve(".cache/fleetcheck/runtimes"));
    try {
      // Beside the jar; in a build, beside the classes: both are target/runtimes.
      Path program =
          Path.of(Runtimes.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      directories.add(program.resolveSibling("runtimes"));
    } catch (URISyntaxException | IllegalArgumentException nowhere) {
      // Not from a file: then nothing lies beside it.
    }
    return new Runtimes(directories);
  }

  /** Blocks while archives are read, about a second each. */
  synchronized Choice choose(HostPlatform host, int oldestJava) {
    List<String> unfit = new ArrayList<>();
    for (Path file : files(host.architecture())) {
      Look look = looked.computeIfAbsent(file, Runtimes::look);
      if (look.archive().isEmpty()) {
        unfit.add(file + " cannot be used: " + look.problem());
        continue;
      }
      Optional<String> why = look.archive().get().unfitFor(host, oldestJava);
      if (why.isEmpty()) {
        return new Choice(look.archive(), List.of());
      }
      unfit.add(file.getFileName() + " " + why.get());
    }
    return new Choice(Optional.empty(), unfit);
  }

  private static Look look(Path file) {
    try {
      return new Look(Optional.of(RuntimeArchive.read(file)), "");
    } catch (IOException e) {
      return new Look(Optional.empty(), AgentHost.reason(e));
    }
  }

  private List<Path> files(String architecture) {
    List<Path> files = new ArrayList<>();
    for (Path directory : directories) {
      List<Path> here = new ArrayList<>();
      try (DirectoryStream<Path> matching =
          Files.newDirectoryStream(directory, "runtime-" + architecture + "{.,-*.}tar.gz")) {
        matching.forEach(here::add);
      } catch (IOException noDirectory) {
        continue;
      }
      here.sort(null);
      files.addAll(here);
    }
    return files;
  }
}
