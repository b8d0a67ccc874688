package io.fleetcheck.inventory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads inventories as Ansible does, from any number of sources.
 *
 * <p>Never throws for what a source holds: all of that comes back as problems, together.
 */
public final class InventoryLoader {
  private final InventoryContext context;

  public InventoryLoader(InventoryContext context) {
    this.context = context;
  }

  /**
   * @param sources files, directories, scripts, or lists of hosts with a comma; later ones win
   */
  public LoadedInventory load(List<String> sources) {
    List<Problem> problems = new ArrayList<>();
    InventoryData data = new InventoryData(context.limits().hosts());
    boolean anyRead = false;
    for (String source : sources) {
      Path file = context.directory().resolve(source);
      try {
        String text = SurrogateEscape.decode(Files.readAllBytes(file));
        new IniReader(source, data, context.limits(), problems::add).read(text);
        anyRead = true;
      } catch (IOException failed) {
        problems.add(Problem.unread(Place.of(source), "cannot be read", "", "a readable file"));
      } catch (InvalidSource invalid) {
        problems.add(invalid.problem());
      }
    }
    if (anyRead) {
      data.reconcile();
    }
    return new LoadedInventory(new Inventory(data, context.directory()), problems);
  }
}
