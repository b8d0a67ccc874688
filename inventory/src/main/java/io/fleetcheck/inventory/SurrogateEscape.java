package io.fleetcheck.inventory;

import io.fleetcheck.inventory.python.Value.Bytes;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** UTF-8 in which a byte that does not belong becomes U+DC00 plus itself, as Python has it. */
final class SurrogateEscape {
  private SurrogateEscape() {}

  /** Whether a decoded text had bytes that are not UTF-8. */
  static boolean hasEscapes(String text) {
    return text.codePoints().anyMatch(point -> point >= 0xd800 && point <= 0xdfff);
  }

  /** As it reaches a terminal: what is no character becomes a question mark. */
  static String printable(String text) {
    return hasEscapes(text)
        ? text.codePoints()
            .map(point -> point >= 0xd800 && point <= 0xdfff ? '?' : point)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString()
        : text;
  }

  static String decode(Bytes bytes) {
    return decode(bytes.latin1().getBytes(StandardCharsets.ISO_8859_1));
  }

  static String decode(byte[] bytes) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    while (true) {
      CoderResult result = decoder.decode(in, out, true);
      if (!result.isError()) {
        return out.flip().toString();
      }
      for (int bad = result.length(); bad > 0; bad--) {
        out.put((char) (0xdc00 + (in.get() & 0xff)));
      }
      decoder.reset();
    }
  }
}
