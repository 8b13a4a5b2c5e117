package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.core.ProtocolViolation;
import io.parallax.privacy.proof.Field64;
import io.parallax.privacy.proof.NormProof;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Honest sums, and parties whose words or proofs are wrong. */
class ProvedSumTest extends ProvedSums {
  private static final int HONEST = Integer.getInteger("proved.times", 1) * 10;

  /** Rows are of just the length that is allowed. */
  @Test
  void honestSumsAreThoseOfTheWords() {
    for (int i = 0; i < HONEST; i++) {
      round.draw(1);
      assertThat(round.sum(new ProvedRound.Liar())).isEqualTo(round.expected());
    }
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

  /**
   * Rows of just the length that is allowed need another challenge with 1 %. The numbers of members
   * that have different ones are looked at one by one.
   */
  @Test
  void membersThatNeedDifferentChallengesProveTheirsAsWell() {
    boolean[] seen = new boolean[2];
    for (int i = 0; i < 500 && !seen[0]; i++) {
      round.draw(1);
      long[] sum =
          round.sum(
              new ProvedRound.Liar() {
                @Override
                byte[] reply(byte[] note, UnaryOperator<byte[]> honest) {
                  if (note[0] == ProofNotes.TOTAL) {
                    var all = ProofTerms.announced(note, PARTIES - 1).values();
                    seen[0] = !ProofNotes.Announced.comparable(all);
                  }
                  seen[1] = note[0] == ProofNotes.CHECK;
                  byte[] reply = honest.apply(note);
                  if (note[0] == ProofNotes.TOTAL && seen[0]) { // it tells nothing of numbers
                    assertThat(Arrays.copyOfRange(reply, 8, 16)).containsOnly(0);
                  }
                  return reply;
                }
              });
      assertThat(sum).isEqualTo(round.expected());
      assertThat(seen[1]).isEqualTo(seen[0]);
    }
    assertThat(seen[0]).isTrue(); // but for 0.96^500
  }

  @Test
  void rowsTooLongToBeProvedAreRefusedByThePartyItself() {
    round.draw(1.4);
    round.anew();
    assertThatThrownBy(() -> round.sum(new ProvedRound.Liar()))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("beyond the limits of this study");
  }

  /** It proves that it is within a limit that is not the study's. */
  @Test
  void limitsOfItsOwnAreNotAccepted() {
    for (int i = 0; i < TIMES; i++) {
      double more = 1.001 + random.nextDouble();
      unsigned(
          new ProvedRound.Liar() {
            @Override
            double limit(PartyId believer) {
              return believer.equals(id) ? more * ProvedRound.LIMIT : ProvedRound.LIMIT;
            }
          });
    }
  }

  /** An agreement, or none, serves one sum after the other, with other masks each time. */
  @Test
  void liarsOfALaterSumAreFoundAsWell() {
    round.draw(0.9);
    assertThat(round.sum(new ProvedRound.Liar())).isEqualTo(round.expected());
    round.draw(0.9);
    assertThat(round.sum(new ProvedRound.Liar())).isEqualTo(round.expected());
    round.draw(0.9);
    assertThatThrownBy(() -> round.sum(new Misleading(3)))
        .hasMessageContaining("party p-1 has not proved");
    round.anew();
    round.draw(0.9);
    assertThat(round.sum(new ProvedRound.Liar())).isEqualTo(round.expected());
  }

  /**
   * Other digits, announced to the others as they have to be; what it tells of others is invented.
   */
  @Test
  void changedDigitsAreFound() {
    for (int i = 0; i < TIMES; i++) {
      double place = random.nextDouble();
      long more = i % 2 == 0 ? 1 : Field64.P - 1;
      named(
          "p-1",
          new Changing(ProofNotes.PROVE) {
            @Override
            byte[] changed(byte[] reply) {
              int digit = (int) (place * system(this, 2).digits());
              ProvedRound.addTo(reply, 1 + 8 * digit, more);
              return announced(this, reply);
            }
          });
    }
  }

  /** It changes digits or a proof, and keeps the signature of those that it had. */
  @Test
  void digitsThatWereAnnouncedOtherwiseAreNotChecked() {
    for (int i = 0; i < TIMES; i++) {
      double place = random.nextDouble();
      unsigned(
          new Changing(ProofNotes.PROVE) {
            @Override
            byte[] changed(byte[] reply) {
              int word = (int) (place * ProofNotes.words(system(this, 2)));
              ProvedRound.addTo(reply, 1 + 8 * word, 1);
              return reply;
            }
          });
    }
  }

  /** It signs what it sends, and tells one of the others that it was something else. */
  @Test
  void whoAnnouncesSomethingElseToOneOfTheOthersIsNamed() {
    for (int i = 0; i < TIMES; i++) {
      int other = i % 3;
      refused(
          "the proof of party p-1 was made for another challenge",
          new Changing(ProofNotes.PROVE) {
            @Override
            byte[] changed(byte[] reply) {
              int codes = 1 + 8 * ProofNotes.words(system(this, 2));
              reply[codes + other * Secrets.SIZE] ^= 1;
              return reply;
            }
          });
    }
  }

  /** Its proof is the one of the sum before. */
  @Test
  void aProofOfAnEarlierSumIsNotAccepted() {
    for (int i = 0; i < TIMES; i++) {
      byte[][] earlier = new byte[1][];
      round.draw(0.8);
      round.anew();
      assertThat(
              round.sum(
                  new ProvedRound.Liar() {
                    @Override
                    byte[] reply(byte[] note, UnaryOperator<byte[]> honest) {
                      byte[] reply = honest.apply(note);
                      earlier[0] = note[0] == ProofNotes.PROVE ? reply : earlier[0];
                      return reply;
                    }
                  }))
          .isEqualTo(round.expected());
      boolean signed = i % 2 == 0;
      ProvedRound.Liar again =
          new Changing(ProofNotes.PROVE) {
            @Override
            byte[] changed(byte[] reply) {
              return signed ? announced(this, earlier[0]) : earlier[0];
            }
          };
      if (signed) {
        named("p-1", again);
      } else {
        unsigned(again);
      }
    }
  }

  @Test
  void aChangedProofIsFound() {
    for (int i = 0; i < TIMES; i++) {
      int word = random.nextInt(400);
      named(
          "p-1",
          new Changing(ProofNotes.PROVE) {
            @Override
            byte[] changed(byte[] reply) {
              NormProof system = system(this, 2);
              ProvedRound.addTo(reply, 1 + 8 * (system.digits() + word), 1 + word);
              return announced(this, reply);
            }
          });
    }
  }

  /**
   * With bits that belong to one challenge and numbers that belong to another the answers would add
   * up to known combinations of an honest member's words.
   */
  @Test
  void aCoordinatorThatChangesTheNumberOfAChallengeGetsNoAnswer() {
    int entry = 1 + ProofNotes.Announced.HEAD + (PARTIES - 1) * Secrets.SIZE;
    for (int member = 1; member < PARTIES; member++) {
      int at = 1 + Secrets.SIZE + member * entry + 1;
      refused(
          "was made for another challenge than this party received",
          new ProvedRound.Liar() {
            @Override
            byte[] told(PartyId to, byte[] note) {
              byte[] changed = note.clone();
              if (note[0] == ProofNotes.TOTAL && to.name().equals("p-0")) {
                changed[at] = (byte) (7 - changed[at]);
              }
              return changed;
            }
          });
    }
  }

  /**
   * Whatever stage a party misses, the secrets of another sum are others, and that sum is right.
   */
  @Test
  void aStageThatIsWithheldLeavesNothingBehind() {
    for (int stage : new int[] {ProofNotes.PROVE, ProofNotes.TOTAL}) {
      round.draw(0.8);
      assertThatThrownBy(
              () ->
                  round.sum(
                      new ProvedRound.Liar() {
                        @Override
                        byte[] reply(byte[] note, UnaryOperator<byte[]> honest) {
                          return note[0] == stage ? null : honest.apply(note);
                        }
                      }))
          .isInstanceOf(PartyLost.class);
      round.draw(0.8);
      assertThat(round.sum(new ProvedRound.Liar())).isEqualTo(round.expected());
    }
  }
}
