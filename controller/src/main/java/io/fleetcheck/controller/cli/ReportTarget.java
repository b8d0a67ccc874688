package io.fleetcheck.controller.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One {@code --report FORMAT[=FILE]}.
 *
 * @param file empty for standard output
 */
record ReportTarget(String format, Optional<Path> file) {
  /**
   * @param problems gets a line for each thing that is wrong
   */
  static List<ReportTarget> parse(List<String> texts, List<String> problems) {
    List<ReportTarget> targets = new ArrayList<>();
    for (String text : texts) {
      String format = text.replaceFirst("=.*", "");
      Optional<String> file =
          Optional.of(text)
              .filter(whole -> whole.contains("="))
              .map(whole -> whole.substring(format.length() + 1));
      if (!ReportFormats.NAMES.contains(format)) {
        problems.add(
            "--report %s: no such format; there are %s"
                .formatted(text, String.join(", ", ReportFormats.NAMES)));
      } else if (file.equals(Optional.of(""))) {
        problems.add("--report %s: a file name is missing after =".formatted(text));
      } else {
        targets.add(new ReportTarget(format, file.filter(f -> !f.equals("-")).map(Path::of)));
      }
    }
    check(targets, problems);
    return List.copyOf(targets);
  }

  private static void check(List<ReportTarget> targets, List<String> problems) {
    if (targets.stream().filter(target -> target.file().isEmpty()).count() > 1) {
      problems.add("--report: only one format can go to standard output; give the others =FILE");
    }
    Set<Path> files = new HashSet<>();
    for (ReportTarget target : targets) {
      if (target.file().isPresent()) {
        Path file = target.file().get().toAbsolutePath().normalize();
        if (!files.add(file)) {
          problems.add("--report: two formats are to be written to " + file);
        }
        unwritable(file).ifPresent(why -> problems.add("--report " + target + ": " + why));
      }
    }
  }

  /** What can be told before the audit; a disk may still fill up meanwhile. */
  private static Optional<String> unwritable(Path file) {
    Path directory = file.getParent();
    if (directory == null || Files.isDirectory(file)) {
      return Optional.of("is a directory");
    }
    if (!Files.isDirectory(directory)) {
      return Optional.of("there is no directory " + directory);
    }
    if (Files.isRegularFile(file) || !Files.exists(file)) {
      return Files.isWritable(directory)
          ? Optional.empty()
          : Optional.of("the directory " + directory + " is not writable");
    }
    return Files.isWritable(file) ? Optional.empty() : Optional.of("is not writable");
  }

  @Override
  public String toString() {
    return format + file.map(path -> "=" + path).orElse("");
  }
}
