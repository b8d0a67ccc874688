package io.fleetcheck.controller.capture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Exchanges names that are known from elsewhere, wherever they occur in a text. */
final class BlurredText {
  // Shorter ones may be numbers or words with other meanings.

  private static final int MIN_NUMBER = 8;
  private static final int MIN_HEX = 16;
  private static final int MIN_WORD = 3;

  private final Pseudonyms pseudonyms;
  private final List<Map.Entry<String, String>> names = new ArrayList<>();

  BlurredText(Pseudonyms pseudonyms) {
    this.pseudonyms = pseudonyms;
  }

  /** A host name; its first label is a name by itself, which volume groups like to have. */
  String host(String content) {
    String name = content.strip();
    int dot = name.indexOf('.');
    String label = dot < 0 ? name : name.substring(0, dot);
    if (label.length() < MIN_WORD) {
      return content;
    }
    String rest = dot < 0 ? "" : "." + pseudonyms.ofText(name.substring(dot + 1));
    return pseudonyms.ofText(label) + rest + "\n";
  }

  /** Takes over every name exchanged so far, the longest first. */
  void learn() {
    names.addAll(pseudonyms.given().entrySet());
    names.sort(
        Comparator.<Map.Entry<String, String>>comparingInt(entry -> -entry.getKey().length())
            .thenComparing(Map.Entry::getKey));
  }

  /** For texts in which short words and numbers have meanings of their own. */
  String replace(String text) {
    return replace(text, MIN_WORD, MIN_NUMBER);
  }

  /** For texts that are made of names: the short ones too. */
  String replaceAll(String text) {
    return replace(text, 1, 1);
  }

  /** In one pass, so that no new name is taken for an old one. */
  private String replace(String text, int minWord, int minNumber) {
    StringBuilder result = new StringBuilder(text.length());
    int at = 0;
    while (at < text.length()) {
      Map.Entry<String, String> found = null;
      for (Map.Entry<String, String> name : names) {
        if (text.startsWith(name.getKey(), at)
            && stands(text, at, name.getKey(), minWord, minNumber)) {
          found = name;
          break;
        }
      }
      result.append(found == null ? text.substring(at, at + 1) : found.getValue());
      at += found == null ? 1 : found.getKey().length();
    }
    return result.toString();
  }

  private static boolean stands(String text, int at, String name, int minWord, int minNumber) {
    if (name.length() >= MIN_HEX && Names.isHex(name)) {
      // Within other digits too: "0x", and the type before it in a multipath name.
      return true;
    }
    boolean number = name.chars().allMatch(c -> c >= '0' && c <= '9');
    int end = at + name.length();
    return name.length() >= (number ? minNumber : minWord)
        && (at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1)))
        && (end == text.length() || !Character.isLetterOrDigit(text.charAt(end)));
  }
}
