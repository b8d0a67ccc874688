package io.fleetcheck.inventory.python;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleetcheck.inventory.Fixture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PythonLiteralTest {
  @Test
  void evaluatesAsPythonDoes() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Fixture fixture : Fixture.read("literals.tsv")) {
      String actual = evaluate(fixture.text());
      if (!actual.equals(fixture.expected())) {
        wrong.add(fixture.text() + " gave " + actual + ", not " + fixture.expected());
      }
    }
    assertEquals(List.of(), wrong, () -> String.join("\n", wrong));
  }

  private static String evaluate(String source) {
    try {
      return PythonLiteral.evaluate(source).map(PythonRepr::repr).orElse("TEXT");
    } catch (PythonLiteral.Unhashable unhashable) {
      return "UNHASHABLE";
    } catch (PythonLiteral.TooDeep tooDeep) {
      // Ansible does not tell this from any other text.
      return "TEXT";
    }
  }
}
