package io.fleetcheck.controller.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The schemas under {@code docs/schema}, as they are shipped. */
public final class Schemas {
  private static final Path DIRECTORY = Path.of("..", "docs", "schema");

  private Schemas() {}

  /** What is wrong with the document; none where it fits. */
  public static List<String> problems(String schema, JsonNode document) throws IOException {
    String run = Files.readString(DIRECTORY.resolve("fleetcheck.run-1.schema.json"));
    SchemaRegistry registry =
        SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder -> builder.schemas(Map.of("urn:fleetcheck:schema:run:1", run)));
    Schema compiled =
        registry.getSchema(
            Files.readString(DIRECTORY.resolve(schema + ".schema.json")), InputFormat.JSON);
    return compiled.validate(document.toString(), InputFormat.JSON).stream()
        .map(Object::toString)
        .toList();
  }
}
