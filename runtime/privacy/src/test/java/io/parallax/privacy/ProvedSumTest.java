package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.core.ProtocolViolation;
import io.parallax.privacy.proof.Field64;
import io.parallax.privacy.proof.NormProof;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * One party that lies in every way it can, three times each; {@code ./parallax test 'Proved*Test'
 * -Dproved.times=1000} does so a thousand times, and adds up ten thousand honest sums.
 */
class ProvedSumTest {
  private static final int PARTIES = 4;
  private static final int TIMES = Integer.getInteger("proved.times", 3);
  private static final int HONEST = Integer.getInteger("proved.times", 1) * 10;
  private final Random random = new Random(4);
  private final ProvedRound round = round(PARTIES);

  ProvedRound round(int parties) {
    return new ProvedRound(parties, false, 1);
  }

  /** Returns the stages at which a reply has a size of its own. */
  int[] sizedStages() {
    return new int[] {MaskNotes.SHARES, MaskNotes.COMMIT, ProofNotes.PROVE};
  }

  /** Returns the stage whose reply has pledges. */
  int pledging() {
    return MaskNotes.SHARES;
  }

  /** Returns the first byte of pledges in it. */
  int firstPledge() {
    return Secrets.SIZE + (PARTIES - 1) * MaskNotes.SEALED;
  }

  /** Rows are of just the length that is allowed. */
  @Test
  void honestSumsAreThoseOfTheWords() {
    for (int i = 0; i < HONEST; i++) {
      round.draw(1);
      assertThat(round.sum(new ProvedRound.Liar())).isEqualTo(round.expected());
    }
  }

  private void named(String name, ProvedRound.Liar liar) {
    round.draw(0.8);
    round.anew();
    assertThatThrownBy(() -> round.sum(liar))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("party " + name + " has not proved")
        .hasMessageContaining("the sum is not used")
        .satisfies(e -> assertThat(e.getMessage().split("has not proved")).hasSize(2))
        .satisfies(e -> convinced(((LiarsFound) e), true));
  }

  /** All parties hear who it was and of which evidence, which shows it to others, or does not. */
  private void convinced(LiarsFound found, boolean shown) {
    var evidence = found.evidence();
    assertThat(EvidenceCheck.check(evidence, round.signing))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.who()).isEqualTo(PartyId.of("p-1"));
              assertThat(one.shown()).as(one.why()).isEqualTo(shown);
            });
    for (String honest : new String[] {"p-0", "p-2", "p-3"}) {
      RefusedProof heard = round.refused.remove(PartyId.of(honest));
      assertThat(heard.named()).containsExactly(PartyId.of("p-1"));
      assertThat(heard.evidence()).isEqualTo(EvidenceCheck.hash(evidence));
      accuse(evidence, honest);
    }
  }

  /** The same messages show nothing of anybody else. */
  private void accuse(SortedMap<String, String> evidence, String honest) {
    SortedMap<String, String> changed = new TreeMap<>(evidence);
    changed.put("found", honest);
    assertThat(EvidenceCheck.check(changed, round.signing))
        .singleElement()
        .satisfies(one -> assertThat(one.shown()).as(one.why()).isFalse());
  }

  private void refused(String why, ProvedRound.Liar liar) {
    round.draw(0.8);
    round.anew();
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

  private static NormProof system(ProvedRound.Liar liar, int member) {
    return new Statement(liar.limits, ProvedRound.WORDS, liar.proving).proof(member);
  }

  /** An agreement, or none, serves one sum after the other, with other masks each time. */
  @Test
  void liarsOfALaterSumAreFoundAsWell() {
    round.draw(0.9);
    assertThat(round.sum(new ProvedRound.Liar())).isEqualTo(round.expected());
    round.draw(0.9);
    assertThat(round.sum(new ProvedRound.Liar())).isEqualTo(round.expected());
    round.draw(0.9);
    assertThatThrownBy(
            () ->
                round.sum(
                    new Changing(ProofNotes.CHECK) {
                      @Override
                      byte[] changed(byte[] reply) {
                        int[] places = places(this, 3);
                        byte[] told = Arrays.copyOf(reply, places[1]);
                        ProvedRound.addTo(told, places[0], 1);
                        return signed(told);
                      }
                    }))
        .hasMessageContaining("party p-1 has not proved");
    round.anew();
    round.draw(0.9);
    assertThat(round.sum(new ProvedRound.Liar())).isEqualTo(round.expected());
  }

  /** A liar that changes one of its replies, and signs what it tells. */
  private abstract class Changing extends ProvedRound.Liar {
    private final int stage;
    private int last;
    private boolean opensNothing;

    Changing(int stage) {
      this.stage = stage;
    }

    abstract byte[] changed(byte[] reply);

    @Override
    byte[] reply(byte[] note, UnaryOperator<byte[]> honest) {
      last = note[0];
      if (note[0] == stage) {
        return changed(honest.apply(note));
      }
      if (stage == ProofNotes.PROVE && note[0] == ProofNotes.CHECK) { // its program would refuse
        return told(ProofNotes.CHECK, new byte[places(this, 3)[1]]);
      }
      if (note[0] == ProofNotes.FOUND) {
        return new byte[] {1};
      }
      if (opensNothing && note[0] == ProofNotes.DISPUTE) {
        return opened(note, other -> prover.get().peers.get(other).common());
      }
      boolean invented = opensNothing && note[0] == ProofNotes.ACCOUNT;
      return invented ? signed(new byte[3 * Secrets.SIZE]) : honest.apply(note);
    }

    /** Returns secrets of its pairs, or what it says they are, with its signature. */
    byte[] opened(byte[] note, IntFunction<byte[]> secrets) {
      byte[] opened = {};
      for (ProofNotes.Pair pair : ProofNotes.readDispute(note, new ArrayList<>())) {
        if (pair.has(2)) {
          int other = pair.prover() == 2 ? pair.verifier() : pair.prover();
          opened = Prover.join(opened, secrets.apply(other));
        }
      }
      byte[] heard = MaskedAttempt.hash(context, note);
      byte[] content = Prover.told(heard, ProofNotes.DISPUTE, 2, opened);
      return Prover.join(opened, round.signing.sign(id, content));
    }

    byte[] signed(byte[] told) {
      return told(last, told);
    }

    byte[] told(int stage, byte[] told) {
      opensNothing = true; // an honest program would see no dispute
      byte[] hashes = stage == ProofNotes.CHECK ? hashes(this, told) : told;
      byte[] signature = round.signing.sign(id, Prover.told(context, stage, 2, hashes));
      return Prover.join(told, signature);
    }
  }

  private static byte[] hashes(ProvedRound.Liar liar, byte[] told) {
    byte[] hashes = {};
    int from = 0;
    for (int member : new int[] {1, 3, 4}) {
      int end = from + Prover.answerBytes(system(liar, member));
      hashes = Prover.join(hashes, MaskedAttempt.hash(Arrays.copyOfRange(told, from, end)));
      from = end;
    }
    return hashes;
  }

  /** Where the answer about a member begins in what p-1 tells of all others, and where they end. */
  private int[] places(ProvedRound.Liar liar, int about) {
    int end = 0;
    int place = 0;
    for (int member : new int[] {1, 3, 4}) {
      place = member == about ? end : place;
      end += Prover.answerBytes(system(liar, member));
    }
    return new int[] {place, end};
  }

  /**
   * Other bits, announced to the others as they have to be; what it tells of others is invented.
   */
  @Test
  void changedBitsAreFound() {
    for (int i = 0; i < TIMES; i++) {
      int bit = random.nextInt(4000);
      long more = i % 2 == 0 ? 1 : Field64.P - 1;
      named(
          "p-1",
          new Changing(ProofNotes.PROVE) {
            @Override
            byte[] changed(byte[] reply) {
              ProvedRound.addTo(reply, 1 + 8 * bit, more);
              return announced(this, reply);
            }
          });
    }
  }

  /** Returns a changed proof with the codes and the signature that belong to it. */
  private byte[] announced(ProvedRound.Liar liar, byte[] reply) {
    NormProof system = system(liar, 2);
    int end = 1 + 8 * ProofNotes.words(system);
    byte[] hidden = Arrays.copyOfRange(reply, 1, 1 + 8 * system.bits());
    byte[] hash = Prover.announcement(liar.proving, 2, reply[0], hidden);
    byte[] sent = Arrays.copyOfRange(reply, 1, end);
    byte[] whole = MaskedAttempt.hash(sent, liar.prover.get().digest());
    byte[] codes = {};
    for (int other : new int[] {1, 3, 4}) {
      byte[] key = round.channels.get(liar.id).key(2, other, liar.proving, "proof");
      codes = Prover.join(codes, Prover.code(key, reply[0], hash, whole));
    }
    byte[] signature =
        liar.prover.get().signature(new ProofNotes.Announced(reply[0], hash, whole, codes));
    return Prover.join(Prover.join(Arrays.copyOf(reply, end), codes), signature);
  }

  /** It changes bits or a proof, and keeps the signature of those that it had. */
  @Test
  void bitsThatWereAnnouncedOtherwiseAreNotChecked() {
    for (int i = 0; i < TIMES; i++) {
      int word = random.nextInt(4400); // 4,000 bits and more, then proofs
      unsigned(
          new Changing(ProofNotes.PROVE) {
            @Override
            byte[] changed(byte[] reply) {
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
              ProvedRound.addTo(reply, 1 + 8 * (system.bits() + word), 1 + word);
              return announced(this, reply);
            }
          });
    }
  }

  /** It tells of an honest party's proof that it is wrong. */
  @Test
  void whoTellsAnothersCheckWronglyIsFoundAndTheOtherIsNot() {
    for (int i = 0; i < TIMES; i++) {
      int about = i % 2 == 0 ? 3 : 1;
      int word = random.nextInt(100);
      named(
          "p-1",
          new Changing(ProofNotes.CHECK) {
            @Override
            byte[] changed(byte[] reply) {
              int[] places = places(this, about);
              byte[] told = Arrays.copyOf(reply, places[1]);
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
          new Changing(ProofNotes.ACCOUNT) {
            @Override
            void words(long[] sealed) {
              sealed[3] = Field64.add(sealed[3], 1L << 50);
            }

            @Override
            byte[] changed(byte[] reply) {
              byte[] told = Arrays.copyOf(reply, 3 * Secrets.SIZE);
              told[(about == 1 ? 0 : about - 2) * Secrets.SIZE + 3] ^= 1;
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
        new Changing(ProofNotes.CHECK) {
          @Override
          byte[] changed(byte[] reply) {
            int[] places = places(this, 4);
            byte[] told = Arrays.copyOf(reply, places[1]);
            ProvedRound.addTo(told, places[0], 1);
            return signed(told);
          }

          @Override
          byte[] reply(byte[] note, UnaryOperator<byte[]> honest) {
            return note[0] == ProofNotes.DISPUTE
                ? opened(note, other -> Secrets.random())
                : super.reply(note, honest);
          }
        });
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
              if (note[0] == ProofNotes.CHECK && to.name().equals("p-0")) {
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
    for (int stage : new int[] {ProofNotes.PROVE, ProofNotes.CHECK}) {
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

  private void unsigned(ProvedRound.Liar liar) {
    refusedFor("party p-1 has not signed what it told of a proof", liar);
  }

  private void refusedFor(String why, ProvedRound.Liar liar) {
    round.draw(0.8);
    round.anew();
    assertThatThrownBy(() -> round.sum(liar))
        .isInstanceOf(LiarsFound.class)
        .hasMessageContaining(why)
        .hasMessageContaining("the sum is not used")
        .hasMessageNotContainingAny("p-0", "p-2", "p-3", "the coordinator")
        .satisfies(e -> convinced(((LiarsFound) e), false));
  }

  /** It tells a wrong answer or account, and keeps the signature of the right one. */
  @Test
  void whoSignsSomethingElseThanItTellsIsNamed() {
    for (int i = 0; i < TIMES; i++) {
      int at = random.nextInt(200);
      boolean signature = i % 3 == 0;
      unsigned(
          new Changing(ProofNotes.CHECK) {
            @Override
            byte[] changed(byte[] reply) {
              if (signature) {
                reply[reply.length - 1 - at % 32] ^= 1;
              } else {
                ProvedRound.addTo(reply, 8 * at, 1);
              }
              return reply;
            }
          });
      unsigned(
          new Changing(ProofNotes.ACCOUNT) {
            @Override
            void words(long[] sealed) {
              sealed[3] = Field64.add(sealed[3], 1L << 50);
            }

            @Override
            byte[] changed(byte[] reply) {
              reply[at % 96] ^= 1;
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
                    new Changing(ProofNotes.CHECK) {
                      @Override
                      byte[] changed(byte[] reply) {
                        byte[] told = Arrays.copyOf(reply, places(this, 3)[1]);
                        ProvedRound.addTo(told, 0, 1);
                        return signed(told);
                      }

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
