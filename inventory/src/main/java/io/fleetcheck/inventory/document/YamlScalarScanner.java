package io.fleetcheck.inventory.document;

import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.tokens.ScalarToken;

/** Scalars of YAML, with libyaml's folding of lines and its idea of where they end. */
final class YamlScalarScanner {
  private static final String FLOW_INDICATORS = ",[]{}";

  private final YamlCursor cursor;

  YamlScalarScanner(YamlCursor cursor) {
    this.cursor = cursor;
  }

  /** White space between two pieces of a scalar. */
  private static final class Gap {
    private final StringBuilder blanks = new StringBuilder();
    private final StringBuilder firstBreak = new StringBuilder();
    private final StringBuilder moreBreaks = new StringBuilder();
    private boolean breaks;

    boolean isEmpty() {
      return !breaks && blanks.length() == 0;
    }

    /** Takes a line break from the text. */
    void readBreak(YamlCursor cursor) {
      blanks.setLength(0);
      cursor.readBreak(breaks ? moreBreaks : firstBreak);
      breaks = true;
    }

    /** A blank counts only within a line. */
    void readBlank(YamlCursor cursor) {
      if (breaks) {
        cursor.skip();
      } else {
        cursor.read(blanks);
      }
    }

    /** One break becomes a space; of more, all but the first stay. */
    void foldInto(StringBuilder value) {
      if (!breaks) {
        value.append(blanks);
      } else if (firstBreak.length() > 0 && firstBreak.charAt(0) == '\n') {
        value.append(moreBreaks.length() == 0 ? " " : moreBreaks);
      } else {
        value.append(firstBreak).append(moreBreaks);
      }
      blanks.setLength(0);
      firstBreak.setLength(0);
      moreBreaks.setLength(0);
      breaks = false;
    }
  }

  /**
   * @param token the scalar
   * @param endsAtLineStart whether line breaks came after it, so that a key may follow
   */
  record Plain(ScalarToken token, boolean endsAtLineStart) {}

  /**
   * @param indent the column that continued lines must reach
   */
  Plain plain(int indent, boolean inFlow) {
    Mark start = cursor.mark();
    Mark end = start;
    StringBuilder value = new StringBuilder();
    Gap gap = new Gap();
    while (!cursor.isDocumentIndicator() && !cursor.is('#')) {
      while (!cursor.isBlankOrBreakOrEnd(0)) {
        if (cursor.is(':')) {
          if (inFlow && cursor.isOneOf(FLOW_INDICATORS + "?", 1)) {
            throw cursor.failure("':' without a blank behind it");
          }
          if (cursor.isBlankOrBreakOrEnd(1)) {
            break;
          }
        } else if (inFlow && cursor.isOneOf(FLOW_INDICATORS)) {
          break;
        }
        if (!gap.isEmpty()) {
          gap.foldInto(value);
        }
        cursor.read(value);
        end = cursor.mark();
      }
      if (!cursor.isBlank() && !cursor.isBreak()) {
        break;
      }
      skipGap(gap, indent);
      if (!inFlow && cursor.column() < indent) {
        break;
      }
    }
    return new Plain(
        new ScalarToken(value.toString(), true, start, end, ScalarStyle.PLAIN), gap.breaks);
  }

  private void skipGap(Gap gap, int indent) {
    while (cursor.isBlank() || cursor.isBreak()) {
      if (cursor.isBreak()) {
        gap.readBreak(cursor);
      } else {
        if (gap.breaks && cursor.column() < indent && cursor.is('\t')) {
          throw cursor.failure("tab in the indentation");
        }
        gap.readBlank(cursor);
      }
    }
  }

  ScalarToken quoted() {
    Mark start = cursor.mark();
    char quote = cursor.peek();
    cursor.skip();
    StringBuilder value = new StringBuilder();
    while (true) {
      if (cursor.isDocumentIndicator()) {
        throw cursor.failure("document indicator within quotes");
      }
      if (cursor.isEnd()) {
        throw cursor.failure("quotes without an end");
      }
      Gap gap = new Gap();
      quotedPiece(quote, value, gap);
      if (cursor.is(quote)) {
        break;
      }
      while (cursor.isBlank() || cursor.isBreak()) {
        if (cursor.isBreak()) {
          gap.readBreak(cursor);
        } else {
          gap.readBlank(cursor);
        }
      }
      gap.foldInto(value);
    }
    cursor.skip();
    ScalarStyle style = quote == '\'' ? ScalarStyle.SINGLE_QUOTED : ScalarStyle.DOUBLE_QUOTED;
    return new ScalarToken(value.toString(), false, start, cursor.mark(), style);
  }

  /** Up to a blank, a break or the closing quote. */
  private void quotedPiece(char quote, StringBuilder value, Gap gap) {
    while (!cursor.isBlankOrBreakOrEnd(0)) {
      if (quote == '\'' && cursor.is('\'') && cursor.peek(1) == '\'') {
        value.append('\'');
        cursor.skip(2);
      } else if (cursor.is(quote)) {
        return;
      } else if (quote == '"' && cursor.is('\\')) {
        cursor.skip();
        if (cursor.isBreak()) {
          // Joins two lines without a blank.
          cursor.skipBreak();
          gap.breaks = true;
          return;
        }
        escape(value);
      } else {
        cursor.read(value);
      }
    }
  }

  private void escape(StringBuilder value) {
    char kind = cursor.peek();
    int digits =
        switch (kind) {
          case 'x' -> 2;
          case 'u' -> 4;
          case 'U' -> 8;
          default -> 0;
        };
    if (digits == 0) {
      value.append(escaped(kind));
      cursor.skip();
      return;
    }
    cursor.skip();
    long code = 0;
    for (int digit = 0; digit < digits; digit++) {
      char here = cursor.peek();
      int number = here < 0x80 ? Character.digit(here, 16) : -1;
      if (number < 0) {
        throw cursor.failure("escape with too few hexadecimal digits");
      }
      code = code << 4 | number;
      cursor.skip();
    }
    if (code > Character.MAX_CODE_POINT || (code >= 0xd800 && code <= 0xdfff)) {
      throw cursor.failure("escape of what is no character");
    }
    value.appendCodePoint((int) code);
  }

  private char escaped(char kind) {
    return switch (kind) {
      case '0' -> '\0';
      case 'a' -> '\007';
      case 'b' -> '\b';
      case 't', '\t' -> '\t';
      case 'n' -> '\n';
      case 'v' -> '\013';
      case 'f' -> '\f';
      case 'r' -> '\r';
      case 'e' -> '\033';
      case ' ', '"', '/', '\\' -> kind;
      case 'N' -> '\u0085';
      case '_' -> '\u00a0';
      case 'L' -> '\u2028';
      case 'P' -> '\u2029';
      default -> throw cursor.failure("unknown escape");
    };
  }

  /** What happens to the line breaks at the end of a block. */
  private enum Chomping {
    STRIP,
    CLIP,
    KEEP
  }

  /**
   * @param parentIndent of what the block lies in; -1 at the top
   */
  ScalarToken block(int parentIndent) {
    Mark start = cursor.mark();
    boolean literal = cursor.is('|');
    cursor.skip();
    Chomping chomping = chomping();
    int given = indentation();
    if (chomping == Chomping.CLIP && given > 0) {
      chomping = chomping();
    }
    cursor.skipBlanks();
    cursor.skipComment();
    if (!cursor.isBreakOrEnd()) {
      throw cursor.failure("text behind the indicator of a block");
    }
    if (cursor.isBreak()) {
      cursor.skipBreak();
    }
    StringBuilder breaks = new StringBuilder();
    int indent = given == 0 ? 0 : Math.max(parentIndent, 0) + given;
    int deepest = blockBreaks(indent, breaks);
    if (indent == 0) {
      indent = Math.max(Math.max(deepest, parentIndent + 1), 1);
    }
    StringBuilder value = new StringBuilder();
    String ending = blockLines(literal, indent, value, breaks);
    if (chomping != Chomping.STRIP) {
      value.append(ending);
    }
    if (chomping == Chomping.KEEP) {
      value.append(breaks);
    }
    ScalarStyle style = literal ? ScalarStyle.LITERAL : ScalarStyle.FOLDED;
    return new ScalarToken(value.toString(), false, start, cursor.mark(), style);
  }

  private Chomping chomping() {
    if (!cursor.isOneOf("+-")) {
      return Chomping.CLIP;
    }
    Chomping chomping = cursor.is('+') ? Chomping.KEEP : Chomping.STRIP;
    cursor.skip();
    return chomping;
  }

  private int indentation() {
    if (!cursor.isOneOf("0123456789")) {
      return 0;
    }
    int given = cursor.peek() - '0';
    if (given == 0) {
      throw cursor.failure("block with an indentation of 0");
    }
    cursor.skip();
    return given;
  }

  /** Appends the lines; returns the break after the last, and leaves those behind it. */
  private String blockLines(
      boolean literal, int indent, StringBuilder value, StringBuilder breaks) {
    StringBuilder ending = new StringBuilder();
    boolean afterBlank = false;
    while (cursor.column() == indent && !cursor.isEnd()) {
      boolean folds = !literal && ending.length() > 0 && ending.charAt(0) == '\n';
      if (folds && !afterBlank && !cursor.isBlank()) {
        value.append(breaks.length() == 0 ? " " : "");
      } else {
        value.append(ending);
      }
      value.append(breaks);
      ending.setLength(0);
      breaks.setLength(0);
      afterBlank = cursor.isBlank();
      while (!cursor.isBreakOrEnd()) {
        cursor.read(value);
      }
      if (cursor.isBreak()) {
        cursor.readBreak(ending);
      }
      int unused = blockBreaks(indent, breaks);
    }
    return ending.toString();
  }

  /**
   * Takes empty lines and the indentation of the next.
   *
   * @param indent 0 where it is still to be found
   * @return the deepest column that was reached
   */
  private int blockBreaks(int indent, StringBuilder breaks) {
    int deepest = 0;
    while (true) {
      while ((indent == 0 || cursor.column() < indent) && cursor.is(' ')) {
        cursor.skip();
      }
      deepest = Math.max(deepest, cursor.column());
      if ((indent == 0 || cursor.column() < indent) && cursor.is('\t')) {
        throw cursor.failure("tab in the indentation");
      }
      if (!cursor.isBreak()) {
        return deepest;
      }
      cursor.readBreak(breaks);
    }
  }
}
