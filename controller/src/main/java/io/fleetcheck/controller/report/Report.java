package io.fleetcheck.controller.report;

import io.fleetcheck.controller.run.AuditResult;
import java.io.IOException;
import java.io.Writer;

/** One output format. Stateless: the same result gives the same text. */
public interface Report {

  /** What {@code --report} calls it. */
  String name();

  /**
   * @throws IOException only where {@code out} throws it
   */
  void write(AuditResult result, Writer out) throws IOException;
}
