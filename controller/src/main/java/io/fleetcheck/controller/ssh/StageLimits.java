package io.fleetcheck.controller.ssh;

import io.fleetcheck.controller.run.Stage;
import java.time.Duration;

/**
 * How long each stage may take.
 *
 * @param network of resolving, of connecting and of the key exchange, each: Ansible's time-out
 * @param authentication PAM modules, a slow directory service
 * @param shell of the login shell's start files, and of finding Java
 * @param become like authentication
 * @param runtime 15 MB over a line of 256 kbit/s take 8 minutes, unpacking a few seconds
 * @param push 400 KB over a line of 64 kbit/s take 50 s
 * @param start of the JVM, up to the agent's first event
 */
record StageLimits(
    Duration network,
    Duration authentication,
    Duration shell,
    Duration become,
    Duration runtime,
    Duration push,
    Duration start) {

  static StageLimits withNetwork(Duration timeout) {
    return new StageLimits(
        timeout,
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        Duration.ofMinutes(10),
        Duration.ofSeconds(90),
        Duration.ofSeconds(30));
  }

  StageLimits butNetwork(Duration timeout) {
    return new StageLimits(timeout, authentication, shell, become, runtime, push, start);
  }

  /**
   * @param host what is left of the host's own deadline, which no stage outlasts
   */
  Duration of(Stage stage, Duration host) {
    Duration limit =
        switch (stage) {
          case RESOLVE, CONNECT, HOST_KEY -> network;
          case AUTHENTICATION -> authentication;
          case SHELL -> shell;
          case BECOME -> become;
          case RUNTIME -> runtime;
          case PUSH -> push;
          case START -> start;
          case RUN -> host;
        };
    return limit.compareTo(host) < 0 ? limit : host;
  }
}
