package io.fleetcheck.controller.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import picocli.CommandLine;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * Writes the manual, a page for each command, as AsciiDoc that the build turns into man pages. Its
 * words are those of {@code --help}, so the two cannot differ.
 */
public final class ManPages {
  private ManPages() {}

  /**
   * @param arguments the directory to write to
   */
  public static void main(String[] arguments) throws IOException {
    Path directory = Files.createDirectories(Path.of(arguments[0]));
    for (CommandLine command : commands()) {
      Path page = directory.resolve(name(command) + ".adoc");
      Files.writeString(page, page(command));
    }
  }

  /** What picocli writes, made to read well as a man page. */
  private static String page(CommandLine command) {
    StringWriter text = new StringWriter();
    ManPageGenerator.writeSingleManPage(new PrintWriter(text), command.getCommandSpec());
    String name = name(command);
    StringBuilder page = new StringBuilder();
    for (String line : text.toString().lines().filter(line -> !line.startsWith("// ")).toList()) {
      if (line.startsWith(":mansource:")) {
        page.append(":mansource: fleetcheck");
      } else if (line.startsWith(name + " - ")) {
        // whatis(1) shows it: one clause.
        page.append(line.split("[.;:]", 2)[0]);
      } else if (line.startsWith("== ")) {
        page.append("== ").append(line.substring(3).strip().replaceAll(":$", ""));
        page.append(line.equals("== Synopsis") ? "\n\n[%hardbreaks]" : "");
      } else {
        page.append(line);
      }
      page.append('\n');
    }
    // Examples and exit codes, which picocli leaves out.
    String footer = String.join("\n", command.getCommandSpec().usageMessage().footer()).strip();
    if (!footer.isEmpty()) {
      page.append("\n== Examples and notes\n\n....\n").append(footer).append("\n....\n");
    }
    return page.toString().replaceAll("(\\[%hardbreaks\\]\n)\n+", "$1");
  }

  /** All of them, at every depth. */
  static List<CommandLine> commands() {
    List<CommandLine> all = new ArrayList<>();
    all.add(new Main(Surroundings.ofProcess(), Parts.real()).commandLine());
    for (int i = 0; i < all.size(); i++) {
      all.addAll(new LinkedHashSet<>(all.get(i).getSubcommands().values()));
    }
    return all;
  }

  /** As its page is called. */
  static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName("-");
  }
}
