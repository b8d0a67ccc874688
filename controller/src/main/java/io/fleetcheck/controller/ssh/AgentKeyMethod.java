package io.fleetcheck.controller.ssh;

import static io.fleetcheck.controller.ssh.AgentHost.reason;

import java.io.IOException;
import net.schmizz.sshj.common.Buffer;
import net.schmizz.sshj.common.Message;
import net.schmizz.sshj.common.SSHPacket;
import net.schmizz.sshj.transport.TransportException;
import net.schmizz.sshj.userauth.UserAuthException;
import net.schmizz.sshj.userauth.method.AbstractAuthMethod;

/** Authentication by a key that ssh-agent holds, RFC 4252, 7: offered first, signed if wanted. */
final class AgentKeyMethod extends AbstractAuthMethod {
  private final KeyAgent agent;
  private final HostKey key;
  private final HostKey signer;

  /**
   * @param key what is shown: the signer, or a certificate of it
   * @param signer what the agent holds
   */
  AgentKeyMethod(KeyAgent agent, HostKey key, HostKey signer) {
    super("publickey");
    this.agent = agent;
    this.key = key;
    this.signer = signer;
  }

  @Override
  protected SSHPacket buildReq() throws UserAuthException {
    return request(false);
  }

  private SSHPacket request(boolean signed) throws UserAuthException {
    return super.buildReq().putBoolean(signed).putString(algorithm()).putString(key.encoded());
  }

  /** RSA keys sign with SHA-512, which has another name than the key (RFC 8332). */
  private String algorithm() {
    return switch (key.type()) {
      case "ssh-rsa" -> "rsa-sha2-512";
      case "ssh-rsa-cert-v01@openssh.com" -> "rsa-sha2-512-cert-v01@openssh.com";
      default -> key.type();
    };
  }

  @Override
  public void handle(Message message, SSHPacket buffer)
      throws UserAuthException, TransportException {
    if (message != Message.USERAUTH_60) {
      super.handle(message, buffer);
      return;
    }
    SSHPacket request = request(true);
    byte[] data =
        new Buffer.PlainBuffer()
            .putString(params.getTransport().getSessionID())
            .putBuffer(request)
            .getCompactData();
    try {
      request.putString(agent.sign(signer, data));
    } catch (IOException refused) {
      throw new UserAuthException("ssh-agent did not sign: " + reason(refused), refused);
    }
    params.getTransport().write(request);
  }
}
