package io.parallax.privacy.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Against test vectors of draft-irtf-cfrg-vdaf-15, and against statements that are false. */
class FullyLinearProofTest {
  private static final String APPLICATION = "some application";
  private static final byte[] FIRST = bytes(0); // the helper's seed, and the key to verify with
  private static final byte[] SECOND = bytes(32); // the seed of the proof
  private static final byte[] NONCE = Arrays.copyOf(FIRST, 16);

  private static byte[] bytes(int from) {
    byte[] bytes = new byte[32];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (from + i);
    }
    return bytes;
  }

  private static long[] words(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    long[] words = new long[bytes.length / 8];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(words);
    return words;
  }

  private static byte[] join(byte[] first, byte... more) {
    byte[] all = Arrays.copyOf(first, first.length + more.length);
    System.arraycopy(more, 0, all, first.length, more.length);
    return all;
  }

  private static long[] plus(long[] a, long[] b) {
    long[] sum = new long[a.length];
    Arrays.setAll(sum, i -> Field64.add(a[i], b[i]));
    return sum;
  }

  /** A leader's share of inputs and proof, and a helper's, which comes from a seed. */
  private record Shares(long[] leader, long[] leaderProof, long[] helper, long[] helperProof) {
    static Shares read(int algorithm, int inputs, int proof, String leader) {
      long[] both = words(leader);
      byte[] one = {1};
      byte[] two = {1, 1};
      return new Shares(
          Arrays.copyOf(both, inputs),
          Arrays.copyOfRange(both, inputs, inputs + proof),
          new TurboShake(FIRST, algorithm, 1, APPLICATION, one).next(inputs),
          new TurboShake(FIRST, algorithm, 2, APPLICATION, two).next(proof));
    }

    long[] inputs() {
      return plus(leader, helper);
    }

    long[] proof() {
      return plus(leaderProof, helperProof);
    }
  }

  private static long[] seeds(int algorithm, int count) {
    return new TurboShake(SECOND, algorithm, 4, APPLICATION, new byte[] {1}).next(count);
  }

  private static long[] challenge(int algorithm, int count) {
    byte[] binder = join(new byte[] {1}, NONCE);
    return new TurboShake(FIRST, algorithm, 5, APPLICATION, binder).next(count);
  }

  /** x₀x₁ + x₂x₃ + … of this many products. */
  private static Gadget products(int count) {
    return (inputs, from, outputs) -> {
      outputs[0] = 0;
      for (int i = from; i < from + 2 * count; i += 2) {
        outputs[0] = Field64.add(outputs[0], Field64.mul(inputs[i], inputs[i + 1]));
      }
    };
  }

  /** Prio3Count: one product, of the number with itself. */
  @Test
  void aCountIsProvedAsInThePublishedVector() {
    FullyLinearProof system = new FullyLinearProof(2, 1, 2);
    Shares shares =
        Shares.read(
            1,
            1,
            system.words(),
            "e369056891a9fd95d44e6fadb3b75e6774b666d312bcc59b57694d189321ffe0"
                + "6f46b37d26db61d056b17152e3726a2e");
    assertThat(shares.inputs()).containsExactly(1);
    assertThat(system.prove(products(1), new long[] {1, 1}, seeds(1, 2))).isEqualTo(shares.proof());
    long point = challenge(1, 1)[0];
    long[] leader = count(system, shares.leader(), shares.leaderProof(), point);
    long[] helper = count(system, shares.helper(), shares.helperProof(), point);
    assertThat(leader)
        .isEqualTo(words("5c6a0685bd0f0aa9b19b8c1c4431ec49eca02338e5e05da8fc91575311627200"));
    assertThat(helper)
        .isEqualTo(words("a595f97a41f0f5565abc07086ef01d5b3cb2629a3c534bd4dbd8f5187ad75aad"));
    long[] all = plus(leader, helper);
    assertThat(all[0]).isZero();
    assertThat(system.fits(products(1), Arrays.copyOfRange(all, 1, 4))).isTrue();
  }

  private static long[] count(FullyLinearProof system, long[] share, long[] proof, long point) {
    long[] message = new long[4];
    message[0] = Field64.sub(system.outputs(proof, 0)[0], share[0]);
    long[] answer = system.query(new long[] {share[0], share[0]}, proof, point);
    System.arraycopy(answer, 0, message, 1, 3);
    return message;
  }

  /** x² − x, which is 0 for bits alone. */
  private static final Gadget BIT =
      (inputs, from, outputs) ->
          outputs[0] = Field64.sub(Field64.mul(inputs[from], inputs[from]), inputs[from]);

  /** Prio3Sum of a number up to 255: its eight bits, and those of its distance to 255. */
  @Test
  void aNumberInARangeIsProvedAsInThePublishedVector() {
    FullyLinearProof system = new FullyLinearProof(1, 16, 2);
    Shares shares = Shares.read(2, 16, system.words(), SUM);
    assertThat(shares.inputs()).containsExactly(0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0);
    assertThat(system.prove(BIT, shares.inputs(), seeds(2, 1))).isEqualTo(shares.proof());
    long[] random = challenge(2, 18);
    long[] leader = sum(system, shares.leader(), shares.leaderProof(), random);
    long[] helper = sum(system, shares.helper(), shares.helperProof(), random);
    assertThat(leader).isEqualTo(words("3930d34b74e6676f0158033969b58f5f113b356a799287a5"));
    assertThat(helper).isEqualTo(words("c8cf2cb48a199890ca5a3a856a34c034919f038dd5483648"));
    long[] all = plus(leader, helper);
    assertThat(all[0]).isZero();
    assertThat(system.fits(BIT, Arrays.copyOfRange(all, 1, 3))).isTrue();
  }

  private static long[] sum(FullyLinearProof system, long[] share, long[] proof, long[] random) {
    long[] outputs = system.outputs(proof, 0);
    long out = 0;
    long difference = 0;
    for (int bit = 0; bit < 16; bit++) {
      out = Field64.add(out, Field64.mul(random[bit], outputs[bit]));
      long weighted = Field64.mul(1L << bit % 8, share[bit]);
      difference = bit < 8 ? Field64.add(difference, weighted) : Field64.sub(difference, weighted);
    }
    out = Field64.add(out, Field64.mul(random[16], difference));
    long[] answer = system.query(share, proof, random[17]);
    return new long[] {out, answer[0], answer[1]};
  }

  /** Polynomials of degrees 2, 4 and 1 in the same six inputs. */
  private static final Gadget SEVERAL =
      (inputs, from, outputs) -> {
        products(3).of(inputs, from, outputs);
        outputs[1] = Field64.pow(inputs[from + 2], 4);
        outputs[2] = inputs[from + 5];
      };

  @Test
  void aProofThatWasChangedAnywhereDoesNotFit() {
    Random random = new Random(3);
    for (int calls = 1; calls < 9; calls++) {
      FullyLinearProof system = new FullyLinearProof(6, calls, 2, 4, 1);
      long[] inputs = random.longs(6L * calls).map(word -> word >>> 1).toArray();
      long[] seeds = random.longs(6).map(word -> word >>> 1).toArray();
      long[] proof = system.prove(SEVERAL, inputs, seeds);
      long point = random.nextLong() >>> 1;
      long[] expected = new long[3];
      for (int call = 0; call < calls; call++) {
        SEVERAL.of(inputs, 6 * call, expected);
        for (int output = 0; output < 3; output++) {
          assertThat(system.outputs(proof, output)[call]).isEqualTo(expected[output]);
        }
      }
      assertThat(system.fits(SEVERAL, system.query(inputs, proof, point))).isTrue();
      for (int word = 0; word < proof.length; word++) {
        long[] wrong = proof.clone();
        wrong[word] = Field64.add(wrong[word], 1 + random.nextInt(9));
        assertThat(system.fits(SEVERAL, system.query(inputs, wrong, point))).isFalse();
      }
    }
  }

  /** Whatever the prover sends, of all 2^8 claims about two bits only the true one is believed. */
  @Test
  void onlyTrueOutputsAreBelieved() {
    FullyLinearProof system = new FullyLinearProof(1, 2, 2);
    long[] proof = system.prove(BIT, new long[] {1, 0}, new long[] {5});
    for (int claim = 0; claim < 1 << 8; claim++) {
      long[] inputs = {claim & 15, claim >> 4};
      boolean fits = system.fits(BIT, system.query(inputs, proof, 1_000_003));
      assertThat(fits).isEqualTo(claim == 1);
      long[] own = system.outputs(system.prove(BIT, inputs, new long[] {7}), 0);
      boolean bits = inputs[0] < 2 && inputs[1] < 2;
      assertThat(own[0] == 0 && own[1] == 0).isEqualTo(bits);
    }
  }

  @Test
  void nobodyIsAskedAtAPointThatShowsAnInput() {
    FullyLinearProof system = new FullyLinearProof(1, 3, 2);
    for (int k = 0; k < 4; k++) {
      long root = Field64.pow(Field64.root(4), k);
      assertThat(system.allows(root)).isFalse();
      assertThatThrownBy(() -> system.query(new long[3], new long[system.words()], root))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static final String SUM =
      """
      43126178225dca30c56c892f4cef3ca6f627cae360f77d4b2994ee7fbe779a58\
      92f97897b3c5ff28eb1156127a87cb71feca3aa67f3f66472914077ef4bb3748\
      8245444045a2293f2c51f6d5d497646aa2ab3bdc62c1db973fabd7f72169d6d5\
      dbe73437837c1c0662bb24addf7e07e6ae56db956b47ccc755b7c35912f67fb1\
      b50659e637f1034ee3214ff4916ea9d1298a119d0e44c922bd17cc333224c31e\
      67dc3282b61b9aab42ca71062aea44000cf3d13d667e8223477604725e654230\
      e2a7fe703f610869e9f65d5a00203af41da5120d8850de22994a3f5de8891025\
      7bf11730c7721c63d712f309ff1a16961a6870876f89b7aece0a7aae9726c957\
      a3bbde29775ad0e4159e2cdfaa741f3f8562468e879f0f4e50829d16ade458e3\
      2e321f2b7ab80348c4fcd23a2aeb3921b4b6c297d0e0e10ba6ac3839d9be1901\
      8012dfcce38bfb12d0caefc81b0bf2901638317c0a708b0d73f45b43aaf7cc1f\
      7eb7ea6bd7f8e1248ef49224f1735c8112e1f740fc7020d3185ed3c588611aa6\
      aed0f49ac90d908e28213b754fc64e330998b132579ea55c4d5be49e026fcb6e\
      962377d3d540fa2d45116efa46182b7175e29f95499362aa5b631a4b504c7289\
      a7cbf673f2f9d0f0e224f37a862ae822b5359c93de1a40e52e142897dcf25ee5\
      bfaf4132019c1ad28f128186fd48b49eeca0ba9c31e25a025e2d5999e2654a02\
      b6d1bd07d2a2095045cbd367a00a2d34976dc10effb80228afb1c3a7f0594305\
      3d65bd900b7a4bfd3833a93f1e0c3c0ecc469d10fbc05ac7881c68f0e3229efd\
      c0e7d15d08a63d9c6de25377f4e01bdc64748dcfc1381977f323cce3c0d453c6\
      a97df87718f54f386228fa70b978c331be3c4af998645e68b00d1f95bb7fedd7""";
}
