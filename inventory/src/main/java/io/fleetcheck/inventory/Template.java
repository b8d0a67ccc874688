package io.fleetcheck.inventory;

import io.fleetcheck.inventory.python.PythonRepr;
import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Text;
import io.fleetcheck.inventory.python.Value.Vaulted;

/**
 * The part of Jinja that connection variables live on: references, {@code .} and {@code []},
 * strings and numbers, {@code ~}, some filters and methods of texts, and {@code lookup('env')}.
 *
 * <p>All else is refused by name; nothing is ever guessed.
 */
final class Template {
  /** Templates within templates: beyond this they refer to each other in a circle. */
  private static final int DEPTH = 20;

  private final TemplateScope scope;
  private final int depth;

  Template(TemplateScope scope) {
    this(scope, 0);
  }

  private Template(TemplateScope scope, int depth) {
    this.scope = scope;
    this.depth = depth;
  }

  /** A value that cannot be made plain. */
  static final class Unresolvable extends Exception {
    private final String expected;

    Unresolvable(String what, String expected) {
      super(what, null, false, false);
      this.expected = expected;
    }

    String expected() {
      return expected;
    }
  }

  /** The same in another host's scope, or for a value that came out of a template. */
  Template within(TemplateScope other) throws Unresolvable {
    if (depth >= DEPTH) {
      throw new Unresolvable("templates refer to each other in a circle", "values that end");
    }
    return new Template(other, depth + 1);
  }

  TemplateScope scope() {
    return scope;
  }

  /** Decrypts a vaulted value and fills in a template; leaves all others as they are. */
  Value resolve(Value value) throws Unresolvable {
    if (value instanceof Vaulted vaulted) {
      try {
        return new Text(scope.vault().decrypt(vaulted.armour()));
      } catch (Vault.Locked locked) {
        throw new Unresolvable(
            String.valueOf(locked.getMessage()), "the right vault password (--vault-id)");
      }
    }
    return value instanceof Text text ? fill(text.text()) : value;
  }

  private Value fill(String text) throws Unresolvable {
    if (text.contains("{%") || text.contains("{#")) {
      throw new Unresolvable("template with statements", "references and filters in {{ }}");
    }
    int open = text.indexOf("{{");
    if (open < 0) {
      return new Text(text);
    }
    StringBuilder filled = new StringBuilder();
    int at = 0;
    while (open >= 0) {
      TemplateExpression expression = new TemplateExpression(text, open + 2, this);
      Value value = expression.evaluate();
      if (open == 0 && expression.end() == text.length()) {
        return value;
      }
      filled.append(text, at, open);
      if (expression.trimsBefore()) {
        filled.setLength(filled.toString().stripTrailing().length());
      }
      filled.append(PythonRepr.str(value));
      at = expression.end();
      while (expression.trimsAfter()
          && at < text.length()
          && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      open = text.indexOf("{{", at);
    }
    return new Text(filled.append(text.substring(at)).toString());
  }
}
