package io.fleetcheck.controller.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code fleetcheck explain} prints: a page for each code, a code for each page. */
class ExplainPagesTest {
  private static final String PAGES = "/io/fleetcheck/controller/explain/";

  static List<String> codes() {
    return Code.all();
  }

  @ParameterizedTest
  @MethodSource("codes")
  void everyCodeHasAPageOfOneScreen(String code) throws IOException {
    String page = page(code);
    List<String> lines = page.lines().toList();

    assertTrue(lines.get(0).startsWith(code + ": "), lines.get(0));
    assertTrue(lines.size() <= 25, code + " has " + lines.size() + " lines");
    assertTrue(page.endsWith("\n") && !page.endsWith("\n\n"), code + " ends in one newline");
    assertTrue(page.chars().allMatch(c -> c == '\n' || (c >= ' ' && c <= '~')), "plain ASCII");
    for (String line : lines) {
      // Commands may be longer: who copies them wants them whole.
      assertTrue(line.length() <= 82 || line.startsWith("  "), code + ": " + line);
    }
    assertTrue(page.contains("\nSource: "), code + " says where its facts come from");
    assertTrue(page.contains("\nWhat to do"), code + " says what to do");
  }

  @Test
  void everyPageHasACode() throws IOException {
    Path pages = Path.of(System.getProperty("user.dir"), "src/main/resources" + PAGES);
    try (Stream<Path> files = Files.list(pages)) {
      List<String> expected =
          Stream.concat(codes().stream(), Stream.of("index"))
              .map(code -> code + ".txt")
              .sorted()
              .toList();
      assertEquals(expected, files.map(file -> file.getFileName().toString()).sorted().toList());
    }
  }

  @Test
  void theIndexHasEveryPagesTitle() throws IOException {
    List<String> index = page("index").lines().map(ExplainPagesTest::singleBlanks).toList();
    for (String code : codes()) {
      String title = page(code).lines().findFirst().orElseThrow().replaceFirst(": ", " ");
      assertTrue(index.contains(title), "the index lacks: " + title);
    }
  }

  private static String singleBlanks(String line) {
    return line.strip().replaceAll(" +", " ");
  }

  private static String page(String code) throws IOException {
    try (InputStream in = ExplainPagesTest.class.getResourceAsStream(PAGES + code + ".txt")) {
      if (in == null) {
        throw new AssertionError("no page for " + code);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
