package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.PartyId;
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

/**
 * Sums to which one party adds that lies, three times in each way; {@code ./parallax test
 * 'Proved*Test' -Dproved.times=1000} does so a thousand times, and adds up ten thousand honest
 * sums.
 */
abstract class ProvedSums {
  static final int PARTIES = 4;
  static final int TIMES = Integer.getInteger("proved.times", 3);
  final Random random = new Random(4);
  final ProvedRound round = new ProvedRound(PARTIES, whole(), 1);

  /** Returns true for sums of all members, which agree their keys once. */
  boolean whole() {
    return false;
  }

  /** Returns the stages at which a reply has a size of its own. */
  int[] sizedStages() {
    return whole()
        ? new int[] {ProofNotes.PROVE, ProofNotes.TOTAL}
        : new int[] {MaskNotes.SHARES, MaskNotes.COMMIT, ProofNotes.PROVE, ProofNotes.TOTAL};
  }

  /** Returns the stage whose reply has pledges. */
  int pledging() {
    return whole() ? ProofNotes.PROVE : MaskNotes.SHARES;
  }

  /** Returns the first byte of pledges in it. */
  int firstPledge() {
    return whole() ? 0 : Secrets.SIZE + (PARTIES - 1) * MaskNotes.SEALED;
  }

  void named(String name, ProvedRound.Liar liar) {
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

  void refused(String why, ProvedRound.Liar liar) {
    round.draw(0.8);
    round.anew();
    assertThatThrownBy(() -> round.sum(liar))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining(why);
  }

  static NormProof system(ProvedRound.Liar liar, int member) {
    return new Statement(liar.limits, ProvedRound.WORDS, liar.proving).proof(member);
  }

  /** A liar that changes one of its replies, and signs what it tells. */
  abstract class Changing extends ProvedRound.Liar {
    final int stage;
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
      if (note[0] == ProofNotes.TOTAL && stage == ProofNotes.PROVE) {
        return new byte[places(this, 3)[1]];
      }
      if (note[0] == ProofNotes.TOTAL && stage == ProofNotes.CHECK) { // else nobody is asked
        byte[] reply = honest.apply(note);
        ProvedRound.addTo(reply, 8 * random.nextInt(reply.length / 8), 1);
        return reply;
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
      return invented ? signed(account(prover.get().digest())) : honest.apply(note);
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

    /** Returns an account with nothing in it but the hash of its words. */
    byte[] account(byte[] words) {
      byte[] account = new byte[PARTIES * Secrets.SIZE];
      System.arraycopy(words, 0, account, Secrets.SIZE, words.length);
      return account;
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

  /** A liar whose words are too much, and that changes its account. */
  abstract class Accused extends Changing {
    Accused() {
      super(ProofNotes.ACCOUNT);
    }

    @Override
    void words(long[] sealed) {
      sealed[3] = Field64.add(sealed[3], 1L << 50);
    }
  }

  /** A liar that answers wrongly about another member's proof. */
  class Misleading extends Changing {
    private final int about;

    Misleading(int about) {
      super(ProofNotes.CHECK);
      this.about = about;
    }

    @Override
    byte[] changed(byte[] reply) {
      int[] places = places(this, about);
      byte[] told = Arrays.copyOf(reply, places[1]);
      ProvedRound.addTo(told, places[0], 1);
      return signed(told);
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
  int[] places(ProvedRound.Liar liar, int about) {
    int end = 0;
    int place = 0;
    for (int member : new int[] {1, 3, 4}) {
      place = member == about ? end : place;
      end += Prover.answerBytes(system(liar, member));
    }
    return new int[] {place, end};
  }

  /** Returns a changed proof with the codes and the signature that belong to it. */
  byte[] announced(ProvedRound.Liar liar, byte[] reply) {
    NormProof system = system(liar, 2);
    int end = 1 + 8 * ProofNotes.words(system);
    byte[] hidden = Arrays.copyOfRange(reply, 1, 1 + 8 * system.digits());
    byte[] hash = Prover.announcement(liar.proving, 2, reply[0], hidden);
    byte[] sent = Arrays.copyOfRange(reply, 1, end);
    byte[] whole = MaskedAttempt.hash(sent);
    byte[] codes = {};
    for (int other : new int[] {1, 3, 4}) {
      byte[] key = round.channels.get(liar.id).key(2, other, liar.proving, "proof");
      codes = Prover.join(codes, Prover.code(key, reply[0], hash, whole));
    }
    byte[] signature =
        liar.prover.get().signature(new ProofNotes.Announced(reply[0], hash, whole, codes));
    return Prover.join(Prover.join(Arrays.copyOf(reply, end), codes), signature);
  }

  void unsigned(ProvedRound.Liar liar) {
    refusedFor("party p-1 has not signed what it told of a proof", liar);
  }

  void refusedFor(String why, ProvedRound.Liar liar) {
    round.draw(0.8);
    round.anew();
    assertThatThrownBy(() -> round.sum(liar))
        .isInstanceOf(LiarsFound.class)
        .hasMessageContaining(why)
        .hasMessageContaining("the sum is not used")
        .hasMessageNotContainingAny("p-0", "p-2", "p-3", "the coordinator")
        .satisfies(e -> convinced(((LiarsFound) e), false));
  }
}
