package io.fleetcheck.controller.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import java.io.IOException;
import java.io.Writer;
import java.util.Collection;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * JSON that lies in a script element: no text can end the element or begin another, and control and
 * formatting characters are made visible, since the text goes to people's eyes.
 */
final class ScriptJson implements AutoCloseable {
  private static final JsonFactory FACTORY = new JsonFactory();

  static {
    FACTORY.setCharacterEscapes(new NoMarkup());
  }

  private final JsonGenerator json;

  /**
   * @param out stays open
   */
  ScriptJson(Writer out) throws IOException {
    json = FACTORY.createGenerator(out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
  }

  /** Writes what is in it. */
  @FunctionalInterface
  interface Content {
    void write() throws IOException;
  }

  void object(Content fields) throws IOException {
    json.writeStartObject();
    fields.write();
    json.writeEndObject();
  }

  void array(Content values) throws IOException {
    json.writeStartArray();
    values.write();
    json.writeEndArray();
  }

  ScriptJson field(String name) throws IOException {
    json.writeFieldName(name);
    return this;
  }

  void text(String text) throws IOException {
    json.writeString(Text.printable(text));
  }

  void texts(Collection<String> texts) throws IOException {
    array(
        () -> {
          for (String text : texts) {
            text(text);
          }
        });
  }

  void number(long number) throws IOException {
    json.writeNumber(number);
  }

  /** What is infinite is null: JSON has no word for it. */
  void number(double number) throws IOException {
    if (Double.isFinite(number)) {
      json.writeNumber(number);
    } else {
      json.writeNull();
    }
  }

  void number(OptionalLong number) throws IOException {
    if (number.isPresent()) {
      json.writeNumber(number.getAsLong());
    } else {
      json.writeNull();
    }
  }

  void truth(boolean truth) throws IOException {
    json.writeBoolean(truth);
  }

  void nothing() throws IOException {
    json.writeNull();
  }

  @Override
  public void close() throws IOException {
    json.close();
  }

  /** Of what HTML looks for in a script element, nothing is left. */
  private static final class NoMarkup extends CharacterEscapes {
    private static final long serialVersionUID = 1;

    private final int[] codes = standardAsciiEscapesForJSON();

    NoMarkup() {
      for (char c : new char[] {'<', '>', '&'}) {
        codes[c] = ESCAPE_STANDARD;
      }
    }

    @Override
    public int[] getEscapeCodesForAscii() {
      return codes.clone();
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int character) {
      return null;
    }
  }
}
