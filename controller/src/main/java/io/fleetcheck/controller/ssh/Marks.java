package io.fleetcheck.controller.ssh;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Finds what our scripts say in a shell's output, among whatever its start files print. */
final class Marks {
  private static final int MAX_LINE = 8 << 10;
  private static final int MAX_NOISE = 8 << 10;

  /** The one line without a mark: it is the same always, so that sudoers can allow it. */
  static final String BECAME = "fleetcheck became";

  private final InputStream in;
  private final String start;
  private final StringBuilder noise = new StringBuilder();

  /** One line of a script: its first word and the rest. */
  record Mark(String word, String rest) {}

  Marks(InputStream in, String mark) {
    this.in = in;
    this.start = mark + ' ';
  }

  /** The next one; empty at the end of the output. */
  Optional<Mark> next() throws IOException {
    while (true) {
      Optional<String> line = line();
      if (line.isEmpty()) {
        return Optional.empty();
      }
      String text = line.get();
      if (text.startsWith(start)) {
        String[] parts = text.substring(start.length()).strip().split(" ", 2);
        return Optional.of(new Mark(parts[0], parts.length == 1 ? "" : parts[1].strip()));
      }
      if (text.strip().equals(BECAME)) {
        return Optional.of(new Mark("became", ""));
      }
      if (noise.length() < MAX_NOISE) {
        noise.append(text, 0, Math.min(text.length(), MAX_NOISE - noise.length())).append('\n');
      }
    }
  }

  /** What else was printed, cut. */
  String noise() {
    return noise.toString().strip();
  }

  private Optional<String> line() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int b = in.read();
    if (b < 0) {
      return Optional.empty();
    }
    for (; b >= 0 && b != '\n'; b = in.read()) {
      if (bytes.size() < MAX_LINE) {
        bytes.write(b);
      }
    }
    return Optional.of(bytes.toString(StandardCharsets.UTF_8));
  }
}
