package io.fleetcheck.inventory.document;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.scanner.Scanner;
import org.yaml.snakeyaml.scanner.ScannerException;
import org.yaml.snakeyaml.tokens.BlockEndToken;
import org.yaml.snakeyaml.tokens.BlockEntryToken;
import org.yaml.snakeyaml.tokens.BlockMappingStartToken;
import org.yaml.snakeyaml.tokens.BlockSequenceStartToken;
import org.yaml.snakeyaml.tokens.DocumentEndToken;
import org.yaml.snakeyaml.tokens.DocumentStartToken;
import org.yaml.snakeyaml.tokens.FlowEntryToken;
import org.yaml.snakeyaml.tokens.FlowMappingEndToken;
import org.yaml.snakeyaml.tokens.FlowMappingStartToken;
import org.yaml.snakeyaml.tokens.FlowSequenceEndToken;
import org.yaml.snakeyaml.tokens.FlowSequenceStartToken;
import org.yaml.snakeyaml.tokens.KeyToken;
import org.yaml.snakeyaml.tokens.StreamEndToken;
import org.yaml.snakeyaml.tokens.StreamStartToken;
import org.yaml.snakeyaml.tokens.Token;
import org.yaml.snakeyaml.tokens.ValueToken;

/**
 * The tokens of YAML text as libyaml finds them: SnakeYAML's own scanner disagrees about tabs,
 * about what a plain scalar may hold, and more, and what Ansible reads is what counts.
 *
 * <p>Indentation becomes tokens here. A key is told only by the colon behind it: what may be one is
 * remembered, and its token is put in front of it when the colon comes.
 */
final class YamlScanner implements Scanner {
  /** A key without ? stands on one line and is not longer than this. */
  private static final int LONGEST_KEY = 1024;

  private final YamlCursor cursor;
  private final YamlScalarScanner scalars;
  private final YamlTagScanner tags;
  private final int nesting;

  private final ArrayList<Token> tokens = new ArrayList<>();
  private final Deque<Integer> indents = new ArrayDeque<>();

  /** What may be a key, for each level of brackets; the outermost is that of the block. */
  private final List<Candidate> candidates = new ArrayList<>();

  private int head;
  private long taken;
  private int indent = -1;
  private boolean keyAllowed = true;
  private boolean started;
  private boolean ended;
  private boolean afterDirective;

  /**
   * A token that is a key if a colon follows.
   *
   * @param required where nothing else can stand there
   */
  private record Candidate(boolean possible, boolean required, long token, int index, Mark mark) {}

  /**
   * @param nesting how many brackets may be open
   */
  YamlScanner(String text, int nesting) {
    this.cursor = new YamlCursor(text);
    this.scalars = new YamlScalarScanner(cursor);
    this.tags = new YamlTagScanner(cursor);
    this.nesting = nesting;
    candidates.add(none());
  }

  private Candidate none() {
    return new Candidate(false, false, 0, 0, cursor.mark());
  }

  @Override
  public boolean checkToken(Token.ID... choices) {
    Token.ID next = peekToken().getTokenId();
    for (Token.ID choice : choices) {
      if (choice == next) {
        return true;
      }
    }
    return choices.length == 0;
  }

  @Override
  public Token peekToken() {
    fill();
    return tokens.get(head);
  }

  @Override
  public Token getToken() {
    Token token = peekToken();
    head++;
    taken++;
    if (head == tokens.size()) {
      tokens.clear();
      head = 0;
    }
    return token;
  }

  @Override
  public void resetDocumentIndex() {
    // Only for those who count within documents.
  }

  private void fill() {
    while (!ended && (head == tokens.size() || mayBecomeKey())) {
      fetch();
    }
  }

  /** Whether a key's token may still come in front of the next one. */
  private boolean mayBecomeKey() {
    dropStale();
    return candidates.stream().anyMatch(it -> it.possible() && it.token() == taken);
  }

  private void dropStale() {
    for (int level = 0; level < candidates.size(); level++) {
      Candidate candidate = candidates.get(level);
      boolean stale =
          candidate.mark().getLine() < cursor.line()
              || candidate.index() + LONGEST_KEY < cursor.index();
      if (candidate.possible() && stale) {
        refuseRequired(candidate);
        candidates.set(level, none());
      }
    }
  }

  private static void refuseRequired(Candidate candidate) {
    if (candidate.possible() && candidate.required()) {
      throw new ScannerException(null, null, "no ':' behind this key", candidate.mark());
    }
  }

  private void saveCandidate() {
    if (keyAllowed) {
      boolean required = !inFlow() && indent == cursor.column();
      dropCandidate();
      long number = taken + tokens.size() - head;
      candidates.set(
          candidates.size() - 1,
          new Candidate(true, required, number, cursor.index(), cursor.mark()));
    }
  }

  private void dropCandidate() {
    refuseRequired(candidates.get(candidates.size() - 1));
    candidates.set(candidates.size() - 1, none());
  }

  private boolean inFlow() {
    return candidates.size() > 1;
  }

  private void add(Token token) {
    tokens.add(token);
  }

  private void fetch() {
    if (!started) {
      started = true;
      add(new StreamStartToken(cursor.mark(), cursor.mark()));
      return;
    }
    skipToToken();
    dropStale();
    unroll(cursor.column());
    char next = cursor.peek();
    if (cursor.isEnd()) {
      end();
    } else if (cursor.column() == 0 && next == '%') {
      outermost();
      add(tags.directive());
      afterDirective = true;
    } else if (cursor.isDocumentIndicator()) {
      documentIndicator();
    } else {
      fetch(next);
    }
  }

  private void fetch(char next) {
    boolean spaced = cursor.isBlankOrBreakOrEnd(1);
    switch (next) {
      case '[', '{' -> openFlow(next == '[');
      case ']', '}' -> closeFlow(next == ']');
      case ',' -> {
        dropCandidate();
        keyAllowed = true;
        add(new FlowEntryToken(cursor.mark(), skipped()));
      }
      case '*', '&' -> {
        startNode();
        add(tags.anchor());
      }
      case '!' -> {
        startNode();
        add(tags.tag(inFlow()));
      }
      case '\'', '"' -> {
        startNode();
        add(scalars.quoted());
      }
      case '-' -> {
        if (spaced) {
          blockEntry();
        } else {
          plain();
        }
      }
      case '?' -> {
        if (spaced || inFlow()) {
          key();
        } else {
          plain();
        }
      }
      case ':' -> {
        if (spaced || inFlow()) {
          value();
        } else {
          plain();
        }
      }
      case '|', '>' -> {
        if (inFlow()) {
          throw cursor.failure("block within brackets");
        }
        dropCandidate();
        keyAllowed = true;
        add(scalars.block(indent));
      }
      case '#', '%', '@', '`', '\t' ->
          throw cursor.failure(
              next == '\t'
                  ? "tab in the indentation"
                  : "'" + next + "' cannot start a value without quotes");
      default -> plain();
    }
  }

  private Mark skipped() {
    cursor.skip();
    return cursor.mark();
  }

  /** White space, comments and line breaks; tabs only where they cannot be indentation. */
  private void skipToToken() {
    while (true) {
      if (cursor.column() == 0 && cursor.isByteOrderMark()) {
        cursor.skip();
      }
      while (cursor.is(' ') || ((inFlow() || !keyAllowed) && cursor.is('\t'))) {
        cursor.skip();
      }
      cursor.skipComment();
      if (!cursor.isBreak()) {
        return;
      }
      cursor.skipBreak();
      keyAllowed |= !inFlow();
    }
  }

  private void unroll(int column) {
    while (!inFlow() && indent > column) {
      add(new BlockEndToken(cursor.mark(), cursor.mark()));
      indent = indents.pop();
    }
  }

  /** Whether a block begins in this column. */
  private boolean roll(int column) {
    if (inFlow() || indent >= column) {
      return false;
    }
    indents.push(indent);
    indent = column;
    return true;
  }

  /** Ends whatever is open. */
  private void outermost() {
    unroll(-1);
    dropCandidate();
    keyAllowed = false;
  }

  private void end() {
    cursor.endLine();
    outermost();
    if (afterDirective) {
      throw cursor.failure("directive without a document: no '---' behind it");
    }
    add(new StreamEndToken(cursor.mark(), cursor.mark()));
    ended = true;
  }

  private void documentIndicator() {
    outermost();
    Mark start = cursor.mark();
    boolean begins = cursor.is('-');
    cursor.skip(3);
    afterDirective &= !begins;
    add(
        begins
            ? new DocumentStartToken(start, cursor.mark())
            : new DocumentEndToken(start, cursor.mark()));
  }

  private void openFlow(boolean sequence) {
    saveCandidate();
    if (candidates.size() > nesting) {
      throw cursor.failure("brackets nested too deep: at most " + nesting);
    }
    candidates.add(none());
    keyAllowed = true;
    Mark start = cursor.mark();
    Mark end = skipped();
    add(sequence ? new FlowSequenceStartToken(start, end) : new FlowMappingStartToken(start, end));
  }

  private void closeFlow(boolean sequence) {
    dropCandidate();
    if (inFlow()) {
      candidates.remove(candidates.size() - 1);
    }
    keyAllowed = false;
    Mark start = cursor.mark();
    Mark end = skipped();
    add(sequence ? new FlowSequenceEndToken(start, end) : new FlowMappingEndToken(start, end));
  }

  private void startNode() {
    saveCandidate();
    keyAllowed = false;
  }

  private void plain() {
    startNode();
    YamlScalarScanner.Plain plain = scalars.plain(indent + 1, inFlow());
    keyAllowed |= plain.endsAtLineStart();
    add(plain.token());
  }

  private void blockEntry() {
    if (!inFlow()) {
      if (!keyAllowed) {
        throw cursor.failure("entry of a list where none can be");
      }
      if (roll(cursor.column())) {
        add(new BlockSequenceStartToken(cursor.mark(), cursor.mark()));
      }
    }
    dropCandidate();
    keyAllowed = true;
    Mark start = cursor.mark();
    add(new BlockEntryToken(start, skipped()));
  }

  private void key() {
    startMapping("key where none can be");
    dropCandidate();
    keyAllowed = !inFlow();
    Mark start = cursor.mark();
    add(new KeyToken(start, skipped()));
  }

  private void value() {
    Candidate candidate = candidates.get(candidates.size() - 1);
    if (candidate.possible()) {
      int at = (int) (candidate.token() - taken) + head;
      Mark mark = candidate.mark();
      tokens.add(at, new KeyToken(mark, mark));
      if (roll(mark.getColumn())) {
        tokens.add(at, new BlockMappingStartToken(mark, mark));
      }
      candidates.set(candidates.size() - 1, none());
      keyAllowed = false;
    } else {
      startMapping("value where none can be: is a ':' within it that wants quotes?");
      keyAllowed = !inFlow();
    }
    Mark start = cursor.mark();
    add(new ValueToken(start, skipped()));
  }

  private void startMapping(String problem) {
    if (inFlow()) {
      return;
    }
    if (!keyAllowed) {
      throw cursor.failure(problem);
    }
    if (roll(cursor.column())) {
      add(new BlockMappingStartToken(cursor.mark(), cursor.mark()));
    }
  }
}
