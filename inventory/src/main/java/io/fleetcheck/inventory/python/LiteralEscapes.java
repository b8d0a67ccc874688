package io.fleetcheck.inventory.python;

import io.fleetcheck.inventory.python.PythonLiteral.NotALiteral;
import java.util.Locale;

/** Backslash escapes of Python's string and bytes literals. */
final class LiteralEscapes {
  private final String body;
  private final boolean bytes;
  private final StringBuilder resolved = new StringBuilder();
  private int at;

  LiteralEscapes(String body, boolean bytes) {
    this.body = body;
    this.bytes = bytes;
  }

  String resolve() throws NotALiteral {
    while (at < body.length()) {
      char next = body.charAt(at++);
      if (next == '\\') {
        escape(body.charAt(at++));
      } else {
        resolved.append(next);
      }
    }
    return resolved.toString();
  }

  private void escape(char kind) throws NotALiteral {
    switch (kind) {
      case '\n' -> {}
      case '\r' -> at += body.startsWith("\n", at) ? 1 : 0;
      case '\\', '\'', '"' -> resolved.append(kind);
      case 'a' -> resolved.append('\u0007');
      case 'b' -> resolved.append('\b');
      case 'f' -> resolved.append('\f');
      case 'n' -> resolved.append('\n');
      case 'r' -> resolved.append('\r');
      case 't' -> resolved.append('\t');
      case 'v' -> resolved.append('\u000b');
      case 'x' -> hex(2);
      case '0', '1', '2', '3', '4', '5', '6', '7' -> octal();
      default -> unicode(kind);
    }
  }

  /** The escapes that bytes do not know; what nobody knows stays as it is. */
  private void unicode(char kind) throws NotALiteral {
    if (kind == 'u' && !bytes) {
      hex(4);
    } else if (kind == 'U' && !bytes) {
      hex(8);
    } else if (kind == 'N' && !bytes) {
      named();
    } else {
      resolved.append('\\').append(kind);
    }
  }

  private void octal() {
    int start = at - 1;
    while (at < body.length()
        && at - start < 3
        && body.charAt(at) >= '0'
        && body.charAt(at) <= '7') {
      at++;
    }
    int code = Integer.parseInt(body.substring(start, at), 8);
    resolved.append((char) (bytes ? code & 0xff : code));
  }

  private void hex(int digits) throws NotALiteral {
    if (at + digits > body.length()) {
      throw new NotALiteral();
    }
    String code = body.substring(at, at + digits);
    if (!code.matches("[0-9a-fA-F]+")) {
      throw new NotALiteral();
    }
    long point = Long.parseLong(code, 16);
    if (point > Character.MAX_CODE_POINT) {
      throw new NotALiteral();
    }
    resolved.appendCodePoint((int) point);
    at += digits;
  }

  private void named() throws NotALiteral {
    int end = body.indexOf('}', at);
    if (!body.startsWith("{", at) || end < 0) {
      throw new NotALiteral();
    }
    try {
      String name = body.substring(at + 1, end).toUpperCase(Locale.ROOT);
      resolved.appendCodePoint(Character.codePointOf(name));
    } catch (IllegalArgumentException unknown) {
      throw new NotALiteral();
    }
    at = end + 1;
  }
}
