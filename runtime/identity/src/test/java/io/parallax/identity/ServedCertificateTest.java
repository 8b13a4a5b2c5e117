package io.parallax.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcePEMEncryptorBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates of pages: what is refused, and how they are renewed. */
class ServedCertificateTest {
  @TempDir Path folder;
  private Authority authority;
  private final List<String> notes = new ArrayList<>();

  @BeforeEach
  void init() {
    authority = Authority.init(folder.resolve("ca"), "Hospital", Duration.ofDays(9));
  }

  private void make(String name, Duration valid, String... hosts) {
    KeyRequest.Made made =
        KeyRequest.make(folder, PartyId.of(name), Role.COORDINATOR, List.of(hosts), false);
    authority.sign(made.request(), Role.COORDINATOR, valid);
  }

  private Path file(String name) {
    return folder.resolve(name);
  }

  private void key(String name, String text) throws IOException {
    Files.writeString(file(name), text);
    Files.setPosixFilePermissions(file(name), PosixFilePermissions.fromString("rw-------"));
  }

  private void refused(String certificate, String key, String reason) {
    assertThatThrownBy(() -> CertificateChain.read(file(certificate), file(key)))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(reason);
  }

  @Test
  void whatBrowsersWouldNotAcceptIsRefusedWithTheReason() throws Exception {
    make("page", Duration.ofDays(1), "page.example");
    make("other", Duration.ofDays(1), "page.example");
    make("old", Duration.ofSeconds(-5), "page.example");
    refused("page.pem", "other.key", "is not the certificate of the key in");
    refused("old.pem", "old.key", "ended on 20");
    refused("page.key", "page.key", "holds no certificate");
    refused("page.pem", "page.pem", "can be read by others");
    refused("none.pem", "page.key", "cannot read");
    String own = Files.readString(file("page.pem"));
    Files.writeString(file("order.pem"), Files.readString(file("ca/ca.pem")) + own);
    refused("order.pem", "page.key", "put it first");
    Files.writeString(file("broken.pem"), own.replaceFirst("M", "!"));
    refused("broken.pem", "page.key", "is damaged");
    key("locked.key", encrypted());
    refused("page.pem", "locked.key", "encrypted with a password");
  }

  private static String encrypted() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      writer.writeObject(
          new JcaMiscPEMGenerator(
              generator.generateKeyPair().getPrivate(),
              new JcePEMEncryptorBuilder("AES-128-CBC")
                  .setProvider(new org.bouncycastle.jce.provider.BouncyCastleProvider())
                  .setSecureRandom(new SecureRandom())
                  .build("secret".toCharArray())));
    }
    return text.toString();
  }

  @Test
  void aCertificateIsForItsHostsOnly() {
    make("page", Duration.ofDays(1), "page.example", "192.0.2.7");
    CertificateChain chain = CertificateChain.read(file("page.pem"), file("page.key"));
    assertThat(chain.covers("Page.Example")).isTrue();
    assertThat(chain.covers("192.0.2.7")).isTrue();
    assertThat(chain.covers("example")).isFalse();
    assertThat(chain.covers("a.page.example")).isFalse();
  }

  @Test
  void renewedFilesAreTakenAndBadOnesAreNot() throws Exception {
    make("page", Duration.ofDays(1), "page.example");
    make("next", Duration.ofDays(2), "page.example");
    ServedCertificate served =
        new ServedCertificate(file("page.pem"), file("page.key"), notes::add);
    String first = served.chooseEngineServerAlias("EC", null, null);
    assertThat(served.chooseEngineServerAlias("RSA", null, null)).isNull();
    copy("next.pem", "page.pem", 1);
    assertThat(served.chooseEngineServerAlias("EC", null, null)).isEqualTo(first);
    assertThat(notes).last().asString().contains("is not the certificate", "keeps");
    copy("next.key", "page.key", 2);
    String second = served.chooseEngineServerAlias("EC", null, null);
    assertThat(second).isNotEqualTo(first);
    assertThat(notes).last().asString().contains("was renewed until");
    assertThat(served.getCertificateChain(second)[0]).isEqualTo(served.chain().own());
    assertThat(served.getCertificateChain(first)[0])
        .as("of a handshake that has begun")
        .isNotEqualTo(served.chain().own());
    assertThat(notes).hasSize(2);
  }

  private void copy(String from, String to, int later) throws IOException {
    Files.write(file(to), Files.readAllBytes(file(from)));
    Files.setLastModifiedTime(
        file(to), FileTime.fromMillis(System.currentTimeMillis() + 10_000L * later));
  }
}
