package io.fleetcheck.inventory.document;

import io.fleetcheck.inventory.python.PythonRepr;
import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Bytes;
import io.fleetcheck.inventory.python.Value.Mapping;
import io.fleetcheck.inventory.python.Value.None;
import io.fleetcheck.inventory.python.Value.Sequence;
import io.fleetcheck.inventory.python.Value.SetOf;
import io.fleetcheck.inventory.python.Value.Text;
import io.fleetcheck.inventory.python.Value.Tuple;
import io.fleetcheck.inventory.python.Value.Unsafe;
import io.fleetcheck.inventory.python.Value.Vaulted;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.nodes.AnchorNode;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Makes values of YAML nodes, as PyYAML's safe constructor with Ansible's additions does. */
final class YamlValues {
  private final int limit;
  private final IdentityHashMap<Mapping, int[]> lines = new IdentityHashMap<>();
  private final List<Document.Warning> warnings = new ArrayList<>();
  private final IdentityHashMap<Node, Sized> done = new IdentityHashMap<>();
  private final IdentityHashMap<Node, Boolean> open = new IdentityHashMap<>();
  private final IdentityHashMap<MappingNode, List<NodeTuple>> flat = new IdentityHashMap<>();
  private final Set<String> anchors = new HashSet<>();
  private long size;
  private long merged;

  /** A value and how many values it holds when it is written out. */
  private record Sized(Value value, long size) {}

  /**
   * @param limit of the values written out, aliases each time
   */
  YamlValues(int limit) {
    this.limit = limit;
  }

  IdentityHashMap<Mapping, int[]> lines() {
    return lines;
  }

  List<Document.Warning> warnings() {
    return warnings;
  }

  Value convert(Node node) throws InvalidDocument {
    Node target = node instanceof AnchorNode alias ? alias.getRealNode() : node;
    Sized known = done.get(target);
    if (known == null) {
      if (open.put(target, true) != null) {
        throw invalid(target, "alias to something around it", "values that end");
      }
      checkAnchor(target);
      long before = size;
      Value value = construct(target);
      open.remove(target);
      done.put(target, new Sized(value, size + 1 - before));
      count(target, 1);
      return value;
    }
    count(target, known.size());
    return known.value();
  }

  private void checkAnchor(Node node) throws InvalidDocument {
    String anchor = node.getAnchor();
    if (anchor == null) {
      return;
    }
    if (!anchors.add(anchor)) {
      throw invalid(node, "not YAML: anchor used before", "one place for each anchor");
    }
  }

  private void count(Node node, long more) throws InvalidDocument {
    size += more;
    if (size > limit) {
      throw invalid(node, "too many values", "at most " + limit + ", aliases counted each time");
    }
  }

  private Value construct(Node node) throws InvalidDocument {
    String tag = node.getTag().getValue();
    if (tag.equals("!unsafe")) {
      return unsafe(node);
    }
    if (tag.equals("!vault") || tag.equals("!vault-encrypted")) {
      return new Vaulted(scalar(node));
    }
    if (!tag.startsWith(Tag.PREFIX)) {
      throw invalid(node, "unknown tag " + tag, "a tag of YAML, !vault or !unsafe");
    }
    return switch (tag.substring(Tag.PREFIX.length())) {
      case "str", "python/unicode" -> new Text(scalar(node));
      case "map", "python/dict" -> mapping(node);
      case "seq" -> sequence(node);
      case "null" -> scalar(node).isEmpty() && isBareTag(node) ? new Text("") : new None();
      case "bool" -> require(node, YamlScalars.bool(scalar(node)));
      case "int" -> require(node, YamlScalars.integer(scalar(node)));
      case "float" -> require(node, YamlScalars.real(scalar(node)));
      case "timestamp" -> require(node, YamlTimestamps.parse(scalar(node)));
      case "binary" -> require(node, binary(scalar(node)));
      case "set" -> new SetOf(List.copyOf(mapping(node).entries().keySet()));
      case "omap", "pairs" -> pairs(node);
      default -> throw invalid(node, "unknown tag " + tag, "a tag of YAML, !vault or !unsafe");
    };
  }

  /** A lone exclamation mark: nothing, but text. */
  private static boolean isBareTag(Node node) {
    return node.getAnchor() == null
        && node.getEndMark().getIndex() - node.getStartMark().getIndex() == 1;
  }

  private static Value require(Node node, Optional<Value> value) throws InvalidDocument {
    return value.orElseThrow(
        () -> invalid(node, "no value of " + node.getTag().getValue(), "another tag or quotes"));
  }

  private static String scalar(Node node) throws InvalidDocument {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw invalid(node, "not a scalar", "a scalar");
  }

  private static Optional<Value> binary(String text) {
    if (text.chars().anyMatch(it -> it > 0x7f)) {
      return Optional.empty();
    }
    return base64(text)
        .map(digits -> Base64.getDecoder().decode(digits))
        .map(bytes -> new Bytes(new String(bytes, StandardCharsets.ISO_8859_1)));
  }

  /**
   * The digits that Python's decoder takes: it skips what is none, ends at the padding, and wants
   * that where the digits do not fill three bytes.
   */
  private static Optional<String> base64(String text) {
    StringBuilder digits = new StringBuilder();
    int pads = 0;
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      int filled = digits.length() % 4;
      if (character == '=') {
        if (filled >= 2 && filled + ++pads >= 4) {
          return Optional.of(digits.toString());
        }
      } else if (Character.isLetterOrDigit(character) || character == '+' || character == '/') {
        digits.append(character);
        pads = 0;
      }
    }
    return digits.length() % 4 == 0 ? Optional.of(digits.toString()) : Optional.empty();
  }

  private Sequence sequence(Node node) throws InvalidDocument {
    if (!(node instanceof SequenceNode sequence)) {
      throw invalid(node, "not a sequence", "a sequence");
    }
    List<Value> items = new ArrayList<>();
    for (Node item : sequence.getValue()) {
      items.add(convert(item));
    }
    return new Sequence(items);
  }

  private Mapping mapping(Node node) throws InvalidDocument {
    if (!(node instanceof MappingNode mapping)) {
      throw invalid(node, "not a mapping", "a mapping");
    }
    MappingBuilder entries = new MappingBuilder();
    for (NodeTuple tuple : flatten(mapping)) {
      Node keyNode = tuple.getKeyNode();
      Value key =
          keyNode.getTag().equals(YamlScalars.VALUE) ? new Text(scalar(keyNode)) : convert(keyNode);
      if (key instanceof Sequence || key instanceof Mapping || key instanceof SetOf) {
        throw invalid(keyNode, "key without a hash", "a scalar as a key");
      }
      int line = line(keyNode);
      if (entries.put(key, convert(tuple.getValueNode()), line)) {
        warnings.add(
            new Document.Warning(line, "duplicate key, the last one counts", PythonRepr.str(key)));
      }
    }
    return entries.build(lines);
  }

  /** The entries of a mapping, those that {@code <<} brings in before its own. */
  private List<NodeTuple> flatten(MappingNode node) throws InvalidDocument {
    List<NodeTuple> known = flat.get(node);
    if (known != null) {
      return known;
    }
    // A mapping that merges itself finds here what PyYAML finds: nothing yet.
    flat.put(node, List.of());
    List<NodeTuple> merge = new ArrayList<>();
    List<NodeTuple> own = new ArrayList<>();
    for (NodeTuple tuple : node.getValue()) {
      if (tuple.getKeyNode().getTag().equals(Tag.MERGE)) {
        merge.addAll(merged(tuple.getValueNode()));
      } else {
        own.add(tuple);
      }
    }
    merged += merge.size();
    if (merged > limit) {
      throw invalid(node, "too many merged entries", "at most " + limit);
    }
    merge.addAll(own);
    flat.put(node, merge);
    return merge;
  }

  private List<NodeTuple> merged(Node value) throws InvalidDocument {
    if (value instanceof MappingNode mapping) {
      return flatten(mapping);
    }
    if (!(value instanceof SequenceNode sequence)) {
      throw invalid(value, "cannot be merged with <<", "a mapping or a list of mappings");
    }
    List<NodeTuple> all = new ArrayList<>();
    List<Node> parts = sequence.getValue();
    for (int part = parts.size() - 1; part >= 0; part--) {
      if (!(parts.get(part) instanceof MappingNode mapping)) {
        throw invalid(value, "cannot be merged with <<", "a mapping or a list of mappings");
      }
      all.addAll(flatten(mapping));
      if (all.size() > limit) {
        throw invalid(value, "too many merged entries", "at most " + limit);
      }
    }
    return all;
  }

  private Sequence pairs(Node node) throws InvalidDocument {
    if (!(node instanceof SequenceNode sequence)) {
      throw invalid(node, "not a sequence", "a sequence of single pairs");
    }
    List<Value> pairs = new ArrayList<>();
    for (Node item : sequence.getValue()) {
      if (!(item instanceof MappingNode pair) || pair.getValue().size() != 1) {
        throw invalid(item, "not a single pair", "one key and its value");
      }
      NodeTuple tuple = pair.getValue().get(0);
      pairs.add(new Tuple(List.of(convert(tuple.getKeyNode()), convert(tuple.getValueNode()))));
    }
    return new Sequence(pairs);
  }

  /** Ansible marks what is there when the tag is met, and lists and mappings within are not yet. */
  private Value unsafe(Node node) throws InvalidDocument {
    if (node instanceof ScalarNode scalar) {
      return new Unsafe(scalar.getValue());
    }
    if (node instanceof SequenceNode sequence) {
      List<Value> items = new ArrayList<>();
      for (Node item : sequence.getValue()) {
        items.add(shallow(convert(item)));
      }
      return new Sequence(items);
    }
    MappingBuilder entries = new MappingBuilder();
    for (Document.Entry entry : entriesOf(mapping(node))) {
      entries.put(entry.key(), shallow(entry.value()), entry.line());
    }
    return entries.build(lines);
  }

  private List<Document.Entry> entriesOf(Mapping mapping) {
    return new Document(mapping, lines, List.of()).entries(mapping);
  }

  private static Value shallow(Value value) {
    if (value instanceof Sequence) {
      return new Sequence(List.of());
    }
    return value instanceof Mapping ? Mapping.EMPTY : Unsafes.wrap(value);
  }

  private static int line(Node node) {
    return node.getStartMark() == null ? 0 : node.getStartMark().getLine() + 1;
  }

  private static InvalidDocument invalid(Node node, String what, String expected) {
    return new InvalidDocument(what, line(node), expected);
  }
}
