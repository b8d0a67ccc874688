package io.fleetcheck.inventory.python;

import io.fleetcheck.inventory.python.Value.Bool;
import io.fleetcheck.inventory.python.Value.Bytes;
import io.fleetcheck.inventory.python.Value.Complex;
import io.fleetcheck.inventory.python.Value.Ellipsis;
import io.fleetcheck.inventory.python.Value.Int;
import io.fleetcheck.inventory.python.Value.Mapping;
import io.fleetcheck.inventory.python.Value.None;
import io.fleetcheck.inventory.python.Value.Real;
import io.fleetcheck.inventory.python.Value.Sequence;
import io.fleetcheck.inventory.python.Value.SetOf;
import io.fleetcheck.inventory.python.Value.Text;
import io.fleetcheck.inventory.python.Value.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code ast.literal_eval}: the value of a Python literal, as Python 3.11 reads it.
 *
 * <p>What Python calls a syntax error or not a literal is empty here; Ansible makes no difference
 * between the two.
 */
public final class PythonLiteral {
  /** CPython's tokenizer refuses more open brackets than this; so recursion here is bounded. */
  public static final int NESTING = 200;

  private final LiteralScanner scanner;
  private Optional<String> unhashable = Optional.empty();
  private int depth;

  private PythonLiteral(String source) {
    this.scanner = new LiteralScanner(source);
  }

  /** Not a literal; unwinds the parser only. */
  static final class NotALiteral extends Exception {
    NotALiteral() {
      super("not a literal", null, false, false);
    }
  }

  /** A dict key or set member that has no hash: Python's TypeError, which no one catches. */
  public static final class Unhashable extends Exception {
    Unhashable(String type) {
      super("unhashable type: '" + type + "'");
    }
  }

  /**
   * The value, or nothing where the text is no literal.
   *
   * @throws TooDeep where Python gives up for the number of open brackets
   */
  public static Optional<Value> evaluate(String source) throws Unhashable, TooDeep {
    int start = 0;
    while (start < source.length()
        && (source.charAt(start) == ' ' || source.charAt(start) == '\t')) {
      start++;
    }
    try {
      return Optional.of(new PythonLiteral(source.substring(start)).module());
    } catch (NotALiteral notALiteral) {
      return Optional.empty();
    }
  }

  /** More open brackets than {@link #NESTING}. */
  public static final class TooDeep extends Exception {
    TooDeep() {
      super("brackets nested too deep");
    }
  }

  /** How an expression was built; signs and sums take only some of each. */
  private enum Form {
    CONSTANT,
    SIGNED,
    OTHER
  }

  private record Node(Value value, Form form) {
    boolean isNumber() {
      return value instanceof Int || value instanceof Real || value instanceof Complex;
    }
  }

  private Value module() throws NotALiteral, Unhashable, TooDeep {
    Node first = expression();
    Value value = scanner.peek() == ',' ? new Tuple(tail(first.value(), '\0')) : first.value();
    scanner.expectEnd();
    if (unhashable.isPresent()) {
      throw new Unhashable(unhashable.get());
    }
    return value;
  }

  /** A number with an imaginary part is a sum in Python's grammar. */
  private Node expression() throws NotALiteral, TooDeep {
    Node left = signed();
    char operator = scanner.peek();
    if (operator != '+' && operator != '-') {
      return left;
    }
    scanner.next();
    Node right = signed();
    if (left.form() == Form.OTHER
        || !(left.value() instanceof Int || left.value() instanceof Real)
        || right.form() != Form.CONSTANT
        || !(right.value() instanceof Complex imaginary)) {
      throw new NotALiteral();
    }
    double real = LiteralNumbers.toDouble(left.value());
    return new Node(
        operator == '+'
            ? new Complex(real + imaginary.real(), imaginary.imaginary())
            : new Complex(real - imaginary.real(), 0 - imaginary.imaginary()),
        Form.OTHER);
  }

  private Node signed() throws NotALiteral, TooDeep {
    char sign = scanner.peek();
    if (sign != '+' && sign != '-') {
      return atom();
    }
    scanner.next();
    char after = scanner.peek();
    if (after == '+' || after == '-') {
      throw new NotALiteral();
    }
    Node operand = atom();
    if (operand.form() != Form.CONSTANT || !operand.isNumber()) {
      throw new NotALiteral();
    }
    return new Node(
        sign == '+' ? operand.value() : LiteralNumbers.negate(operand.value()), Form.SIGNED);
  }

  private Node atom() throws NotALiteral, TooDeep {
    char next = scanner.peek();
    return switch (next) {
      case '(' -> parenthesised();
      case '[' -> {
        open();
        yield new Node(new Sequence(items(']')), Form.OTHER);
      }
      case '{' -> braced();
      case '.' -> constant(scanner.take("...") ? new Ellipsis() : scanner.number());
      case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> constant(scanner.number());
      default -> scanner.atString() ? constant(strings()) : named(scanner.name());
    };
  }

  private static Node constant(Value value) {
    return new Node(value, Form.CONSTANT);
  }

  private Node named(String name) throws NotALiteral, TooDeep {
    return switch (name) {
      case "True" -> constant(new Bool(true));
      case "False" -> constant(new Bool(false));
      case "None" -> constant(new None());
      case "set" -> {
        open('(');
        close(')');
        yield new Node(new SetOf(List.of()), Form.OTHER);
      }
      default -> throw new NotALiteral();
    };
  }

  private Value strings() throws NotALiteral {
    StringBuilder joined = new StringBuilder();
    LiteralScanner.Piece piece = scanner.string();
    boolean bytes = piece.bytes();
    joined.append(piece.text());
    while (scanner.peek() != '\0' && scanner.atString()) {
      piece = scanner.string();
      if (piece.bytes() != bytes) {
        throw new NotALiteral();
      }
      joined.append(piece.text());
    }
    return bytes ? new Bytes(joined.toString()) : new Text(joined.toString());
  }

  private Node parenthesised() throws NotALiteral, TooDeep {
    open();
    if (scanner.peek() == ')') {
      close(')');
      return new Node(new Tuple(List.of()), Form.OTHER);
    }
    Node first = expression();
    if (scanner.peek() == ',') {
      List<Value> items = tail(first.value(), ')');
      close(')');
      return new Node(new Tuple(items), Form.OTHER);
    }
    close(')');
    return first;
  }

  private Node braced() throws NotALiteral, TooDeep {
    open();
    if (scanner.peek() == '}') {
      close('}');
      return new Node(Mapping.EMPTY, Form.OTHER);
    }
    Node first = expression();
    if (scanner.peek() == ':') {
      return new Node(dict(first.value()), Form.OTHER);
    }
    Dict members = new Dict();
    for (Value member : tail(first.value(), '}')) {
      members.put(hashed(member), member);
    }
    close('}');
    return new Node(new SetOf(List.copyOf(members.toMapping().entries().keySet())), Form.OTHER);
  }

  private Mapping dict(Value firstKey) throws NotALiteral, TooDeep {
    Dict dict = new Dict();
    Value key = firstKey;
    while (true) {
      expect(':');
      dict.put(hashed(key), expression().value());
      if (scanner.peek() != ',') {
        break;
      }
      scanner.next();
      if (scanner.peek() == '}') {
        break;
      }
      key = expression().value();
    }
    close('}');
    return dict.toMapping();
  }

  private List<Value> items(char end) throws NotALiteral, TooDeep {
    List<Value> items = scanner.peek() == end ? List.of() : tail(expression().value(), end);
    close(end);
    return items;
  }

  /** What follows a first item: more of them, and perhaps a last comma, before the end. */
  private List<Value> tail(Value first, char end) throws NotALiteral, TooDeep {
    List<Value> items = new ArrayList<>();
    items.add(first);
    while (scanner.peek() == ',') {
      scanner.next();
      if (scanner.peek() == end) {
        break;
      }
      items.add(expression().value());
    }
    return items;
  }

  /** Python looks for hashes only when the whole text has parsed: a syntax error comes first. */
  private Value hashed(Value value) {
    if (value instanceof Sequence) {
      unhashable = Optional.of("list");
    } else if (value instanceof Mapping) {
      unhashable = Optional.of("dict");
    } else if (value instanceof SetOf) {
      unhashable = Optional.of("set");
    } else if (value instanceof Tuple tuple) {
      tuple.items().forEach(this::hashed);
    }
    return value;
  }

  private void open() throws TooDeep {
    scanner.next();
    if (++depth > NESTING) {
      throw new TooDeep();
    }
    scanner.setInBrackets(true);
  }

  private void open(char bracket) throws NotALiteral, TooDeep {
    if (scanner.peek() != bracket) {
      throw new NotALiteral();
    }
    open();
  }

  private void close(char bracket) throws NotALiteral {
    if (scanner.peek() != bracket) {
      throw new NotALiteral();
    }
    scanner.next();
    scanner.setInBrackets(--depth > 0);
  }

  private void expect(char character) throws NotALiteral {
    if (scanner.peek() != character) {
      throw new NotALiteral();
    }
    scanner.next();
  }
}
