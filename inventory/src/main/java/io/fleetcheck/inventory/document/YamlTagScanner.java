package io.fleetcheck.inventory.document;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.tokens.AliasToken;
import org.yaml.snakeyaml.tokens.AnchorToken;
import org.yaml.snakeyaml.tokens.DirectiveToken;
import org.yaml.snakeyaml.tokens.TagToken;
import org.yaml.snakeyaml.tokens.TagTuple;
import org.yaml.snakeyaml.tokens.Token;

/** Directives, tags, anchors and aliases of YAML. */
final class YamlTagScanner {
  private static final String URI = ";/?:@&=+$.%!~*'()";

  private final YamlCursor cursor;

  YamlTagScanner(YamlCursor cursor) {
    this.cursor = cursor;
  }

  Token anchor() {
    Mark start = cursor.mark();
    boolean alias = cursor.is('*');
    cursor.skip();
    String name = word();
    if (name.isEmpty() || !(cursor.isBlankOrBreakOrEnd(0) || cursor.isOneOf("?:,]}%@`"))) {
      throw cursor.failure("anchor of other characters than letters, digits, - and _");
    }
    return alias
        ? new AliasToken(name, start, cursor.mark())
        : new AnchorToken(name, start, cursor.mark());
  }

  private String word() {
    StringBuilder word = new StringBuilder();
    while (cursor.isWord()) {
      cursor.read(word);
    }
    return word.toString();
  }

  Token tag(boolean inFlow) {
    Mark start = cursor.mark();
    TagTuple tag;
    if (cursor.peek(1) == '<') {
      cursor.skip(2);
      tag = new TagTuple(null, uri("", true));
      if (!cursor.is('>')) {
        throw cursor.failure("tag without its '>'");
      }
      cursor.skip();
    } else {
      String handle = handle();
      if (handle.length() > 1 && handle.endsWith("!")) {
        tag = new TagTuple(handle, uri("", false));
      } else {
        String suffix = uri(handle, false);
        tag = suffix.isEmpty() ? new TagTuple(null, "!") : new TagTuple("!", suffix);
      }
    }
    if (!cursor.isBlankOrBreakOrEnd(0) && !(inFlow && cursor.is(','))) {
      throw cursor.failure("tag without a blank behind it");
    }
    return new TagToken(tag, start, cursor.mark());
  }

  /** {@code !}, {@code !!}, {@code !word!}, or what is the beginning of a suffix. */
  private String handle() {
    if (!cursor.is('!')) {
      throw cursor.failure("tag without '!'");
    }
    StringBuilder handle = new StringBuilder();
    cursor.read(handle);
    handle.append(word());
    if (cursor.is('!')) {
      cursor.read(handle);
    }
    return handle.toString();
  }

  /**
   * @param head what of it was read as a handle, with its exclamation mark
   */
  private String uri(String head, boolean verbatim) {
    StringBuilder uri = new StringBuilder(head.isEmpty() ? "" : head.substring(1));
    boolean any = !head.isEmpty();
    while (cursor.isWord() || cursor.isOneOf(URI) || (verbatim && cursor.isOneOf(",[]"))) {
      if (cursor.is('%')) {
        uri.append(escapedCharacter());
      } else {
        cursor.read(uri);
      }
      any = true;
    }
    if (!any) {
      throw cursor.failure("empty tag");
    }
    return uri.toString();
  }

  /** One character as the bytes of its UTF-8, each as a percent sign and two digits. */
  private String escapedCharacter() {
    ByteBuffer bytes = ByteBuffer.allocate(4);
    int length = 1;
    while (bytes.position() < length) {
      int high = Character.digit(cursor.peek(1), 16);
      int low = Character.digit(cursor.peek(2), 16);
      if (!cursor.is('%') || high < 0 || low < 0) {
        throw cursor.failure("incomplete % escape in a tag");
      }
      int octet = high << 4 | low;
      if (bytes.position() == 0) {
        length = octet < 0x80 ? 1 : octet < 0xe0 ? 2 : octet < 0xf0 ? 3 : 4;
      }
      bytes.put((byte) octet);
      cursor.skip(3);
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
    } catch (CharacterCodingException malformed) {
      throw cursor.failure("% escape in a tag that is not UTF-8");
    }
  }

  /** A whole line. */
  Token directive() {
    Mark start = cursor.mark();
    cursor.skip();
    String name = word();
    if (name.isEmpty() || !cursor.isBlankOrBreakOrEnd(0)) {
      throw cursor.failure("directive without a name");
    }
    Token token =
        switch (name) {
          case "YAML" -> new DirectiveToken<>(name, version(), start, cursor.mark());
          case "TAG" -> new DirectiveToken<>(name, tagDirective(), start, cursor.mark());
          default -> throw cursor.failure("unknown directive");
        };
    cursor.skipBlanks();
    cursor.skipComment();
    if (!cursor.isBreakOrEnd()) {
      throw cursor.failure("text behind a directive");
    }
    if (cursor.isBreak()) {
      cursor.skipBreak();
    }
    return token;
  }

  private List<Integer> version() {
    cursor.skipBlanks();
    int major = number();
    if (!cursor.is('.')) {
      throw cursor.failure("version without '.'");
    }
    cursor.skip();
    int minor = number();
    if (major != 1 || (minor != 1 && minor != 2)) {
      throw cursor.failure("unknown version of YAML");
    }
    return List.of(major, minor);
  }

  private int number() {
    int number = 0;
    int digits = 0;
    while (cursor.isOneOf("0123456789")) {
      number = number * 10 + cursor.peek() - '0';
      cursor.skip();
      if (++digits > 9) {
        throw cursor.failure("version too long");
      }
    }
    if (digits == 0) {
      throw cursor.failure("version without a number");
    }
    return number;
  }

  private List<String> tagDirective() {
    cursor.skipBlanks();
    String handle = handle();
    if (handle.length() > 1 && !handle.endsWith("!")) {
      throw cursor.failure("handle of a tag without '!' at its end");
    }
    if (!cursor.isBlank()) {
      throw cursor.failure("handle of a tag without a blank behind it");
    }
    cursor.skipBlanks();
    String prefix = uri("", true);
    if (!cursor.isBlankOrBreakOrEnd(0)) {
      throw cursor.failure("prefix of a tag without a blank behind it");
    }
    return List.of(handle, prefix);
  }
}
