package io.fleetcheck.agent.sysfs;

import io.fleetcheck.agent.wire.Event;
import io.fleetcheck.agent.wire.Reading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Remembers whatever is read through it, so that a captured tree is made of exactly what the facts
 * were made from: nothing beyond it, nothing missing, and the same moment.
 */
final class RecordingFiles extends SysFiles {
  /** A guard against loops of links. */
  private static final int MAX_HOPS = 32;

  private final Map<String, Event.Captured> entries = new LinkedHashMap<>();
  private final Map<String, String> unreadable = new LinkedHashMap<>();

  /** Places known to be no links; {@code proc/self} counts as a directory, whoever we were. */
  private final Set<String> notLinks = new HashSet<>(Set.of("proc/self"));

  RecordingFiles(Path root) throws IOException {
    super(root);
  }

  /** Everything read so far, in the order of reading; a path once. */
  Map<String, Event.Captured> entries() {
    return entries;
  }

  /** The errno's name by path, for what was there and could not be read. */
  Map<String, String> unreadable() {
    return unreadable;
  }

  @Override
  byte[] content(String path, int limit) throws IOException {
    String place = placeOf(path);
    try {
      byte[] bytes = super.content(path, limit);
      record(place, Event.Captured.Entry.FILE, new String(bytes, StandardCharsets.ISO_8859_1));
      return bytes;
    } catch (NoSuchFileException | NotDirectoryException absent) {
      throw absent;
    } catch (IOException failure) {
      unreadable.putIfAbsent(place, Errno.of(failure));
      throw failure;
    }
  }

  @Override
  Reading<List<String>> names(String directory) {
    Reading<List<String>> names = super.names(directory);
    if (names.isKnown()) {
      // With a last name that no directory has, the directory itself is followed if it is a link.
      record(parent(placeOf(directory + "/.")), Event.Captured.Entry.DIRECTORY, "");
    } else if (names instanceof Reading.Unreadable<List<String>> failed) {
      unreadable.putIfAbsent(placeOf(directory), failed.errno());
    }
    return names;
  }

  @Override
  boolean isDirectory(String path) {
    boolean is = super.isDirectory(path);
    if (is) {
      record(placeOf(path), Event.Captured.Entry.DIRECTORY, "");
    }
    return is;
  }

  @Override
  boolean isFile(String path) {
    boolean is = super.isFile(path);
    if (is) {
      raw(path);
    }
    return is;
  }

  @Override
  Optional<String> link(String path) {
    Optional<String> target = super.link(path);
    target.ifPresent(text -> record(placeOf(path), Event.Captured.Entry.LINK, text));
    return target;
  }

  @Override
  Optional<String> real(String path) {
    Optional<String> real = super.real(path);
    if (real.isPresent()) {
      placeOf(path + "/.");
    }
    return real;
  }

  private void record(String path, Event.Captured.Entry entry, String content) {
    entries.putIfAbsent(path, new Event.Captured(path, entry, content));
  }

  /** The path with every link before its last name followed, and those links recorded. */
  private String placeOf(String path) {
    String place = "";
    String rest = path;
    for (int hops = 0; hops < MAX_HOPS; ) {
      int slash = rest.indexOf('/');
      if (slash < 0) {
        return place.isEmpty() ? rest : place + "/" + rest;
      }
      String next = join(place, rest.substring(0, slash));
      rest = rest.substring(slash + 1);
      Optional<String> target = notLinks.contains(next) ? Optional.empty() : super.link(next);
      if (target.isPresent()) {
        record(next, Event.Captured.Entry.LINK, target.get());
        rest = target.get() + "/" + rest;
        place = target.get().startsWith("/") ? "" : parent(next);
        hops++;
      } else {
        notLinks.add(next);
        place = next;
      }
    }
    return path;
  }

  private static String join(String directory, String name) {
    if (name.isEmpty() || name.equals(".")) {
      return directory;
    }
    if (name.equals("..")) {
      return parent(directory);
    }
    return directory.isEmpty() ? name : directory + "/" + name;
  }
}
