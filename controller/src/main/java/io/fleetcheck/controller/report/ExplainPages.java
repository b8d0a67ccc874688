package io.fleetcheck.controller.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What each code means, and what to do: the pages that {@code fleetcheck explain} prints. */
public final class ExplainPages {
  private static final String PAGES = "/io/fleetcheck/controller/explain/";

  private ExplainPages() {}

  /**
   * @param name a code, or {@code index}
   * @return empty where there is no such page
   */
  public static Optional<String> find(String name) throws IOException {
    if (!name.matches("[a-z0-9_]+")) {
      return Optional.empty();
    }
    try (InputStream in = ExplainPages.class.getResourceAsStream(PAGES + name + ".txt")) {
      return in == null
          ? Optional.empty()
          : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** The code in half a line of plain words; empty where there is no page. */
  static String meaning(String code) throws IOException {
    String first = find(code).flatMap(page -> page.lines().findFirst()).orElse("");
    return first.substring(first.indexOf(':') + 1).strip();
  }
}
