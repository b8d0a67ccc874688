package io.fleetcheck.playbooks;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * A mapping in a YAML file whose every key and value is accounted for. Problems are lines {@code
 * file:line: what is wrong, expected what}; all of a file's are told, not the first only.
 */
final class Fields {
  private final Path file;
  private final int line;
  private final Map<String, Node> nodes;
  private final List<String> problems;

  private Fields(Path file, int line, Map<String, Node> nodes, List<String> problems) {
    this.file = file;
    this.line = line;
    this.nodes = nodes;
    this.problems = problems;
  }

  /** Empty where the file cannot be read as one mapping, which is a problem then. */
  static Optional<Fields> read(Path file, List<String> problems) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    try {
      Node root = new Yaml(options).compose(new StringReader(Files.readString(file)));
      if (root == null) {
        return Optional.of(new Fields(file, 1, Map.of(), problems));
      }
      return mapping(file, root, problems);
    } catch (NoSuchFileException e) {
      problems.add(file + ": there is no such file");
    } catch (IOException e) {
      problems.add(file + ": cannot be read: " + e);
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      problems.add("%s:%d: not YAML: %s".formatted(file, line, e.getProblem()));
    } catch (YAMLException e) {
      problems.add(file + ": not YAML: " + String.valueOf(e.getMessage()).replaceAll("\\s+", " "));
    }
    return Optional.empty();
  }

  private static Optional<Fields> mapping(Path file, Node node, List<String> problems) {
    int line = node.getStartMark().getLine() + 1;
    if (!(node instanceof MappingNode mapping)) {
      problems.add("%s:%d: expected a mapping (KEY: VALUE)".formatted(file, line));
      return Optional.empty();
    }
    Map<String, Node> nodes = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        problems.add("%s:%d: a key must be a word".formatted(file, line(tuple.getKeyNode())));
      } else if (nodes.put(key.getValue(), tuple.getValueNode()) != null) {
        problems.add("%s:%d: %s stands here twice".formatted(file, line(key), key.getValue()));
      }
    }
    return Optional.of(new Fields(file, line, nodes, problems));
  }

  /** A problem for each key that is none of these. */
  void onlyKnow(Set<String> known) {
    nodes.forEach(
        (key, node) -> {
          if (!known.contains(key)) {
            problem(node, "%s is not known".formatted(key), "one of " + String.join(", ", known));
          }
        });
  }

  /**
   * The text of a value as it stands there; empty where the key is missing, or has no plain value.
   */
  Optional<String> text(String key) {
    Node node = nodes.get(key);
    if (node == null) {
      return Optional.empty();
    }
    if (node instanceof ScalarNode scalar) {
      return Optional.of(scalar.getValue());
    }
    problem(node, key + " has no plain value", "one value");
    return Optional.empty();
  }

  /** Likewise; a missing or blank one is a problem. */
  Optional<String> required(String key) {
    Optional<String> text = text(key).filter(value -> !value.isBlank());
    if (text.isEmpty() && !(nodes.get(key) instanceof MappingNode)) {
      problems.add("%s:%d: %s is missing".formatted(file, line, key));
    }
    return text;
  }

  Optional<Fields> inner(String key) {
    return Optional.ofNullable(nodes.get(key)).flatMap(node -> mapping(file, node, problems));
  }

  /** The mappings in a list; none where the key is missing. */
  List<Fields> list(String key) {
    List<Fields> items = new ArrayList<>();
    Node node = nodes.get(key);
    if (node instanceof SequenceNode sequence) {
      for (Node item : sequence.getValue()) {
        mapping(file, item, problems).ifPresent(items::add);
      }
    } else if (node != null) {
      problem(node, key + " is no list", "a list");
    }
    return items;
  }

  boolean has(String key) {
    return nodes.containsKey(key);
  }

  /** About a key that is there. */
  void problem(String key, String what, String expected) {
    Node node = nodes.get(key);
    if (node == null) {
      problems.add("%s:%d: %s, expected %s".formatted(file, line, what, expected));
    } else {
      problem(node, what, expected);
    }
  }

  private void problem(Node node, String what, String expected) {
    problems.add("%s:%d: %s, expected %s".formatted(file, line(node), what, expected));
  }

  private static int line(Node node) {
    return node.getStartMark().getLine() + 1;
  }
}
