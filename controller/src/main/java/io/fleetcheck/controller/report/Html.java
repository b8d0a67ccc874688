package io.fleetcheck.controller.report;

/** Markup that is ours around text that is not: whatever is filled in is text, never markup. */
final class Html {
  private final StringBuilder out = new StringBuilder();

  /**
   * @param markup ours, with a {@code %s} for each text
   * @param texts as they came; control and formatting characters are made visible
   */
  Html add(String markup, Object... texts) {
    int from = 0;
    for (Object text : texts) {
      int at = markup.indexOf("%s", from);
      if (at < 0) {
        throw new IllegalArgumentException("more texts than places: " + markup);
      }
      out.append(markup, from, at).append(escape(Text.printable(String.valueOf(text))));
      from = at + 2;
    }
    if (markup.indexOf("%s", from) >= 0) {
      throw new IllegalArgumentException("more places than texts: " + markup);
    }
    out.append(markup, from, markup.length());
    return this;
  }

  /** Safe between tags and in quoted attributes. */
  private static String escape(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        default -> safe.append(c);
      }
    }
    return safe.toString();
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
