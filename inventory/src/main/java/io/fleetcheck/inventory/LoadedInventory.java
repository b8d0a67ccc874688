package io.fleetcheck.inventory;

import java.util.List;

/**
 * What was read, and all that was wrong with it.
 *
 * @param inventory what Ansible would go on with
 */
public record LoadedInventory(Inventory inventory, List<Problem> problems) {
  public LoadedInventory {
    problems = List.copyOf(problems);
  }

  /** Whether all was read: there are no problems but warnings. */
  public boolean isComplete() {
    return problems.stream().allMatch(problem -> problem.severity() == Problem.Severity.WARNING);
  }

  /** Whether Ansible would have stopped. */
  public boolean isFatal() {
    return problems.stream().anyMatch(problem -> problem.severity() == Problem.Severity.FATAL);
  }
}
