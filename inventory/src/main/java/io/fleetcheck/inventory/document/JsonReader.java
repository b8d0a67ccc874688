package io.fleetcheck.inventory.document;

import io.fleetcheck.inventory.python.PythonIntegers;
import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Bool;
import io.fleetcheck.inventory.python.Value.Int;
import io.fleetcheck.inventory.python.Value.Mapping;
import io.fleetcheck.inventory.python.Value.None;
import io.fleetcheck.inventory.python.Value.Real;
import io.fleetcheck.inventory.python.Value.Sequence;
import io.fleetcheck.inventory.python.Value.Text;
import io.fleetcheck.inventory.python.Value.Vaulted;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Python's {@code json.loads}: also NaN and Infinity; of equal keys the last counts. Ansible makes
 * a vaulted value of an object with the key {@code __ansible_vault}.
 */
final class JsonReader {
  private static final Pattern NUMBER =
      Pattern.compile("(-?(?:0|[1-9][0-9]*+))(\\.[0-9]++)?([eE][-+]?[0-9]++)?");
  private static final String VAULT = "__ansible_vault";
  private static final String UNSAFE = "__ansible_unsafe";

  private final String text;
  private final int nesting;
  private final IdentityHashMap<Mapping, int[]> lines = new IdentityHashMap<>();
  private final Matcher number;
  private int depth;
  private int at;
  private int line = 1;
  private int lineAt;

  /** Not JSON; unwinds the reader only. */
  static final class NotJson extends Exception {
    private final int line;

    NotJson(String what, int line) {
      super(what, null, false, false);
      this.line = line;
    }

    int line() {
      return line;
    }
  }

  JsonReader(String text, int nesting) {
    this.text = text;
    this.nesting = nesting;
    this.number = NUMBER.matcher(text);
  }

  Document read() throws NotJson, InvalidDocument {
    skipBlanks();
    Value root = value();
    skipBlanks();
    if (at < text.length()) {
      throw notJson("text after the end");
    }
    return new Document(root, lines, List.of());
  }

  private Value value() throws NotJson, InvalidDocument {
    if (at >= text.length()) {
      throw notJson("unexpected end");
    }
    return switch (text.charAt(at)) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> new Text(string());
      default -> literal();
    };
  }

  private Value literal() throws NotJson {
    if (take("null")) {
      return new None();
    }
    if (take("true")) {
      return new Bool(true);
    }
    if (take("false")) {
      return new Bool(false);
    }
    if (take("NaN")) {
      return new Real(Double.NaN);
    }
    if (take("Infinity")) {
      return new Real(Double.POSITIVE_INFINITY);
    }
    if (take("-Infinity")) {
      return new Real(Double.NEGATIVE_INFINITY);
    }
    return number();
  }

  private Value number() throws NotJson {
    if (!number.region(at, text.length()).lookingAt()) {
      throw notJson("no value");
    }
    at = number.end();
    if (number.group(2) != null || number.group(3) != null) {
      return new Real(Double.parseDouble(number.group()));
    }
    return new Int(
        PythonIntegers.parse(number.group()).orElseThrow(() -> notJson("number too long")));
  }

  private Value array() throws NotJson, InvalidDocument {
    open();
    List<Value> items = new ArrayList<>();
    skipBlanks();
    if (!take("]")) {
      do {
        skipBlanks();
        items.add(value());
        skipBlanks();
      } while (take(","));
      expect("]");
    }
    depth--;
    return new Sequence(items);
  }

  private Value object() throws NotJson, InvalidDocument {
    open();
    MappingBuilder entries = new MappingBuilder();
    skipBlanks();
    if (!take("}")) {
      do {
        skipBlanks();
        int keyLine = line();
        if (at >= text.length() || text.charAt(at) != '"') {
          throw notJson("no property name in double quotes");
        }
        Text key = new Text(string());
        skipBlanks();
        expect(":");
        skipBlanks();
        entries.put(key, value(), keyLine);
        skipBlanks();
      } while (take(","));
      expect("}");
    }
    depth--;
    return hook(entries.build(lines));
  }

  /** What Ansible's decoder makes of an object. */
  private static Value hook(Mapping mapping) {
    for (Map.Entry<Value, Value> entry : mapping.entries().entrySet()) {
      if (entry.getKey().equals(new Text(VAULT)) && entry.getValue() instanceof Text armour) {
        return new Vaulted(armour.text());
      }
      if (entry.getKey().equals(new Text(UNSAFE))) {
        return Unsafes.wrap(entry.getValue());
      }
    }
    return mapping;
  }

  private String string() throws NotJson {
    StringBuilder string = new StringBuilder();
    at++;
    while (at < text.length()) {
      char next = text.charAt(at++);
      if (next == '"') {
        return string.toString();
      }
      if (next < ' ') {
        throw notJson("control character in a string");
      }
      string.append(next == '\\' ? escaped() : next);
    }
    throw notJson("string without an end");
  }

  private char escaped() throws NotJson {
    if (at >= text.length()) {
      throw notJson("string without an end");
    }
    char kind = text.charAt(at++);
    return switch (kind) {
      case '"', '\\', '/' -> kind;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> throw notJson("unknown escape");
    };
  }

  private char unicode() throws NotJson {
    int code = 0;
    for (int digit = 0; digit < 4; digit++) {
      int value = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
      if (value < 0 || text.charAt(at) > 'f') {
        throw notJson("incomplete \\u escape");
      }
      code = code << 4 | value;
      at++;
    }
    return (char) code;
  }

  private void open() throws InvalidDocument {
    at++;
    if (++depth > nesting) {
      throw new InvalidDocument("brackets nested too deep", line(), "at most " + nesting);
    }
  }

  private void skipBlanks() {
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private boolean take(String token) {
    boolean there = text.startsWith(token, at);
    at += there ? token.length() : 0;
    return there;
  }

  private void expect(String token) throws NotJson {
    if (!take(token)) {
      throw notJson("no '" + token + "'");
    }
  }

  /** Counts on from where it counted last, so that a document is counted once. */
  private int line() {
    for (; lineAt < at && lineAt < text.length(); lineAt++) {
      line += text.charAt(lineAt) == '\n' ? 1 : 0;
    }
    return line;
  }

  private NotJson notJson(String what) {
    return new NotJson(what, line());
  }
}
