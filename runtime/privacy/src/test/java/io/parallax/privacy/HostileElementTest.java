package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.privacy.AlignMessages.AskRaised;
import io.parallax.privacy.AlignMessages.TellSizes;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Group elements that a party has to refuse: each could draw something out of its secret. */
class HostileElementTest {
  private static final BigInteger P = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));
  private static final int MUTATIONS = 1_000_000;

  /** Bad encodings of RFC 9496, appendix A.2: not canonical, negative, no square, and so on. */
  private static final List<String> KNOWN =
      List.of(
          "0000000000000000000000000000000000000000000000000000000000000000", // neutral
          "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
          "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
          "f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
          "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
          "0100000000000000000000000000000000000000000000000000000000000000",
          "01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
          "ed57ffd8c914fb201471d1c3d245ce3c746fcbe63a3679d51b6a516ebebe0e20",
          "c34c4e1826e5d403b78e246e88aa051c36ccf0aafebffe137d148a2bf9104562",
          "c940e5a4404157cfb1628b108db051a8d439e1a421394ec4ebccb9ec92a8ac78",
          "47cfc5497c53dc8e61c91d17fd626ffb1c49e2bca94eed052281b510b1117a24",
          "f1c6165d33367351b0da8f6e4511010c68174a03b6581212c71c0e1d026c3c72",
          "87260f7a2f12495118360f02c26a470f450dadf34a413d21042b43b9d93e1309",
          "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
          "4eac077a713c57b4f4397629a4145982c661f48044dd3f96427d40b147d9742f",
          "de6a7b00deadc788eb6b6c8d20c0ae96c2f2019078fa604fee5b87d6e989ad7b",
          "bcab477be20861e01e4a0e295284146a510150d9817763caf1a6f4b422d67042",
          "2a292df7e32cababbd9de088d1d1abec9fc0440f637ed2fba145094dc14bea08",
          "f4a9e534fc0d216c44b218fa0c42d99635a0127ee2e53c712f70609649fdff22",
          "8268436f8c4126196cf64b3c7ddbda90746a378625f9813dd9b8457077256731",
          "2810e5cbc2cc4d4eece54f61c6f69758e289aa7ab440b3cbeaa21995c2f4232b",
          "3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e",
          "a45fdc55c76448c049a1ab33f17023edfb2be3581e9c7aade8a6125215e04220",
          "d483fe813c6ba647ebbfd3ec41adca1c6130c2beeee9d9bf065c8d151c5f396e",
          "8a2e1d30050198c65a54483123960ccc38aef6848e1ec8f5f780e8523769ba32",
          "32888462f8b486c68ad7dd9610be5192bbeaf3b443951ac1a8118419d9fa097b",
          "227142501b9d4355ccba290404bde41575b037693cef1f438c47f8fbf35d1165",
          "5c37cc491da847cfeb9281d407efc41e15144c876e0170b499a96a22ed31e01e",
          "445425117cb8c90edcbc7c1cc0e74f747f2c1efa5630a967c64f287792a48a4b",
          "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f");

  @Test
  void knownBadEncodingsAreRefusedByValidityAndByAParty() {
    byte[] scalar = Ristretto.scalar(new byte[32]);
    PartyId ash = PartyId.of("ash");
    AlignParty.Terms terms =
        new AlignParty.Terms(Set.of(ash, PartyId.of("elm")), 1, SetLimit.USUAL);
    AlignParty party = new AlignParty(ash, List.of("a"), new byte[32], terms, new InMemoryKeeper());
    party.answers().to(new TellSizes("ash=1,elm=1"));
    for (String hex : KNOWN) {
      byte[] bad = HexFormat.of().parseHex(hex);
      assertThat(Ristretto.valid(bad)).as(hex).isFalse();
      assertThatThrownBy(() -> Ristretto.raise(scalar, bad))
          .as(hex)
          .isInstanceOf(ProtocolViolation.class);
      assertThatThrownBy(() -> party.answers().to(new AskRaised("elm", 0, bad)))
          .isInstanceOf(ProtocolViolation.class)
          .hasMessageContaining("a blinded id is invalid");
    }
  }

  /**
   * A million changed encodings; where one is an element after all, it is written in its one way.
   */
  @Test
  void changedEncodingsAreRefusedOrElementsInTheirOneEncoding() {
    Random random = new Random(9);
    byte[] one = new byte[32];
    one[0] = 1;
    byte[] point = Ristretto.element(new byte[] {7});
    int accepted = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] changed = point.clone();
      switch (i % 4) {
        case 0 -> changed[31] |= (byte) 0x80; // beyond the field
        case 1 -> changed = littleEndian(P.subtract(number(point))); // the negative
        case 2 -> changed[0] |= 1; // a negative
        default -> changed[random.nextInt(32)] ^= (byte) (1 << random.nextInt(8));
      }
      boolean valid = Ristretto.valid(changed);
      if (valid) {
        accepted++;
        assertThat(i % 4).as("only a flipped bit may hit another element").isEqualTo(3);
        assertThat(Ristretto.raise(one, changed)).isEqualTo(changed);
      }
      if (i % 1000 == 999) {
        point = Ristretto.element(new byte[] {(byte) i, (byte) (i >> 8), (byte) (i >> 16)});
      }
    }
    assertThat(accepted).isLessThan(MUTATIONS / 4);
  }

  private static BigInteger number(byte[] point) {
    byte[] big = new byte[32];
    for (int i = 0; i < 32; i++) {
      big[i] = point[31 - i];
    }
    return new BigInteger(1, big);
  }

  private static byte[] littleEndian(BigInteger number) {
    byte[] big = number.toByteArray();
    byte[] little = new byte[32];
    for (int i = 0; i < Math.min(32, big.length); i++) {
      little[i] = big[big.length - 1 - i];
    }
    return little;
  }
}
