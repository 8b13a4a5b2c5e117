package io.parallax.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.PartyId;
import java.nio.file.Path;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The words that two people compare, and the key of an invitation. */
class KeyWordsTest {
  @TempDir Path folder;

  /** The published examples of proquints: addresses of the Internet. */
  @ParameterizedTest
  @CsvSource({
    "127,0,0,1,lusab-babad",
    "63,84,220,193,gutih-tugad",
    "63,118,7,35,gutuk-bisog",
    "140,98,193,141,mudof-sakat",
    "64,255,6,200,haguz-biram",
    "128,30,52,45,mabiv-gibot",
    "147,67,119,2,natag-lisaf",
    "212,58,253,68,tibup-zujah",
    "216,35,68,215,tobog-higil",
    "216,68,232,21,todah-vobij",
    "198,81,129,136,sinid-makam",
    "12,110,110,204,budov-kuras"
  })
  void proquintsAreThoseThatWerePublished(int a, int b, int c, int d, String words) {
    assertThat(KeyWords.proquint(a << 8 | b) + "-" + KeyWords.proquint(c << 8 | d))
        .isEqualTo(words);
  }

  @Test
  void everyPartOfARequestChangesTheWords() {
    X509Certificate one =
        Authority.init(folder.resolve("a"), "Same", Duration.ofDays(1)).certificate();
    X509Certificate other =
        Authority.init(folder.resolve("b"), "Same", Duration.ofDays(1)).certificate();
    PublicKey key = KeyRequest.newKey().getPublic();
    PartyId maple = PartyId.of("maple");
    String words = KeyWords.of(one, maple, Role.PARTY, key);
    assertThat(KeyWords.of(one, maple, Role.PARTY, key)).isEqualTo(words);
    assertThat(words.split(" ")).hasSize(5);
    Set<String> all = new HashSet<>(Set.of(words));
    all.add(KeyWords.of(other, maple, Role.PARTY, key));
    all.add(KeyWords.of(one, PartyId.of("birch"), Role.PARTY, key));
    all.add(KeyWords.of(one, maple, Role.COORDINATOR, key));
    all.add(KeyWords.of(one, maple, Role.PARTY, KeyRequest.newKey().getPublic()));
    assertThat(all).hasSize(5);
  }

  @Test
  void onlyTheSecretOfAnInvitationSigns() {
    byte[] secret = OneTimeKey.draw();
    OneTimeKey key = OneTimeKey.of(secret);
    byte[] signature = key.sign("text");
    assertThat(OneTimeKey.of(secret).open()).isEqualTo(key.open());
    assertThat(OneTimeKey.signed(key.open(), "text", signature)).isTrue();
    assertThat(OneTimeKey.signed(key.open(), "texts", signature)).isFalse();
    assertThat(OneTimeKey.signed(key.open(), "text", new byte[64])).isFalse();
    assertThat(OneTimeKey.signed(key.open(), "text", new byte[3])).isFalse();
    assertThat(OneTimeKey.signed("zz", "text", signature)).isFalse();
    OneTimeKey other = OneTimeKey.of(OneTimeKey.draw());
    assertThat(OneTimeKey.signed(key.open(), "text", other.sign("text"))).isFalse();
  }
}
