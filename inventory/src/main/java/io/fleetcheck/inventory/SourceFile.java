package io.fleetcheck.inventory;

import io.fleetcheck.inventory.document.Document;
import io.fleetcheck.inventory.document.InvalidDocument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads files of an inventory: within limits, decrypted where they are vaulted. */
final class SourceFile {
  private static final int FIFO = 0x1000;
  private static final int TYPE = 0xf000;

  private SourceFile() {}

  static String text(Path file, Place place, InventoryContext context) throws InvalidSource {
    byte[] bytes = bytes(file, place, context.limits());
    if (!Vault.isArmoured(bytes)) {
      return SurrogateEscape.decode(bytes);
    }
    try {
      String armour = new String(bytes, StandardCharsets.US_ASCII);
      return SurrogateEscape.decode(context.vault().decryptBytes(armour));
    } catch (Vault.Locked locked) {
      throw invalid(place, String.valueOf(locked.getMessage()), "the right vault password");
    }
  }

  static Document document(Path file, Place place, InventoryContext context) throws InvalidSource {
    return document(text(file, place, context), place, context.limits());
  }

  static Document document(String text, Place place, Limits limits) throws InvalidSource {
    try {
      return Document.read(text, limits.nesting(), limits.nodes());
    } catch (InvalidDocument invalid) {
      throw new InvalidSource(
          Problem.unread(
              new Place(place.source(), invalid.line()), invalid.what(), "", invalid.expected()));
    }
  }

  static byte[] bytes(Path file, Place place, Limits limits) throws InvalidSource {
    try {
      if (Files.isDirectory(file)) {
        throw invalid(place, "is a directory", "a file");
      }
      // Nobody may ever write to a named pipe.
      if ((mode(file) & TYPE) == FIFO) {
        throw invalid(place, "is a named pipe", "a regular file");
      }
      try (InputStream in = Files.newInputStream(file)) {
        byte[] bytes = in.readNBytes(limits.fileBytes() + 1);
        if (bytes.length > limits.fileBytes()) {
          throw invalid(place, "file too large", "at most " + limits.fileBytes() + " bytes");
        }
        return bytes;
      }
    } catch (IOException failed) {
      throw invalid(place, "cannot be read", "a readable file");
    }
  }

  private static int mode(Path file) throws IOException {
    return Files.getAttribute(file, "unix:mode") instanceof Integer mode ? mode : 0;
  }

  private static InvalidSource invalid(Place place, String what, String expected) {
    return new InvalidSource(Problem.unread(place, what, "", expected));
  }
}
