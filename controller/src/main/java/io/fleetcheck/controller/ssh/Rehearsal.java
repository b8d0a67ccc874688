package io.fleetcheck.controller.ssh;

import com.hierynomus.sshj.key.KeyAlgorithm;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import net.schmizz.keepalive.KeepAliveProvider;
import net.schmizz.sshj.Config;
import net.schmizz.sshj.common.Buffer;
import net.schmizz.sshj.common.Factory;
import net.schmizz.sshj.common.SecurityUtils;
import net.schmizz.sshj.signature.Signature;
import net.schmizz.sshj.transport.cipher.Cipher;
import net.schmizz.sshj.transport.kex.Curve25519DH;
import net.schmizz.sshj.userauth.keyprovider.FileKeyProvider;
import net.schmizz.sshj.userauth.method.AuthPublickey;

/**
 * What every connection does with keys and ciphers, once and without a host, for the launcher's
 * class-data archive: it is made by a start that reaches nobody, and would lack a thousand classes
 * that every audit loads.
 */
public final class Rehearsal {
  private Rehearsal() {}

  /**
   * @throws GeneralSecurityException where this Java cannot do what SSH needs
   */
  public static void run() throws GeneralSecurityException, Buffer.BufferException {
    Config config = SshAlgorithms.config(KeepAliveProvider.HEARTBEAT);
    KeyPair pair = SecurityUtils.getKeyPairGenerator("Ed25519").generateKeyPair();
    config.getKeyExchangeFactories().get(0).create();
    Curve25519DH exchange = new Curve25519DH();
    exchange.init(null, config.getRandomFactory());
    for (Factory.Named<KeyAlgorithm> algorithm : config.getKeyAlgorithms()) {
      if (algorithm.getName().equals("ssh-ed25519")) {
        sign(algorithm.create(), pair);
      }
    }
    Cipher cipher = config.getCipherFactories().get(0).create();
    cipher.init(Cipher.Mode.Encrypt, new byte[cipher.getBlockSize()], new byte[0]);
    for (Factory.Named<FileKeyProvider> format : config.getFileKeyProviderFactories()) {
      new AuthPublickey(format.create());
    }
  }

  private static void sign(KeyAlgorithm algorithm, KeyPair pair)
      throws GeneralSecurityException, Buffer.BufferException {
    Buffer.PlainBuffer buffer = new Buffer.PlainBuffer();
    algorithm.putPubKeyIntoBuffer(pair.getPublic(), buffer);
    buffer.readPublicKey();
    Signature signature = algorithm.newSignature();
    signature.initSign(pair.getPrivate());
    signature.update(new byte[1]);
    signature.sign();
  }
}
