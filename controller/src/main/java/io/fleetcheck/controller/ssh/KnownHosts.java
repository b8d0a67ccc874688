package io.fleetcheck.controller.ssh;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The host keys that the user trusts, read from known_hosts files once for a run. Format: sshd(8),
 * "SSH_KNOWN_HOSTS FILE FORMAT". What a line says is never changed or added to.
 */
final class KnownHosts {

  /** What a line's key stands for. */
  enum Marker {
    KEY,
    AUTHORITY,
    REVOKED
  }

  /**
   * @param place file and line
   */
  record Entry(Marker marker, HostKey key, String place) {}

  private final Map<String, List<Entry>> byName = new HashMap<>();
  private final List<Matched> others = new ArrayList<>();
  private final Map<String, List<Entry>> found = new ConcurrentHashMap<>();
  private final List<String> unreadable = new ArrayList<>();
  private final List<Path> files;

  /** An entry that only a look at each tells whether it names a host. */
  private record Matched(HostNames names, Entry entry) {}

  private KnownHosts(List<Path> files) {
    this.files = List.copyOf(files);
  }

  /** Files that do not exist are empty ones, as for OpenSSH. */
  static KnownHosts read(List<Path> files) {
    KnownHosts known = new KnownHosts(files);
    for (Path file : files) {
      known.add(file);
    }
    return known;
  }

  /** OpenSSH's own, ssh_config(5): GlobalKnownHostsFile. */
  static List<Path> globalFiles() {
    return List.of(Path.of("/etc/ssh/ssh_known_hosts"), Path.of("/etc/ssh/ssh_known_hosts2"));
  }

  /** OpenSSH's own, ssh_config(5): UserKnownHostsFile. */
  static List<Path> userFiles(Path home) {
    return List.of(home.resolve(".ssh/known_hosts"), home.resolve(".ssh/known_hosts2"));
  }

  private void add(Path file) {
    try {
      // Any byte is a character here: comments may be in any encoding.
      List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
      for (int i = 0; i < lines.size(); i++) {
        add(lines.get(i).strip(), file + ":" + (i + 1));
      }
    } catch (NoSuchFileException none) {
      // Nobody is known from it.
    } catch (IOException e) {
      unreadable.add(file + " (" + AgentHost.reason(e) + ")");
    }
  }

  /** A line that OpenSSH does not understand, it skips. */
  private void add(String line, String place) {
    String[] fields = line.split("[ \t]+", 4);
    Optional<Marker> marker = marker(fields[0]);
    int names = line.startsWith("@") ? 1 : 0;
    if (line.startsWith("#") || marker.isEmpty() || fields.length < names + 3) {
      return;
    }
    Optional<HostKey> key = HostKey.ofBase64(fields[names + 2].split("[ \t]", 2)[0]);
    if (key.isEmpty() || !key.get().type().equals(fields[names + 1])) {
      return;
    }
    Entry entry = new Entry(marker.get(), key.get(), place);
    HostNames hosts = HostNames.of(fields[names]);
    if (hosts.isPlain()) {
      for (String name : hosts.plain()) {
        byName.computeIfAbsent(name, none -> new ArrayList<>()).add(entry);
      }
    } else {
      others.add(new Matched(hosts, entry));
    }
  }

  private static Optional<Marker> marker(String field) {
    return switch (field) {
      case "@cert-authority" -> Optional.of(Marker.AUTHORITY);
      case "@revoked" -> Optional.of(Marker.REVOKED);
      default -> field.startsWith("@") ? Optional.empty() : Optional.of(Marker.KEY);
    };
  }

  /**
   * What is known of a host.
   *
   * @param name an address or name, or {@code [name]:port} where the port is not 22
   */
  List<Entry> of(String name) {
    return found.computeIfAbsent(name.toLowerCase(Locale.ROOT), this::find);
  }

  private List<Entry> find(String name) {
    List<Entry> entries = new ArrayList<>(byName.getOrDefault(name, List.of()));
    for (Matched candidate : others) {
      if (candidate.names().match(name)) {
        entries.add(candidate.entry());
      }
    }
    return List.copyOf(entries);
  }

  /** Where an unknown key would have to stand; the first file. */
  Path firstFile() {
    return files.isEmpty() ? Path.of("known_hosts") : files.get(0);
  }

  /** Files that exist and could not be read, with the reason. */
  List<String> unreadable() {
    return unreadable;
  }
}
