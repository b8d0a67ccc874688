package io.fleetcheck.inventory.python;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code shlex.split(text, comments, posix=True)}: words as a shell would split them, without any
 * expansion.
 */
public final class ShellWords {
  private final String text;
  private final boolean comments;
  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean inWord;
  private int at;

  private ShellWords(String text, boolean comments) {
    this.text = text;
    this.comments = comments;
  }

  /** A text that ends within quotes or after a backslash. */
  public static final class Unfinished extends Exception {
    Unfinished(String what) {
      super(what);
    }
  }

  /**
   * @param comments whether # outside quotes, even within a word, ends the line
   */
  public static List<String> split(String text, boolean comments) throws Unfinished {
    return new ShellWords(text, comments).split();
  }

  private List<String> split() throws Unfinished {
    while (at < text.length()) {
      char next = text.charAt(at++);
      if (next == ' ' || next == '\t' || next == '\r' || next == '\n') {
        endWord();
      } else if (next == '#' && comments) {
        skipLine();
        endWord();
      } else if (next == '\\') {
        inWord = true;
        word.append(escaped());
      } else if (next == '\'' || next == '"') {
        inWord = true;
        quoted(next);
      } else {
        inWord = true;
        word.append(next);
      }
    }
    endWord();
    return words;
  }

  private void endWord() {
    if (inWord) {
      words.add(word.toString());
      word.setLength(0);
      inWord = false;
    }
  }

  private void skipLine() {
    int end = text.indexOf('\n', at);
    at = end < 0 ? text.length() : end + 1;
  }

  private char escaped() throws Unfinished {
    if (at == text.length()) {
      throw new Unfinished("No escaped character");
    }
    return text.charAt(at++);
  }

  private void quoted(char quote) throws Unfinished {
    while (at < text.length()) {
      char next = text.charAt(at++);
      if (next == quote) {
        return;
      }
      if (next == '\\' && quote == '"') {
        char after = escaped();
        if (after != '"' && after != '\\') {
          word.append('\\');
        }
        word.append(after);
      } else {
        word.append(next);
      }
    }
    throw new Unfinished("No closing quotation");
  }
}
