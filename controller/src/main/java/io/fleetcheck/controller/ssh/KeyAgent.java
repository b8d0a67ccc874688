package io.fleetcheck.controller.ssh;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.schmizz.sshj.common.Buffer;

/**
 * The user's ssh-agent: keys that sign without being seen. Protocol: draft-miller-ssh-agent. One
 * connection for each question, as any number of hosts may ask at once.
 */
final class KeyAgent {
  private static final byte REQUEST_IDENTITIES = 11;
  private static final byte IDENTITIES_ANSWER = 12;
  private static final byte SIGN_REQUEST = 13;
  private static final byte SIGN_RESPONSE = 14;
  private static final int RSA_SHA2_512 = 4;
  private static final int MAX_ANSWER = 256 << 10;

  private final Path socket;

  /**
   * @param socket what SSH_AUTH_SOCK names
   */
  KeyAgent(Path socket) {
    this.socket = socket;
  }

  /**
   * The public keys, in the agent's order.
   *
   * @throws IOException where there is no agent, or it does not answer in its protocol
   */
  List<HostKey> keys() throws IOException {
    Buffer.PlainBuffer answer =
        ask(new Buffer.PlainBuffer().putByte(REQUEST_IDENTITIES), IDENTITIES_ANSWER);
    long count = answer.readUInt32();
    List<HostKey> keys = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      keys.add(HostKey.ofEncoded(answer.readBytes()));
      String comment = answer.readString();
      assert comment != null;
    }
    return keys;
  }

  /**
   * Signs; with SHA-512 where the key is an RSA one.
   *
   * @return the signature in the wire's encoding
   * @throws IOException where the agent refuses, such as when nobody confirms
   */
  byte[] sign(HostKey key, byte[] data) throws IOException {
    Buffer.PlainBuffer request =
        new Buffer.PlainBuffer()
            .putByte(SIGN_REQUEST)
            .putBytes(key.encoded())
            .putBytes(data)
            .putUInt32(key.type().startsWith("ssh-rsa") ? RSA_SHA2_512 : 0);
    return ask(request, SIGN_RESPONSE).readBytes();
  }

  private Buffer.PlainBuffer ask(Buffer.PlainBuffer request, byte expected) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      byte[] body = request.getCompactData();
      ByteBuffer out = ByteBuffer.allocate(4 + body.length).putInt(body.length).put(body).flip();
      while (out.hasRemaining()) {
        channel.write(out);
      }
      int length = read(channel, 4).getInt();
      if (length < 1 || length > MAX_ANSWER) {
        throw new IOException("ssh-agent answers " + length + " bytes");
      }
      Buffer.PlainBuffer answer = new Buffer.PlainBuffer(read(channel, length).array());
      byte type = answer.readByte();
      if (type != expected) {
        throw new IOException("ssh-agent refuses (answer " + type + ")");
      }
      return answer;
    }
  }

  private static ByteBuffer read(SocketChannel channel, int length) throws IOException {
    ByteBuffer in = ByteBuffer.allocate(length);
    while (in.hasRemaining()) {
      if (channel.read(in) < 0) {
        throw new IOException("ssh-agent hung up");
      }
    }
    return in.flip();
  }
}
