package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.privacy.proof.Field64;
import io.parallax.privacy.proof.Projections;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Parties that tell something wrong of another's proof, or of the check of their own, or leave. */
class ProvedChecksTest extends ProvedSums {
  /** Then each proof is looked at alone, and all hold. */
  @Test
  void whoTellsTheTotalWronglyAndEachProofRightlyChangesNothing() {
    for (int i = 0; i < TIMES; i++) {
      double place = random.nextDouble();
      round.draw(0.8);
      round.anew();
      long[] sum =
          round.sum(
              new ProvedRound.Liar() {
                @Override
                byte[] reply(byte[] note, UnaryOperator<byte[]> honest) {
                  byte[] reply = honest.apply(note);
                  if (note[0] == ProofNotes.TOTAL) {
                    ProvedRound.addTo(reply, 8 * (int) (place * (reply.length / 8)), 1);
                  }
                  return reply;
                }
              });
      assertThat(sum).isEqualTo(round.expected());
    }
  }

  /**
   * Its answers about the others make up for what its words are too much in the sum, so that all
   * their proofs hold; about its own it is not asked.
   */
  @Test
  void whoMakesUpForItsWordsInWhatItTellsOfOthersIsFound() {
    for (int i = 0; i < TIMES; i++) {
      named(
          "p-1",
          new ProvedRound.Liar() {
            @Override
            void words(long[] sealed) {
              sealed[3] = Field64.add(sealed[3], 1L << 50);
            }

            @Override
            byte[] reply(byte[] note, UnaryOperator<byte[]> honest) {
              byte[] reply = honest.apply(note);
              if (note[0] == ProofNotes.TOTAL) {
                long more = Field64.negative(weighted(this, note));
                for (int about : new int[] {1, 3, 4}) {
                  ProvedRound.addTo(reply, places(this, about)[0] + 8, more);
                }
              }
              return reply;
            }
          });
    }
  }

  /** Returns what 2^50 more in the fourth word are more in the weighted sum of numbers. */
  private static long weighted(ProvedRound.Liar liar, byte[] note) {
    Statement statement = new Statement(liar.limits, ProvedRound.WORDS, liar.proving);
    int attempt = ProofTerms.announced(note, PARTIES - 1).get(2).attempt();
    long[] weights = ProofNotes.query(system(liar, 2), liar.context, liar.context).weights();
    long[] more = new long[ProvedRound.WORDS];
    more[3] = 1L << 50;
    return statement.weighted(attempt, weights, List.of(Projections.Words.of(more)))[0];
  }

  /** It tells of an honest party's proof that it is wrong. */
  @Test
  void whoTellsAnothersCheckWronglyIsFoundAndTheOtherIsNot() {
    for (int i = 0; i < TIMES; i++) {
      int about = i % 2 == 0 ? 3 : 1;
      double place = random.nextDouble();
      named(
          "p-1",
          new Changing(ProofNotes.CHECK) {
            @Override
            byte[] changed(byte[] reply) {
              int[] places = places(this, about);
              byte[] told = Arrays.copyOf(reply, places[1]);
              int word = (int) (place * system(this, about).answerWords());
              ProvedRound.addTo(told, places[0] + 8 * word, 5);
              return signed(told);
            }
          });
    }
  }

  /** Its proof is wrong, and it says that the others check it wrongly. */
  @Test
  void whoBlamesTheOthersForItsOwnProofIsFoundAndTheyAreNot() {
    for (int i = 0; i < TIMES; i++) {
      int about = new int[] {1, 3, 4}[i % 3];
      named(
          "p-1",
          new Accused() {
            @Override
            byte[] changed(byte[] reply) {
              byte[] told = Arrays.copyOf(reply, PARTIES * Secrets.SIZE);
              told[(about - 1) * Secrets.SIZE + 3] ^= 1;
              return signed(told);
            }
          });
    }
  }

  /** Its proof does not hold, and it signs other words than it has sent. */
  @Test
  void whoAccountsForOtherWordsThanItSentIsNamed() {
    for (int i = 0; i < TIMES; i++) {
      boolean proved = i % 2 == 0; // the words that it has proved, or any
      unsigned(
          new Accused() {
            @Override
            boolean denies() {
              return proved;
            }

            @Override
            byte[] changed(byte[] reply) {
              byte[] told = Arrays.copyOf(reply, PARTIES * Secrets.SIZE);
              told[Secrets.SIZE] ^= (byte) (proved ? 0 : 1);
              return signed(told);
            }
          });
    }
  }

  /** And opens something else than the secret that it has pledged. */
  @Test
  void whoOpensAnotherSecretIsFound() {
    for (int i = 0; i < TIMES; i++) {
      whoOpensAnother();
    }
  }

  private void whoOpensAnother() {
    named(
        "p-1",
        new Misleading(4) {
          @Override
          byte[] reply(byte[] note, UnaryOperator<byte[]> honest) {
            return note[0] == ProofNotes.DISPUTE
                ? opened(note, other -> Secrets.random())
                : super.reply(note, honest);
          }
        });
  }

  /** It tells a wrong answer or account, and keeps the signature of the right one. */
  @Test
  void whoSignsSomethingElseThanItTellsIsNamed() {
    for (int i = 0; i < TIMES; i++) {
      int at = random.nextInt(128);
      boolean signature = i % 3 == 0;
      unsigned(
          new Changing(ProofNotes.CHECK) {
            @Override
            byte[] changed(byte[] reply) {
              if (signature) {
                reply[reply.length - 1 - at % 32] ^= 1;
              } else {
                int words = 3 * system(this, 1).answerWords();
                ProvedRound.addTo(reply, 8 * (at % words), 1);
              }
              return reply;
            }
          });
      unsigned(
          new Accused() {
            @Override
            byte[] changed(byte[] reply) {
              reply[at] ^= 1;
              return reply;
            }
          });
    }
  }

  @Test
  void aPledgeOfAnotherSecretIsRefusedWithThePair() {
    for (int i = 0; i < TIMES; i++) {
      int at = firstPledge() + i % 3 * Secrets.SIZE + random.nextInt(Secrets.SIZE);
      String other = "p-" + (i % 3 == 0 ? 0 : i % 3 + 1);
      round.draw(0.8);
      round.anew();
      assertThatThrownBy(
              () ->
                  round.sum(
                      new Changing(pledging()) {
                        @Override
                        boolean pledges() {
                          return true;
                        }

                        @Override
                        byte[] changed(byte[] reply) {
                          reply[at] ^= 1;
                          return reply;
                        }
                      }))
          .hasMessageContaining("p-1")
          .hasMessageContaining(other)
          .hasMessageContaining("do not pledge the same secret");
    }
  }

  /** It is told at which stage it left; one that lies may leave before it is asked about it. */
  @Test
  void aPartyThatLeavesBeforeItHasProvedEndsTheSum() {
    leaves(ProofNotes.PROVE, "the stage 'prove'");
    leaves(ProofNotes.TOTAL, "the stage 'total'");
    leaves(ProofNotes.CHECK, "the stage 'check'");
    leaves(ProofNotes.ACCOUNT, "the stage 'account'");
    leaves(ProofNotes.DISPUTE, "the stage 'dispute'");
  }

  /** Between machines a link gives up on it, which says nothing of stages. */
  private static byte[] gone(int stage) {
    if (stage % 2 == 0) {
      throw new PartyLost(PartyId.of("p-1"), "it is away", null);
    }
    return null;
  }

  private void leaves(int at, String stage) {
    round.draw(0.8);
    round.anew();
    assertThatThrownBy(
            () ->
                round.sum(
                    new Misleading(1) {
                      @Override
                      byte[] reply(byte[] note, UnaryOperator<byte[]> honest) {
                        return note[0] == at ? gone(at) : super.reply(note, honest);
                      }
                    }))
        .isInstanceOf(PartyLost.class)
        .hasMessageContaining("party p-1 did not answer: it left at " + stage)
        .hasMessageContaining("bring it back, then resume");
  }

  @Test
  void aReplyOfAnotherSizeIsRefusedByName() {
    for (int stage : sizedStages()) {
      for (int more : new int[] {-500, -1, 8}) {
        refused(
            stage == ProofNotes.PROVE && more > -500
                ? "party p-1 has not signed"
                : "party p-1 sent",
            new Changing(stage) {
              @Override
              byte[] changed(byte[] reply) {
                return Arrays.copyOf(reply, Math.max(1, reply.length + more));
              }
            });
      }
    }
  }
}
