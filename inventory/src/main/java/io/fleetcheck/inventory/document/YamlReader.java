package io.fleetcheck.inventory.document;

import io.fleetcheck.inventory.python.Value;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.scanner.ScannerException;

/** YAML 1.1 as PyYAML reads it with libyaml: SnakeYAML's grammar, PyYAML's values. */
final class YamlReader {
  private static final Pattern SURROGATE = Pattern.compile("[\\ud800-\\udfff]");

  private static final Pattern UNKNOWN_DIRECTIVE =
      Pattern.compile("\\A(?:(?:#.*)?\\R|%(?:YAML|TAG)[ \\t].*\\R)*+%(?!(?:YAML|TAG)[ \\t])");

  /**
   * How many characters are read in all: each character that is put right by hand costs another
   * pass.
   */
  private static final long WORK = 200_000_000;

  private final int nesting;
  private final int nodes;

  YamlReader(int nesting, int nodes) {
    this.nesting = nesting;
    this.nodes = nodes;
  }

  Document read(String text) throws InvalidDocument {
    if (SURROGATE.matcher(text).find()) {
      throw new InvalidDocument("bytes that are not UTF-8", 0, "YAML in UTF-8");
    }
    if (UNKNOWN_DIRECTIVE.matcher(text).find()) {
      throw new InvalidDocument("not YAML: unknown directive", 1, "%YAML or %TAG");
    }
    StringBuilder patched = new StringBuilder(text);
    for (long work = text.length(); ; work += text.length()) {
      try {
        return compose(patched.toString());
      } catch (ScannerException failed) {
        if (work >= WORK || !patch(failed, patched)) {
          throw invalid(failed);
        }
      } catch (MarkedYAMLException failed) {
        throw invalid(failed);
      } catch (YAMLException failed) {
        throw new InvalidDocument(oneLine(failed), 0, "YAML");
      }
    }
  }

  private Document compose(String text) throws InvalidDocument {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    options.setNestingDepthLimit(nesting);
    options.setMaxAliasesForCollections(Integer.MAX_VALUE);
    options.setAllowRecursiveKeys(true);
    // Tags make values here, never objects.
    options.setTagInspector(tag -> true);
    Composer composer =
        new Composer(new ParserImpl(new StreamReader(text), options), new YamlScalars(), options);
    Node root = composer.getSingleNode();
    YamlValues values = new YamlValues(nodes);
    Value value = root == null ? new Value.None() : values.convert(root);
    return new Document(value, values.lines(), values.warnings());
  }

  /** Puts right the two things that libyaml takes and SnakeYAML does not. */
  private static boolean patch(ScannerException failed, StringBuilder text) {
    Mark mark = failed.getProblemMark();
    if (mark == null) {
      return false;
    }
    // Marks count code points.
    int at = text.offsetByCodePoints(0, mark.getIndex());
    if (at == 0 || at >= text.length()) {
      return false;
    }
    if (text.charAt(at) == '/' && text.charAt(at - 1) == '\\') {
      text.deleteCharAt(at - 1);
      return true;
    }
    if (text.charAt(at) == '\t' && isBlankWithinLine(text, at)) {
      text.setCharAt(at, ' ');
      return true;
    }
    return false;
  }

  /** A tab may stand between tokens, but not where it would be indentation. */
  private static boolean isBlankWithinLine(StringBuilder text, int at) {
    int before = at - 1;
    while (before >= 0 && (text.charAt(before) == ' ' || text.charAt(before) == '\t')) {
      before--;
    }
    return before >= 0 && "\n\r-?".indexOf(text.charAt(before)) < 0;
  }

  private static InvalidDocument invalid(MarkedYAMLException failed) {
    Mark mark = failed.getProblemMark();
    String problem = String.valueOf(failed.getProblem());
    return new InvalidDocument(
        "not YAML: " + problem, mark == null ? 0 : mark.getLine() + 1, "YAML");
  }

  private static String oneLine(YAMLException failed) {
    return "not YAML: " + String.valueOf(failed.getMessage()).lines().findFirst().orElse("");
  }
}
