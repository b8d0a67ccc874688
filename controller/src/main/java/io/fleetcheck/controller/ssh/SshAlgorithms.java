package io.fleetcheck.controller.ssh;

import com.hierynomus.sshj.key.KeyAlgorithm;
import com.hierynomus.sshj.key.KeyAlgorithms;
import com.hierynomus.sshj.transport.cipher.BlockCiphers;
import com.hierynomus.sshj.transport.cipher.ChachaPolyCiphers;
import com.hierynomus.sshj.transport.cipher.GcmCiphers;
import com.hierynomus.sshj.transport.kex.DHGroups;
import com.hierynomus.sshj.transport.kex.ExtInfoClientFactory;
import com.hierynomus.sshj.transport.mac.Macs;
import java.util.List;
import net.schmizz.keepalive.KeepAliveProvider;
import net.schmizz.sshj.Config;
import net.schmizz.sshj.DefaultConfig;
import net.schmizz.sshj.common.Factory;
import net.schmizz.sshj.common.KeyType;
import net.schmizz.sshj.signature.Signature;
import net.schmizz.sshj.signature.SignatureRSA;
import net.schmizz.sshj.transport.kex.Curve25519SHA256;
import net.schmizz.sshj.transport.kex.DHGexSHA256;
import net.schmizz.sshj.transport.kex.ECDHNistP;

/**
 * What is offered to hosts: what OpenSSH 9 offers, as far as sshj has it. sshj's own choice has
 * RC4, Blowfish and 1,024-bit groups in it.
 */
final class SshAlgorithms {
  private SshAlgorithms() {}

  static Config config(KeepAliveProvider keepAlives) {
    DefaultConfig config = new Strong();
    config.setKeepAliveProvider(keepAlives);
    return config;
  }

  private static final class Strong extends DefaultConfig {
    @Override
    protected void initKeyExchangeFactories() {
      setKeyExchangeFactories(
          List.of(
              new Curve25519SHA256.Factory(),
              new Curve25519SHA256.FactoryLibSsh(),
              new ECDHNistP.Factory256(),
              new ECDHNistP.Factory384(),
              new ECDHNistP.Factory521(),
              new DHGexSHA256.Factory(),
              DHGroups.Group16SHA512(),
              DHGroups.Group18SHA512(),
              DHGroups.Group14SHA256(),
              new ExtInfoClientFactory()));
    }

    /** RSA with SHA-1 comes last, for the sake of sshd before 7.2. */
    @Override
    protected void initKeyAlgorithms() {
      setKeyAlgorithms(
          List.of(
              KeyAlgorithms.EdDSA25519CertV01(),
              KeyAlgorithms.ECDSASHANistp256CertV01(),
              KeyAlgorithms.ECDSASHANistp384CertV01(),
              KeyAlgorithms.ECDSASHANistp521CertV01(),
              rsaCertificate("rsa-sha2-512", new SignatureRSA.FactoryRSASHA512()),
              rsaCertificate("rsa-sha2-256", new SignatureRSA.FactoryRSASHA256()),
              KeyAlgorithms.EdDSA25519(),
              KeyAlgorithms.ECDSASHANistp256(),
              KeyAlgorithms.ECDSASHANistp384(),
              KeyAlgorithms.ECDSASHANistp521(),
              KeyAlgorithms.RSASHA512(),
              KeyAlgorithms.RSASHA256(),
              KeyAlgorithms.SSHRSA()));
    }

    /** sshj has these with SHA-1 only, which sshd refuses since 8.8. */
    private static Factory.Named<KeyAlgorithm> rsaCertificate(
        String algorithm, Factory.Named<Signature> signature) {
      return new KeyAlgorithms.Factory(
          algorithm + "-cert-v01@openssh.com", signature, KeyType.RSA_CERT);
    }

    @Override
    protected void initCipherFactories() {
      setCipherFactories(
          List.of(
              ChachaPolyCiphers.CHACHA_POLY_OPENSSH(),
              GcmCiphers.AES128GCM(),
              GcmCiphers.AES256GCM(),
              BlockCiphers.AES128CTR(),
              BlockCiphers.AES192CTR(),
              BlockCiphers.AES256CTR()));
    }

    @Override
    protected void initMACFactories() {
      setMACFactories(
          List.of(
              Macs.HMACSHA2256Etm(),
              Macs.HMACSHA2512Etm(),
              Macs.HMACSHA2256(),
              Macs.HMACSHA2512(),
              Macs.HMACSHA1()));
    }
  }
}
