package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.ProtocolViolation;
import io.parallax.privacy.proof.Field64;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BuildingBlocksTest {
  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }

  @Test
  void keysAreDerivedAsInRfc5869() {
    byte[] key = hex("0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b");
    assertThat(Secrets.derive(key, new byte[32], ""))
        .isEqualTo(hex("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"));
  }

  @Test
  void keysAreAgreedOnAsInRfc7748() {
    byte[] bob = hex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb");
    assertThat(Curve.open(bob))
        .isEqualTo(hex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"));
    Curve.Pair one = Curve.pair();
    Curve.Pair other = Curve.pair();
    assertThat(Curve.agree(one.secret(), other.open()))
        .isEqualTo(Curve.agree(other.secret(), one.open()));
    assertThat(Curve.open(one.secret())).isEqualTo(one.open());
  }

  @Test
  void publicKeysThatProtectNothingAreRefused() {
    Curve.Pair own = Curve.pair();
    byte[] one = new byte[32];
    one[0] = 1;
    byte[] beyond = new byte[32];
    Arrays.fill(beyond, (byte) 0xff);
    for (byte[] bad : new byte[][] {new byte[32], one, beyond, new byte[31]}) {
      assertThatThrownBy(() -> Curve.agree(own.secret(), bad))
          .isInstanceOf(ProtocolViolation.class);
    }
  }

  @Test
  void anyThresholdOfSharesGivesTheSecretBackAndFewerDoNot() {
    byte[] secret = Secrets.random();
    byte[][] shares = Shamir.split(secret, 7, 5);
    for (int subset = 0; subset < 1 << 7; subset++) {
      SortedMap<Integer, byte[]> some = new TreeMap<>();
      for (int p = 0; p < 7; p++) {
        if ((subset >> p & 1) == 1) {
          some.put(p + 1, shares[p]);
        }
      }
      if (some.size() >= 5) {
        assertThat(Shamir.join(some)).isEqualTo(secret);
      } else if (!some.isEmpty()) {
        assertThat(Shamir.join(some)).isNotEqualTo(secret);
      }
    }
  }

  @Test
  void aMaskIsTheSameInOneGoAndInParts() {
    byte[] key = Secrets.random();
    long[] whole = new long[10_000];
    long[] parts = new long[10_000];
    new Keystream().apply(key, false, 0, LongBuffer.wrap(whole));
    for (int from = 0; from < parts.length; from += 2 * Keystream.BLOCK) {
      int count = Math.min(2 * Keystream.BLOCK, parts.length - from);
      new Keystream().apply(key, false, parts, from, count);
    }
    assertThat(parts).isEqualTo(whole);
    for (int first : List.of(1, 2, 2049, 9_999)) {
      long[] rest = new long[whole.length - first];
      new Keystream().apply(key, false, first, LongBuffer.wrap(rest));
      assertThat(rest).isEqualTo(Arrays.copyOfRange(whole, first, whole.length));
    }
    new Keystream().apply(key, true, 0, LongBuffer.wrap(whole));
    assertThat(whole).containsOnly(0);
  }

  /** The stream of the key of zeros has a word above p here, as one in 2^32 is. */
  @Test
  void aWordThatIsNoElementIsReplacedWithoutMovingTheOthers() {
    int place = 186_819_984;
    byte[] key = new byte[32];
    long[] around = new long[9];
    new Keystream().apply(key, false, place - 4, LongBuffer.wrap(around));
    assertThat(Arrays.stream(around).allMatch(Field64::has)).isTrue();
    for (int off = -4; off <= 4; off++) {
      long[] alone = new long[1];
      new Keystream().apply(key, false, place + off, LongBuffer.wrap(alone));
      assertThat(alone[0]).isEqualTo(around[off + 4]);
    }
    assertThat(around[4]).isNotEqualTo(0xffffffffbf0157d4L - Field64.P).isNotZero();
    new Keystream().apply(key, true, place - 4, LongBuffer.wrap(around));
    assertThat(around).containsOnly(0);
  }
}
