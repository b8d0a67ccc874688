package io.fleetcheck.controller.ssh;

import com.hierynomus.sshj.userauth.certificate.Certificate;
import java.util.List;
import java.util.Optional;
import net.schmizz.sshj.common.Buffer;
import net.schmizz.sshj.common.KeyType;
import net.schmizz.sshj.common.SSHRuntimeException;

/** Whether a certificate of a trusted authority is good for a host: PROTOCOL.certkeys. */
final class HostCertificate {
  private static final long HOST = 2;

  private HostCertificate() {}

  /** Empty where it is good; sshj checks signature and time, the rest is checked here. */
  static Optional<String> problem(Certificate<?> certificate, HostKey encoded, String host) {
    if (certificate.getType() != HOST) {
      return Optional.of("it is a certificate for users, not for hosts");
    }
    // OpenSSH takes no patterns here, sshj would.
    List<String> principals = certificate.getValidPrincipals();
    if (!principals.isEmpty() && !principals.contains(host)) {
      return Optional.of("it is for " + String.join(", ", principals) + ", not for " + host);
    }
    if (!certificate.getCritOptions().isEmpty()) {
      return Optional.of("it has critical options, which mean nothing for a host");
    }
    try {
      String algorithm = new Buffer.PlainBuffer(certificate.getSignature()).readString();
      if (algorithm.equals("ssh-rsa") || algorithm.equals("ssh-dss")) {
        return Optional.of("it is signed by " + algorithm + ", which is SHA-1 and not trusted");
      }
      return Optional.ofNullable(
          KeyType.CertUtils.verifyHostCertificate(encoded.encoded(), certificate, host));
    } catch (Buffer.BufferException | SSHRuntimeException malformed) {
      return Optional.of("it cannot be read: " + AgentHost.reason(malformed));
    }
  }
}
