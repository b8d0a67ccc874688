package io.fleetcheck.inventory.python;

import io.fleetcheck.inventory.python.PythonLiteral.NotALiteral;
import java.util.Locale;

/** The tokens of a Python literal: blanks, names, numbers and strings. */
final class LiteralScanner {
  private final String source;
  private boolean inBrackets;
  private int at;

  LiteralScanner(String source) {
    this.source = source;
  }

  /** One string literal, its escapes resolved; characters are bytes where so said. */
  record Piece(String text, boolean bytes) {}

  /** Within brackets a line break is a blank. */
  void setInBrackets(boolean inBrackets) {
    this.inBrackets = inBrackets;
  }

  /** The next character that is no blank and no comment; NUL at the end. */
  char peek() {
    while (at < source.length()) {
      char next = source.charAt(at);
      if (next == '#') {
        skipComment();
      } else if (next == ' ' || next == '\t' || next == '\f' || (inBrackets && isBreak(next))) {
        at++;
      } else {
        return next;
      }
    }
    return '\0';
  }

  void next() {
    at++;
  }

  boolean take(String token) {
    if (source.startsWith(token, at)) {
      at += token.length();
      return true;
    }
    return false;
  }

  /** After the expression only blanks, comments and line breaks may come. */
  void expectEnd() throws NotALiteral {
    inBrackets = true;
    if (peek() != '\0' || at < source.length()) {
      throw new NotALiteral();
    }
  }

  String name() throws NotALiteral {
    int start = at;
    while (at < source.length() && isNamePart(source.charAt(at))) {
      at++;
    }
    if (start == at) {
      throw new NotALiteral();
    }
    return source.substring(start, at);
  }

  Value number() throws NotALiteral {
    int start = at;
    while (at < source.length()) {
      char next = source.charAt(at);
      boolean exponentSign =
          (next == '+' || next == '-')
              && (source.charAt(at - 1) == 'e' || source.charAt(at - 1) == 'E')
              && !isPrefixed(start);
      if (!isNamePart(next) && next != '.' && !exponentSign) {
        break;
      }
      at++;
    }
    return LiteralNumbers.parse(source.substring(start, at));
  }

  /** Whether a string starts here, with its prefix if it has one. */
  boolean atString() {
    int quote = at;
    while (quote < source.length() && quote - at < 3 && Character.isLetter(source.charAt(quote))) {
      quote++;
    }
    return quote < source.length() && isQuote(source.charAt(quote));
  }

  Piece string() throws NotALiteral {
    int start = at;
    while (!isQuote(source.charAt(at))) {
      at++;
    }
    String prefix = source.substring(start, at).toLowerCase(Locale.ROOT);
    return switch (prefix) {
      case "", "u" -> new Piece(unescape(body(), false), false);
      case "r" -> new Piece(body(), false);
      case "b" -> new Piece(unescape(ascii(body()), true), true);
      case "br", "rb" -> new Piece(ascii(body()), true);
      default -> throw new NotALiteral();
    };
  }

  private static String unescape(String body, boolean bytes) throws NotALiteral {
    return body.indexOf('\\') < 0 ? body : new LiteralEscapes(body, bytes).resolve();
  }

  private static String ascii(String body) throws NotALiteral {
    if (body.chars().anyMatch(character -> character > 0x7f)) {
      throw new NotALiteral();
    }
    return body;
  }

  /** What stands between the quotes; leaves the position after them. */
  private String body() throws NotALiteral {
    char quote = source.charAt(at);
    String triple = String.valueOf(quote).repeat(3);
    boolean tripled = source.startsWith(triple, at);
    String end = tripled ? triple : triple.substring(0, 1);
    at += end.length();
    int start = at;
    while (at < source.length()) {
      if (source.startsWith(end, at)) {
        String body = source.substring(start, at);
        at += end.length();
        return body;
      }
      char next = source.charAt(at);
      if (next == '\0' || (isBreak(next) && !tripled)) {
        throw new NotALiteral();
      }
      at += next == '\\' ? 2 : 1;
    }
    throw new NotALiteral();
  }

  private void skipComment() {
    while (at < source.length() && !isBreak(source.charAt(at))) {
      at++;
    }
  }

  private boolean isPrefixed(int start) {
    return source.charAt(start) == '0'
        && start + 1 < source.length()
        && "xXoObB".indexOf(source.charAt(start + 1)) >= 0;
  }

  private static boolean isNamePart(char character) {
    return Character.isLetterOrDigit(character) || character == '_' || character > 0x7f;
  }

  private static boolean isBreak(char character) {
    return character == '\n' || character == '\r';
  }

  private static boolean isQuote(char character) {
    return character == '\'' || character == '"';
  }
}
