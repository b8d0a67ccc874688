package io.fleetcheck.inventory.document;

import io.fleetcheck.inventory.python.Value;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.parser.ParserImpl;

/** YAML 1.1 as PyYAML reads it: libyaml's tokens, SnakeYAML's grammar, PyYAML's values. */
final class YamlReader {
  private static final Pattern SURROGATE = Pattern.compile("[\\ud800-\\udfff]");

  private static final Pattern CONTROL =
      Pattern.compile(
          "[^\\t\\n\\r\\x20-\\x7e\\x85\\xa0-\\ud7ff\\ue000-\\ufffd\\x{10000}-\\x{10ffff}]");

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
    Matcher control = CONTROL.matcher(text);
    if (control.find()) {
      throw new InvalidDocument(
          "not YAML: control character", line(text, control.start()), "text without these");
    }
    try {
      return compose(text);
    } catch (MarkedYAMLException failed) {
      throw invalid(failed);
    } catch (YAMLException failed) {
      throw new InvalidDocument(oneLine(failed), 0, "YAML");
    }
  }

  private static int line(String text, int at) {
    return 1 + (int) text.substring(0, at).chars().filter(it -> it == '\n').count();
  }

  private Document compose(String text) throws InvalidDocument {
    LoaderOptions options = new LoaderOptions();
    options.setNestingDepthLimit(nesting);
    options.setMaxAliasesForCollections(Integer.MAX_VALUE);
    options.setAllowRecursiveKeys(true);
    // Tags make values here, never objects.
    options.setTagInspector(tag -> true);
    Composer composer =
        new Composer(new ParserImpl(new YamlScanner(text, nesting)), new YamlScalars(), options);
    Node root = composer.getSingleNode();
    YamlValues values = new YamlValues(nodes);
    Value value = root == null ? new Value.None() : values.convert(root);
    return new Document(value, values.lines(), values.warnings());
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
