package io.fleetcheck.controller.ssh;

import java.nio.file.Path;

/** What is wrong with a host's key and what to do, each in one line. */
final class HostKeyText {
  private HostKeyText() {}

  static String unknown(HostIdentity host, HostKey key, KnownHosts known) {
    String unreadable =
        known.unreadable().isEmpty()
            ? ""
            : " (not readable: " + String.join(", ", known.unreadable()) + ")";
    return "the host key of "
        + host
        + " is not known"
        + unreadable
        + ": "
        + key.fingerprint()
        + "; compare it with ssh-keygen -lf on the host itself, then: "
        + keyscan(host)
        + " >> "
        + known.userFile()
        + "; or trust what new hosts show: --accept-new-host-keys";
  }

  private static String keyscan(HostIdentity host) {
    String port = host.port() == 22 ? "" : " -p " + host.port();
    String named = host.alias().map(name -> " | sed 's/^[^ ]*/" + name + "/'").orElse("");
    return "ssh-keyscan" + port + " " + host.host() + named;
  }

  static String changed(HostIdentity host, HostKey key, KnownHosts.Entry entry) {
    String file = entry.place().substring(0, entry.place().lastIndexOf(':'));
    return "the host key of "
        + host
        + " is not the known one; somebody may be in between: it shows "
        + key.fingerprint()
        + ", but "
        + entry.place()
        + " has "
        + entry.key().fingerprint()
        + "; if the host was installed anew: ssh-keygen -R '"
        + host.name()
        + "' -f "
        + file
        + ", then add the new key";
  }

  static String revoked(HostIdentity host, HostKey key) {
    return "the host key of "
        + host
        + " is revoked: "
        + key.fingerprint()
        + "; the host needs a new one";
  }

  static String noRevocations(HostIdentity host, String why) {
    return "the host key of " + host + " may be revoked: RevokedHostKeys " + why;
  }

  static String notAllowed(HostIdentity host, String type) {
    return host + " has no host key that HostKeyAlgorithms allows; it shows a " + type + " key";
  }

  static String badCertificate(HostIdentity host, String problem) {
    return "the host certificate of " + host + " is no good: " + problem;
  }

  static String unchecked(HostIdentity host, HostKey key) {
    return "host key checking is off: the key of " + host + " was not checked: " + key;
  }

  static String added(HostIdentity host, HostKey key, Path file) {
    return "the host key of " + host + " was not known and was added to " + file + ": " + key;
  }

  static String notAdded(HostIdentity host, HostKey key, String file, String why) {
    return "the host key of "
        + host
        + " is not known and cannot be added to "
        + file
        + ": "
        + why
        + "; the key: "
        + key;
  }
}
