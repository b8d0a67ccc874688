package io.fleetcheck.inventory;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes host patterns of pieces that the generated inventories may or may not have. */
final class PatternTexts {
  private static final List<String> PIECES =
      List.of(
          "all",
          "*",
          "web",
          "db",
          "prod",
          "ungrouped",
          "h1",
          "h2",
          "h*",
          "web*",
          "*1",
          "?1",
          "n*",
          "n[0]",
          "web[0]",
          "web[0:1]",
          "web[1:]",
          "all[-1]",
          "db[9]",
          "all[0-1]",
          "h[12]",
          "[hn]*",
          "h[!1]",
          "~h[0-9]$",
          "~.*1",
          "~(web|db)",
          "x-y",
          "grün",
          "höst",
          "10.0.0.*",
          "::1",
          "2001:db8::5",
          "localhost",
          "127.0.0.1",
          "nobody",
          "n01.ex",
          "*.ex*",
          "a.example.com",
          "1st",
          "a.b",
          "A*",
          "n[1:3]",
          "h3:2222");

  private final Random random;

  PatternTexts(Random random) {
    this.random = random;
  }

  String next() {
    List<String> parts = new ArrayList<>();
    for (int part = random.nextInt(3); part >= 0; part--) {
      String sign = random.nextInt(3) == 0 ? (random.nextBoolean() ? "&" : "!") : "";
      parts.add(sign + PIECES.get(random.nextInt(PIECES.size())));
    }
    return String.join(random.nextInt(3) == 0 ? ":" : ",", parts);
  }
}
