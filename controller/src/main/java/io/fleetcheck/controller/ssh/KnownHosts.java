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
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The host keys that the user trusts, read from known_hosts files once for a run. Format: sshd(8),
 * "SSH_KNOWN_HOSTS FILE FORMAT".
 *
 * <p>Whether a line with a hashed name is about a host only an HMAC tells, and each line has its
 * own salt: to look for a name among 5,000 takes milliseconds. So these lines are found by their
 * key, which the host shows: {@link #names} looks at one or two. Only where that finds nothing is
 * {@link #of} worth its price.
 */
final class KnownHosts {
  /** Without what means something in a line. */
  private static final Pattern NAME = Pattern.compile("[\\p{Alnum}._:%\\[\\]-]+");

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

  /** An entry that only a look at each tells whether it names a host. */
  private record Matched(HostNames names, Entry entry) {
    static List<Entry> select(List<Matched> candidates, String name) {
      return candidates.stream()
          .filter(candidate -> candidate.names().match(name))
          .map(Matched::entry)
          .toList();
    }
  }

  private final Map<String, List<Entry>> byName = new ConcurrentHashMap<>();

  /** Few: patterns, and hashed lines with a marker. */
  private final List<Matched> others = new ArrayList<>();

  private final List<Matched> hashed = new ArrayList<>();
  private final Map<HostKey, List<Matched>> hashedByKey = new HashMap<>();
  private final Map<String, List<Entry>> found = new ConcurrentHashMap<>();
  private final List<String> unreadable = new ArrayList<>();
  private final Set<String> hashedTypes = new TreeSet<>();
  private final Optional<Path> userFile;
  private Optional<String> revocations = Optional.empty();

  private KnownHosts(Optional<Path> userFile) {
    this.userFile = userFile;
  }

  /**
   * Files that do not exist are empty ones, as for OpenSSH.
   *
   * @param user files; what is added goes to the first
   * @param revoked a file of keys that no host may show: RevokedHostKeys
   */
  static KnownHosts read(List<Path> user, List<Path> global, Optional<Path> revoked) {
    KnownHosts known = new KnownHosts(user.stream().findFirst());
    user.forEach(known::read);
    global.forEach(known::read);
    revoked.ifPresent(known::readRevoked);
    known.hashedByKey.keySet().forEach(key -> known.hashedTypes.add(key.type()));
    return known;
  }

  private void read(Path file) {
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

  /** Of a list that cannot be read nobody knows whom it revokes; OpenSSH then trusts nobody. */
  private void readRevoked(Path file) {
    try {
      List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
      if (!lines.isEmpty() && lines.get(0).startsWith("SSHKRL")) {
        revocations = Optional.of(file + " is a binary revocation list: give a list of keys");
      }
      for (int i = 0; i < lines.size(); i++) {
        add("@revoked * " + lines.get(i).strip(), file + ":" + (i + 1));
      }
    } catch (IOException e) {
      revocations = Optional.of(file + " cannot be read: " + AgentHost.reason(e));
    }
  }

  /** Why nobody can be trusted: RevokedHostKeys is no help. */
  Optional<String> unknownRevocations() {
    return revocations;
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
    add(HostNames.of(fields[names]), new Entry(marker.get(), key.get(), place));
  }

  private void add(HostNames names, Entry entry) {
    if (names.isPlain()) {
      names.plain().forEach(name -> byName.merge(name, List.of(entry), KnownHosts::joined));
    } else if (names instanceof HostNames.Hashed && entry.marker() == Marker.KEY) {
      Matched line = new Matched(names, entry);
      hashed.add(line);
      hashedByKey.computeIfAbsent(entry.key(), none -> new ArrayList<>()).add(line);
    } else {
      others.add(new Matched(names, entry));
    }
  }

  private static List<Entry> joined(List<Entry> some, List<Entry> others) {
    List<Entry> all = new ArrayList<>(some);
    all.addAll(others);
    return List.copyOf(all);
  }

  private static Optional<Marker> marker(String field) {
    return switch (field) {
      case "@cert-authority" -> Optional.of(Marker.AUTHORITY);
      case "@revoked" -> Optional.of(Marker.REVOKED);
      default -> field.startsWith("@") ? Optional.empty() : Optional.of(Marker.KEY);
    };
  }

  /**
   * All that is known of a host; hashed lines are searched once for a name.
   *
   * @param name an address or name, or {@code [name]:port} where the port is not 22
   */
  List<Entry> of(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return joined(
        unhashed(lower), found.computeIfAbsent(lower, wanted -> Matched.select(hashed, wanted)));
  }

  /** Whether a line with this marker and this key is about the host. */
  boolean names(String name, Marker marker, HostKey key) {
    String lower = name.toLowerCase(Locale.ROOT);
    return unhashed(lower).stream()
            .anyMatch(entry -> entry.marker() == marker && entry.key().equals(key))
        || (marker == Marker.KEY
            && hashedByKey.getOrDefault(key, List.of()).stream()
                .anyMatch(line -> line.names().match(lower)));
  }

  /** What is known of a host without searching the hashed lines; costs next to nothing. */
  List<Entry> unhashed(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    List<Entry> plain = byName.getOrDefault(lower, List.of());
    return others.isEmpty() ? plain : joined(plain, Matched.select(others, lower));
  }

  /** Of the keys in hashed lines, whomever they are about. */
  Set<String> hashedTypes() {
    return hashedTypes;
  }

  /**
   * Adds a host to the user's file, so that it is known from now on.
   *
   * @param name as for {@link #of}
   * @return the file
   * @throws IOException where the file cannot be written; then the host stays unknown
   */
  synchronized Path add(String name, HostKey key) throws IOException {
    Path file = userFile.orElseThrow(() -> new IOException("UserKnownHostsFile is none"));
    String lower = name.toLowerCase(Locale.ROOT);
    if (!NAME.matcher(lower).matches()) {
      throw new IOException("no line can be about the name " + name);
    }
    if (!names(lower, Marker.KEY, key)) {
      KnownHostsFile.append(file, lower + " " + key.type() + " " + key.base64());
      byName.merge(
          lower, List.of(new Entry(Marker.KEY, key, file + ":new line")), KnownHosts::joined);
    }
    return file;
  }

  /** Where an unknown key would have to stand. */
  String userFile() {
    return userFile.map(Path::toString).orElse("known_hosts");
  }

  /** Files that exist and could not be read, with the reason. */
  List<String> unreadable() {
    return unreadable;
  }
}
