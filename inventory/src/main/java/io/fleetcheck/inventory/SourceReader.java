package io.fleetcheck.inventory;

import io.fleetcheck.inventory.InventoryData.Refused;
import io.fleetcheck.inventory.document.Document;
import io.fleetcheck.inventory.python.CodePoints;
import io.fleetcheck.inventory.python.PythonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads one source into the inventory: tries what it may be, in Ansible's order, until something
 * fits. What a failed attempt has added stays.
 */
final class SourceReader {
  /** As of Ansible 2.19: 2.14 skipped .ini, too. */
  private static final Pattern SKIPPED =
      Pattern.compile(
          "^(?:\\..*|host_vars|group_vars|vars_plugins)$"
              + "|(?:\\.pyc|\\.pyo|\\.swp|\\.bak|~|\\.rpm|\\.md|\\.txt|\\.rst|\\.orig|\\.cfg|\\.retry)$");

  private static final String NO_TOML = "TOML is not read";
  private static final List<String> CLEAR = List.of(YamlInventory.PLUGIN, NO_TOML);

  /** Directories within directories; a loop of links ends here. */
  private static final int DEPTH = 40;

  private final InventoryContext context;
  private final InventoryData data;
  private final Consumer<Problem> problems;

  SourceReader(InventoryContext context, InventoryData data, Consumer<Problem> problems) {
    this.context = context;
    this.data = data;
    this.problems = problems;
  }

  /** One way to read a source. */
  private interface Attempt {
    void read() throws InvalidSource;
  }

  /** Whether anything of the source was read. */
  boolean read(String source) {
    Optional<Path> file = context.resolve(source);
    if (source.indexOf(',') >= 0 && file.filter(Files::exists).isEmpty()) {
      return attempt(List.of(() -> hostList(source)));
    }
    if (file.isEmpty()) {
      problems.accept(
          Problem.unread(Place.of(source), "no file name in this locale", "", "a UTF-8 locale"));
      return false;
    }
    return read(source, file.get(), 0);
  }

  private boolean read(String source, Path file, int depth) {
    if (Files.isDirectory(file)) {
      return directory(source, file, depth);
    }
    if (!Files.isReadable(file)) {
      problems.accept(
          Problem.unread(
              Place.of(source),
              Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? "cannot be read" : "does not exist",
              "",
              "a file, a directory, or hosts separated by commas"));
      return false;
    }
    return attempt(attempts(source, file));
  }

  private boolean directory(String source, Path directory, int depth) {
    boolean anyRead = false;
    try (Stream<Path> entries = Files.list(directory)) {
      List<Path> files =
          entries
              .filter(file -> !SKIPPED.matcher(FileNames.of(file)).find())
              .sorted(Comparator.comparing(FileNames::of, CodePoints.ORDER))
              .toList();
      for (Path file : files) {
        if (depth < DEPTH) {
          String child = (source.endsWith("/") ? source : source + "/") + FileNames.of(file);
          anyRead |= read(child, file, depth + 1);
        }
      }
    } catch (IOException failed) {
      problems.accept(
          Problem.unread(Place.of(source), "cannot be listed", "", "a readable directory"));
      return false;
    }
    if (!anyRead) {
      problems.accept(
          Problem.unread(
              Place.of(source), "nothing in this directory was read", "", "inventory files"));
    }
    return anyRead;
  }

  private List<Attempt> attempts(String source, Path file) {
    Place place = Place.of(source);
    List<Attempt> attempts = new ArrayList<>();
    if (isScript(file)) {
      attempts.add(() -> new ScriptInventory(file, place, context, data, problems).read());
    }
    if (isYaml(FileNames.of(file))) {
      attempts.add(
          () -> {
            Document document = SourceFile.document(file, place, context);
            new YamlInventory(source, document, data, context.limits(), problems).read();
          });
    }
    attempts.add(
        () ->
            new IniReader(source, data, context.limits(), problems)
                .read(SourceFile.text(file, place, context)));
    if (FileNames.extension(FileNames.of(file)).equals(".toml")) {
      attempts.add(() -> refuseToml(source));
    }
    return attempts;
  }

  /** Ansible, too, takes as INI what can be taken so. */
  private static void refuseToml(String source) throws InvalidSource {
    throw new InvalidSource(
        Problem.unread(
            Place.of(source),
            NO_TOML,
            "",
            "INI, YAML or JSON; ansible-inventory -i "
                + source
                + " --list --yaml > hosts.yml makes YAML of it"));
  }

  /** All failures count only where nothing succeeds. */
  private boolean attempt(List<Attempt> attempts) {
    List<Problem> failures = new ArrayList<>();
    for (Attempt attempt : attempts) {
      try {
        attempt.read();
        return true;
      } catch (InvalidSource invalid) {
        failures.add(invalid.problem());
      }
    }
    telling(failures).distinct().forEach(problems);
    return false;
  }

  /** What a source was meant as can be clear; then the other failures only hide where to look. */
  private static Stream<Problem> telling(List<Problem> failures) {
    if (failures.stream().anyMatch(it -> CLEAR.contains(it.what()))) {
      return failures.stream().filter(it -> CLEAR.contains(it.what()));
    }
    return failures.stream()
        .filter(it -> failures.size() == 1 || !it.what().equals(YamlInventory.NOT_A_MAPPING));
  }

  private static boolean isScript(Path file) {
    if (Files.isExecutable(file)) {
      return true;
    }
    try (var in = Files.newInputStream(file)) {
      return new String(in.readNBytes(2), java.nio.charset.StandardCharsets.ISO_8859_1)
          .equals("#!");
    } catch (IOException unreadable) {
      return false;
    }
  }

  private static boolean isYaml(String name) {
    return List.of("", ".yaml", ".yml", ".json").contains(FileNames.extension(name));
  }

  private void hostList(String source) throws InvalidSource {
    Place place = Place.of(source);
    for (String part : source.split(",", -1)) {
      String text = PythonText.strip(part);
      Optional<HostAddress> address = HostAddress.parse(text, false);
      String host = address.map(HostAddress::host).orElse(text);
      if (!text.isEmpty() && !data.hosts().containsKey(host)) {
        try {
          data.addHost(
              host,
              Optional.of(InventoryData.UNGROUPED),
              address.flatMap(HostAddress::port),
              place);
        } catch (Refused refused) {
          throw refused.at(place, Excerpt.of(host));
        }
      }
    }
  }
}
