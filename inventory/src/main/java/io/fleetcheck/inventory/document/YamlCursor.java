package io.fleetcheck.inventory.document;

import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.scanner.ScannerException;

/** A place in YAML text, and what stands there. NUL stands at the end. */
final class YamlCursor {
  private static final int[] NO_SNIPPET = {};
  private static final char BYTE_ORDER_MARK = '\ufeff';

  private final String text;
  private int at;
  private int index;
  private int line;
  private int column;

  YamlCursor(String text) {
    this.text = text;
    // The first tells the encoding.
    this.at = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? 1 : 0;
  }

  /** From 0. */
  int line() {
    return line;
  }

  /** From 0, in characters. */
  int column() {
    return column;
  }

  /** How many characters came before. */
  int index() {
    return index;
  }

  Mark mark() {
    return new Mark("yaml", index, line, column, NO_SNIPPET, 0);
  }

  ScannerException failure(String problem) {
    return new ScannerException(null, null, problem, mark());
  }

  char peek() {
    return peek(0);
  }

  char peek(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : '\0';
  }

  boolean is(char character) {
    return peek() == character;
  }

  boolean isOneOf(String characters) {
    return isOneOf(characters, 0);
  }

  boolean isOneOf(String characters, int ahead) {
    char here = peek(ahead);
    return here != '\0' && characters.indexOf(here) >= 0;
  }

  boolean isEnd() {
    return at >= text.length();
  }

  boolean isByteOrderMark() {
    return is(BYTE_ORDER_MARK);
  }

  /** Space or tab. */
  boolean isBlank() {
    return isBlank(peek());
  }

  boolean isBreak() {
    return isBreak(peek());
  }

  boolean isBreakOrEnd() {
    return isEnd() || isBreak();
  }

  boolean isBlankOrBreakOrEnd(int ahead) {
    char here = peek(ahead);
    return here == '\0' || isBlank(here) || isBreak(here);
  }

  /** What names of anchors and tags are made of. */
  boolean isWord() {
    char here = peek();
    return (here >= '0' && here <= '9')
        || (here >= 'A' && here <= 'Z')
        || (here >= 'a' && here <= 'z')
        || here == '_'
        || here == '-';
  }

  /** {@code ---} or {@code ...} alone at the start of a line. */
  boolean isDocumentIndicator() {
    return column == 0
        && (text.startsWith("---", at) || text.startsWith("...", at))
        && isBlankOrBreakOrEnd(3);
  }

  private static boolean isBlank(char character) {
    return character == ' ' || character == '\t';
  }

  private static boolean isBreak(char character) {
    return switch (character) {
      case '\n', '\r', '\u0085', '\u2028', '\u2029' -> true;
      default -> false;
    };
  }

  void skip() {
    // Both halves of a surrogate pair are one character.
    boolean second = Character.isLowSurrogate(text.charAt(at));
    at++;
    index += second ? 0 : 1;
    column += second ? 0 : 1;
  }

  void skip(int count) {
    for (int skipped = 0; skipped < count; skipped++) {
      skip();
    }
  }

  void skipBlanks() {
    while (isBlank()) {
      skip();
    }
  }

  void skipComment() {
    if (is('#')) {
      while (!isBreakOrEnd()) {
        skip();
      }
    }
  }

  void read(StringBuilder into) {
    into.append(peek());
    skip();
  }

  /** Takes a line break, which becomes a line feed unless it is one of Unicode's own. */
  void readBreak(StringBuilder into) {
    char here = peek();
    into.append(here == '\u2028' || here == '\u2029' ? here : '\n');
    skipBreak();
  }

  void skipBreak() {
    int length = is('\r') && peek(1) == '\n' ? 2 : 1;
    at += length;
    index += length;
    column = 0;
    line++;
  }

  /** The end counts as a line of its own. */
  void endLine() {
    if (column != 0) {
      column = 0;
      line++;
    }
  }
}
