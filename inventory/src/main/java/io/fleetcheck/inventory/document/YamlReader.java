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

  /** How often an escaped slash is unescaped by hand; each costs another pass. */
  private static final int SLASHES = 1000;

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
    StringBuilder patched = new StringBuilder(text);
    for (int slashes = 0; ; slashes++) {
      try {
        return compose(patched.toString());
      } catch (ScannerException failed) {
        // The one escape of YAML 1.2 and libyaml that SnakeYAML does not know.
        int backslash = backslashBeforeSlash(failed, patched);
        if (backslash < 0 || slashes >= SLASHES) {
          throw invalid(failed);
        }
        patched.deleteCharAt(backslash);
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

  private static int backslashBeforeSlash(ScannerException failed, StringBuilder text) {
    Mark mark = failed.getProblemMark();
    if (mark == null || !String.valueOf(failed.getProblem()).startsWith("found unknown escape")) {
      return -1;
    }
    // Marks count code points.
    int slash = text.offsetByCodePoints(0, mark.getIndex());
    return slash > 0 && text.charAt(slash) == '/' && text.charAt(slash - 1) == '\\'
        ? slash - 1
        : -1;
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
