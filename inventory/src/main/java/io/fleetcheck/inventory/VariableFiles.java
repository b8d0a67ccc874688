package io.fleetcheck.inventory;

import io.fleetcheck.inventory.document.Document;
import io.fleetcheck.inventory.document.Document.Entry;
import io.fleetcheck.inventory.python.CodePoints;
import io.fleetcheck.inventory.python.Truth;
import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Mapping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code group_vars} and {@code host_vars} beside inventories: read when they are asked for, each
 * file once.
 */
final class VariableFiles {
  private static final List<String> EXTENSIONS = List.of("", ".yml", ".yaml", ".json");
  private static final int DEPTH = 40;

  private final InventoryContext context;
  private final Consumer<Problem> warnings;
  private final Map<Path, Set<String>> listings = new HashMap<>();
  private final Map<Path, Variables> files = new HashMap<>();
  private final Map<Path, Variables> entities = new HashMap<>();

  /** Whose variables. */
  enum Kind {
    GROUP("group_vars"),
    HOST("host_vars");

    private final String directory;

    Kind(String directory) {
      this.directory = directory;
    }
  }

  VariableFiles(InventoryContext context, Consumer<Problem> warnings) {
    this.context = context;
    this.warnings = warnings;
  }

  /**
   * @param directory beside which the variables lie
   * @throws InvalidSource where Ansible stops
   */
  Variables read(Path directory, Kind kind, String name) throws InvalidSource {
    // Names of chroot hosts are paths: they have no files.
    if (name.startsWith("/") || name.indexOf('\0') >= 0) {
      return new Variables();
    }
    Path parent = directory.resolve(kind.directory);
    if (listing(parent).isEmpty()) {
      return new Variables();
    }
    Path entity = path(parent, name);
    Variables known = entities.get(entity);
    if (known == null) {
      known = new Variables();
      for (Path file : find(parent, name)) {
        known.putAll(file(file));
      }
      entities.put(entity, known);
    }
    return known;
  }

  private Set<String> listing(Path directory) {
    return listings.computeIfAbsent(directory, VariableFiles::names);
  }

  /** What cannot be looked up may be there: that is not the same as no variables. */
  private static Path path(Path parent, String name) throws InvalidSource {
    try {
      return parent.resolve(name);
    } catch (InvalidPathException notInThisLocale) {
      throw new InvalidSource(
          Problem.fatal(
              Place.of(parent.toString()),
              "cannot look for a file of this name",
              Excerpt.of(SurrogateEscape.printable(name)),
              "a name in UTF-8, and a UTF-8 locale"));
    }
  }

  private List<Path> find(Path parent, String name) {
    Set<String> listing = listing(parent);
    // A name with a slash, or of dots, leads out of the directory, and Ansible follows it.
    boolean listed = name.indexOf('/') < 0 && !name.equals(".") && !name.equals("..");
    for (String extension : EXTENSIONS) {
      Path candidate = parent.resolve(name + extension);
      if (listed ? listing.contains(name + extension) : Files.exists(candidate)) {
        if (!Files.isDirectory(candidate)) {
          return Files.exists(candidate) ? List.of(candidate) : List.of();
        }
        List<Path> found = new ArrayList<>();
        collect(candidate, 0, found);
        return found;
      }
    }
    return List.of();
  }

  private static void collect(Path directory, int depth, List<Path> found) {
    List<Path> entries = new ArrayList<>(entries(directory));
    entries.sort(Comparator.comparing(FileNames::of, CodePoints.ORDER));
    for (Path entry : entries) {
      String name = FileNames.of(entry);
      String extension = FileNames.extension(name);
      if (name.startsWith(".") || name.endsWith("~")) {
        continue;
      }
      if (extension.isEmpty() && Files.isDirectory(entry)) {
        if (depth < DEPTH) {
          collect(entry, depth + 1, found);
        }
      } else if (EXTENSIONS.contains(extension) && Files.isRegularFile(entry)) {
        found.add(entry);
      }
    }
  }

  private static Set<String> names(Path directory) {
    return entries(directory).stream().map(FileNames::of).collect(Collectors.toUnmodifiableSet());
  }

  private static List<Path> entries(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.filter(Files::exists).toList();
    } catch (IOException unreadable) {
      return List.of();
    }
  }

  private Variables file(Path file) throws InvalidSource {
    Variables known = files.get(file);
    if (known == null) {
      known = parse(file);
      files.put(file, known);
    }
    return known;
  }

  private Variables parse(Path file) throws InvalidSource {
    String source = shown(file);
    Place place = Place.of(source);
    Document document;
    try {
      document = SourceFile.document(file, place, context);
    } catch (InvalidSource invalid) {
      throw new InvalidSource(invalid.problem().as(Problem.Severity.FATAL));
    }
    Variables variables = new Variables();
    Value root = document.root();
    if (!Truth.of(root)) {
      return variables;
    }
    if (!(root instanceof Mapping mapping)) {
      throw new InvalidSource(Problem.fatal(place, "not a mapping", "", "variables by name"));
    }
    document
        .warnings()
        .forEach(
            it ->
                warnings.accept(
                    Problem.warning(
                        new Place(source, it.line()), it.what(), Excerpt.of(it.where()), "")));
    for (Entry entry : document.entries(mapping)) {
      variables.put(entry.key(), entry.value(), new Place(source, entry.line()));
    }
    return variables;
  }

  /** As short as a user would write it. */
  private String shown(Path file) {
    return file.startsWith(context.directory())
        ? context.directory().relativize(file).toString()
        : file.toString();
  }
}
