package io.fleetcheck.controller.ssh.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One line of a configuration file, or what follows {@code -o}: a keyword, then blanks or one
 * {@code =}, then words, of which quoted ones may have blanks.
 *
 * @param keyword in lower case; empty for a line that says nothing
 * @param text the line
 */
record ConfigurationLine(String keyword, Options.Value value, String text) {

  static ConfigurationLine of(String line) {
    String text = line.strip();
    if (text.isEmpty() || text.startsWith("#")) {
      return new ConfigurationLine("", new Options.Value("", List.of()), text);
    }
    int end = 0;
    while (end < text.length() && " \t=".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    String rest = text.substring(end).strip();
    String value = rest.startsWith("=") ? rest.substring(1).strip() : rest;
    return new ConfigurationLine(
        text.substring(0, end).toLowerCase(Locale.ROOT),
        new Options.Value(value, words(value)),
        text);
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      char first = text.charAt(at);
      if (first == ' ' || first == '\t') {
        at++;
      } else if (first == '#') {
        break;
      } else if (first == '"') {
        int close = text.indexOf('"', at + 1);
        int end = close < 0 ? text.length() : close;
        words.add(text.substring(at + 1, end));
        at = end + 1;
      } else {
        int end = at;
        while (end < text.length() && " \t".indexOf(text.charAt(end)) < 0) {
          end++;
        }
        words.add(text.substring(at, end));
        at = end;
      }
    }
    return words;
  }
}
