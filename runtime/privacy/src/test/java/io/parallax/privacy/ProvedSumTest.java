package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.privacy.proof.Field64;
import io.parallax.privacy.proof.NormProof;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * One party that lies in every way it can; {@code ./parallax bench proved} does so a thousand times
 * each.
 */
class ProvedSumTest {
  private static final int PARTIES = 4;
  private static final int TIMES = 6;
  private final Random random = new Random(4);
  private final ProvedRound round = new ProvedRound(PARTIES, 1);

  /** Rows are of just the length that is allowed. */
  @Test
  void honestSumsAreThoseOfTheWords() {
    for (int i = 0; i < TIMES; i++) {
      round.draw(1);
      assertThat(round.sum(new ProvedRound.Liar())).isEqualTo(round.expected());
    }
  }

  private void named(String name, ProvedRound.Liar liar) {
    round.draw(0.8);
    assertThatThrownBy(() -> round.sum(liar))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("party " + name + " has not proved")
        .hasMessageContaining("the sum is not used")
        .satisfies(e -> assertThat(e.getMessage().split("has not proved")).hasSize(2));
  }

  private void refused(String why, ProvedRound.Liar liar) {
    round.draw(0.8);
    assertThatThrownBy(() -> round.sum(liar))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining(why);
  }

  /** Its words, in place of those it proves. */
  @Test
  void wordsThatAreNotThoseProvedAreFound() {
    for (int i = 0; i < TIMES; i++) {
      int word = random.nextInt(ProvedRound.ROWS * ProvedRound.COLS);
      int way = i % 3;
      named(
          "p-1",
          new ProvedRound.Liar() {
            @Override
            void words(long[] sealed) {
              if (way == 0) { // a little
                sealed[word] = Field64.add(sealed[word], 1L << 39);
              } else if (way == 1) { // a half of p, twice
                sealed[0] = Field64.add(sealed[0], Long.divideUnsigned(Field64.P, 2) + 1);
                sealed[7] = Field64.add(sealed[7], Long.divideUnsigned(Field64.P, 2) + 1);
              } else { // the weight
                int at = ProvedRound.ROWS * ProvedRound.COLS;
                sealed[at] = Field64.add(sealed[at], 1);
              }
            }
          });
    }
  }

  @Test
  void rowsTooLongToBeProvedAreRefusedByThePartyItself() {
    round.draw(1.4);
    assertThatThrownBy(() -> round.sum(new ProvedRound.Liar()))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("beyond the limits of this study");
  }

  @Test
  void limitsOfItsOwnAreNotAccepted() {
    refused(
        "was made for another challenge",
        new ProvedRound.Liar() {
          @Override
          double limit(PartyId believer) {
            return believer.equals(id) ? 2 * ProvedRound.LIMIT : ProvedRound.LIMIT;
          }
        });
  }

  private NormProof system(ProvedRound.Liar liar) {
    return new Statement(liar.limits, ProvedRound.WORDS, liar.context).proof(2);
  }

  /** Other bits, announced to the others as they have to be. */
  @Test
  void changedBitsAreFound() {
    for (int i = 0; i < TIMES; i++) {
      int bit = random.nextInt(4000);
      long more = i % 2 == 0 ? 1 : Field64.P - 1;
      named(
          "p-1",
          new ProvedRound.Liar() {
            @Override
            byte[] reply(int stage, byte[] reply) {
              if (stage == ProofNotes.PROVE) {
                ProvedRound.addTo(reply, 1 + 8 * bit, more);
                announce(this, reply);
              }
              return reply;
            }

            @Override
            byte[] note(PartyId to, byte[] note) {
              return to.equals(id) && note[0] == ProofNotes.CHECK ? null : note;
            }
          });
    }
  }

  /** Writes the codes that belong to changed bits into a reply. */
  private void announce(ProvedRound.Liar liar, byte[] reply) {
    NormProof system = system(liar);
    byte[] hidden = Arrays.copyOfRange(reply, 1, 1 + 8 * system.bits());
    byte[] hash = Prover.announcement(liar.context, 2, reply[0], hidden);
    int at = 1 + 8 * ProofNotes.words(system);
    for (int other : new int[] {1, 3, 4}) {
      byte[] key = round.channels.get(liar.id).key(2, other, liar.context, "proof");
      System.arraycopy(Secrets.hmac(key, hash), 0, reply, at, Secrets.SIZE);
      at += Secrets.SIZE;
    }
  }

  @Test
  void bitsThatWereAnnouncedOtherwiseAreNotChecked() {
    refused(
        "the proof of party p-1 was made for another challenge",
        new ProvedRound.Liar() {
          @Override
          byte[] reply(int stage, byte[] reply) {
            if (stage == ProofNotes.PROVE) {
              ProvedRound.addTo(reply, 1 + 8 * 5, 1);
            }
            return reply;
          }

          @Override
          byte[] note(PartyId to, byte[] note) {
            return to.equals(id) && note[0] == ProofNotes.CHECK ? null : note;
          }
        });
  }
}
