package io.fleetcheck.inventory;

/** Unwinds a reader that cannot go on with a source; what it has read so far stays. */
final class InvalidSource extends Exception {
  private final transient Problem problem;

  InvalidSource(Problem problem) {
    super(problem.toString(), null, false, false);
    this.problem = problem;
  }

  Problem problem() {
    return problem;
  }
}
