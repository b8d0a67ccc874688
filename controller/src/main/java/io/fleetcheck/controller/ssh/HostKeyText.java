package io.fleetcheck.controller.ssh;

/** What is wrong with a host's key and what to do, each in one line. */
final class HostKeyText {
  private HostKeyText() {}

  static String unknown(String host, int port, HostKey key, KnownHosts known) {
    String unreadable =
        known.unreadable().isEmpty()
            ? ""
            : " (not readable: " + String.join(", ", known.unreadable()) + ")";
    return "the host key of "
        + target(host, port)
        + " is not known"
        + unreadable
        + ": "
        + key.fingerprint()
        + "; compare it with ssh-keygen -lf on the host itself, then: ssh-keyscan"
        + (port == 22 ? " " : " -p " + port + " ")
        + host
        + " >> "
        + known.firstFile();
  }

  static String changed(String host, int port, HostKey key, KnownHosts.Entry entry) {
    String name = port == 22 ? host : "[" + host + "]:" + port;
    String file = entry.place().substring(0, entry.place().lastIndexOf(':'));
    return "the host key of "
        + target(host, port)
        + " is not the known one; somebody may be in between: it shows "
        + key.fingerprint()
        + ", but "
        + entry.place()
        + " has "
        + entry.key().fingerprint()
        + "; if the host was installed anew: ssh-keygen -R '"
        + name
        + "' -f "
        + file
        + ", then add the new key";
  }

  static String revoked(String host, int port, HostKey key) {
    return "the host key of "
        + target(host, port)
        + " is revoked in known_hosts: "
        + key.fingerprint()
        + "; the host needs a new one";
  }

  static String badCertificate(String host, int port, String problem) {
    return "the host certificate of " + target(host, port) + " is no good: " + problem;
  }

  static String unchecked(String host, int port, HostKey key) {
    return "host key checking is off: the key of "
        + target(host, port)
        + " was not checked: "
        + key.fingerprint();
  }

  private static String target(String host, int port) {
    return port == 22 ? host : host + " port " + port;
  }
}
