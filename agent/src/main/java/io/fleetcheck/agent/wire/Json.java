package io.fleetcheck.agent.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON text to values and back, RFC 8259 without null: objects are insertion-ordered maps, arrays
 * lists, numbers Long or Double, and every line break is escaped, so that one value is one line.
 *
 * <p>Not for anything but the wire: Jackson alone would triple the agent's start-up time.
 */
final class Json {
  private static final int MAX_DEPTH = 64;

  private final String text;
  private int at;
  private int depth;

  /** Where the next backslash at or after {@code at} is; beyond the text where there is none. */
  private int escape = -1;

  private Json(String text) {
    this.text = text;
  }

  /**
   * @throws IllegalArgumentException where the text is not one JSON value, with the position
   */
  static Object parse(String text) {
    Json parser = new Json(text);
    Object value = parser.value();
    parser.blanks();
    if (parser.at != text.length()) {
      throw parser.error("text after the value");
    }
    return value;
  }

  static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\t' -> out.append("\\t");
        default -> {
          // ASCII only, so that the remote locale cannot change a byte of it.
          if (c < 0x20 || c > 0x7e) {
            out.append("\\u");
            String hex = Integer.toHexString(c);
            out.append("0000", 0, 4 - hex.length()).append(hex);
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private Object value() {
    blanks();
    return switch (peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      default -> number();
    };
  }

  private Map<String, Object> object() {
    Map<String, Object> members = new LinkedHashMap<>();
    enter();
    while (!leave('}', members.isEmpty())) {
      blanks();
      String name = string();
      blanks();
      expect(':');
      members.put(name, value());
    }
    return members;
  }

  private List<Object> array() {
    List<Object> elements = new ArrayList<>();
    enter();
    while (!leave(']', elements.isEmpty())) {
      elements.add(value());
    }
    return elements;
  }

  private void enter() {
    at++;
    if (++depth > MAX_DEPTH) {
      throw error("more than " + MAX_DEPTH + " levels");
    }
  }

  private boolean leave(char close, boolean first) {
    blanks();
    if (peek() == close) {
      at++;
      depth--;
      return true;
    }
    if (!first) {
      expect(',');
    }
    return false;
  }

  private String string() {
    expect('"');
    int start = at;
    int end = text.indexOf('"', start);
    if (escape < start) {
      escape = text.indexOf('\\', start);
      escape = escape < 0 ? text.length() : escape;
    }
    // Nearly every string is without escapes.
    if (end >= 0 && end < escape) {
      at = end + 1;
      return text.substring(start, end);
    }
    at = Math.min(escape, text.length());
    StringBuilder out = new StringBuilder().append(text, start, at);
    while (peek() != '"') {
      char c = text.charAt(at++);
      out.append(c == '\\' ? escaped() : c);
    }
    at++;
    return out.toString();
  }

  private char escaped() {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        if (at + 4 > text.length()) {
          throw error("a cut-off escape");
        }
        at += 4;
        try {
          yield (char) Integer.parseInt(text, at - 4, at, 16);
        } catch (NumberFormatException notHexadecimal) {
          throw error("a bad escape");
        }
      }
      default -> throw error("an unknown escape");
    };
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) {
      throw error("an unknown word");
    }
    at += word.length();
    return value;
  }

  private Object number() {
    int start = at;
    boolean whole = true;
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c < '0' || c > '9') {
        if ("+-.eE".indexOf(c) < 0) {
          break;
        }
        whole &= c == '-';
      }
    }
    String digits = text.substring(start, at);
    try {
      return whole ? (Object) Long.valueOf(digits) : (Object) Double.valueOf(digits);
    } catch (NumberFormatException malformed) {
      throw error("neither a value nor a number");
    }
  }

  private void blanks() {
    while (at < text.length()
        && text.charAt(at) <= ' '
        && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() {
    if (at >= text.length()) {
      throw error("a cut-off end");
    }
    return text.charAt(at);
  }

  private void expect(char c) {
    if (peek() != c) {
      throw error("no '" + c + "'");
    }
    at++;
  }

  private IllegalArgumentException error(String what) {
    return new IllegalArgumentException("JSON: " + what + " at character " + at);
  }
}
