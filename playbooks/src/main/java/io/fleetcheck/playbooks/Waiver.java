package io.fleetcheck.playbooks;

import java.time.Instant;

/**
 * A finding that somebody answers for until a date. It annotates a verdict and never hides it.
 *
 * @param subject what it is about
 * @param expires from this moment on the verdict counts again
 */
public record Waiver(
    Subject subject, String reason, String owner, String approver, Instant expires) {

  /** What a waiver is about. */
  public sealed interface Subject {

    /** As people read it. */
    String text();

    /** One disk, by its id as reports show it: WWID, or vendor/model/serial. */
    record Disk(String id) implements Subject {
      @Override
      public String text() {
        return id;
      }
    }

    /**
     * Every disk that is alike; an empty text stands for any.
     *
     * @param code of the verdict
     */
    record Cause(String vendor, String model, String revision, String driver, String code)
        implements Subject {
      @Override
      public String text() {
        return String.join(
                " ",
                vendor,
                model,
                revision,
                driver.isEmpty() ? "" : "on " + driver,
                code.isEmpty() ? "" : "with " + code)
            .replaceAll(" +", " ")
            .strip();
      }
    }
  }
}
