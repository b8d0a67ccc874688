package io.fleetcheck.agent;

/** Placeholder until the probe lands. */
public final class AgentMain {
  private AgentMain() {}

  public static void main(String[] args) {
    System.out.println("agent");
  }
}
