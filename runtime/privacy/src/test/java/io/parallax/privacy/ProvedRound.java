package io.parallax.privacy;

import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import io.parallax.engine.LimitedRows;
import io.parallax.engine.SumProtocol;
import io.parallax.privacy.proof.Field64;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Parties that add up rows and prove how long they are; one of them may lie. */
final class ProvedRound {
  static final int ROWS = 20;
  static final int COLS = 5;
  static final int WORDS = ROWS * COLS + 2; // and a number in two words
  static final double LIMIT = 0x1p40;
  static final double WEIGHT = 0x1p30;
  private static final byte[] ASK = {7};
  private static final int BLOCK = 63;

  final SumGroup group;
  final SortedMap<PartyId, Channels> channels = new TreeMap<>();
  final Signing signing;
  final SortedMap<PartyId, long[]> words = new TreeMap<>();
  private final SortedMap<PartyId, SumProtocol.PartySide> sides = new TreeMap<>();
  final SortedMap<PartyId, Integer> proved = new TreeMap<>(); // how often
  final SortedMap<PartyId, RefusedProof> refused = new TreeMap<>();
  private final boolean whole;
  private SumProtocol.CoordinatorSide coordinator;
  private byte[] agreed; // what all have heard before the words
  private final Random random;
  private long sequence;
  PartyId gone; // it leaves before it sends words; null: nobody does
  private long[] lied = {}; // the liar's words as it signs them

  /**
   * A party's lies, in what it sends; each gives back what it is given unless it is told to lie.
   */
  static class Liar {
    PartyId id = PartyId.of("p-1");
    byte[] context; // what it has heard, as it would hash it
    byte[] proving; // the same after the challenge
    Supplier<Prover> prover; // of its honest program, from then on
    SortedMap<Integer, List<LimitedRows>> limits;

    void words(long[] sealed) {}

    /** Returns its reply to a note, which an honest program answers otherwise. */
    byte[] reply(byte[] note, UnaryOperator<byte[]> honest) {
      return honest.apply(note);
    }

    /** Returns a note as a coordinator that lies would send it. */
    byte[] told(PartyId to, byte[] note) {
      return note;
    }

    /** Returns true if it is pledges that it lies about, which come before a proof. */
    boolean pledges() {
      return false;
    }

    /** Returns true if it signs the words that it proves in place of those that it has sent. */
    boolean denies() {
      return false;
    }

    /** Returns the limits that a party believes in. */
    double limit(PartyId believer) {
      return LIMIT;
    }
  }

  /**
   * @param whole whether all members or none are summed
   */
  ProvedRound(int parties, boolean whole, int seed) {
    SortedSet<PartyId> ids = Round.ids(parties);
    byte[] run = new byte[32];
    this.whole = whole;
    group = (whole ? SumGroup.whole(run, ids) : SumGroup.of(run, ids)).proving();
    signing = Signing.inProcess(ids);
    for (PartyId id : ids) {
      Channels own = new Channels(group, group.numberOf(id), signing);
      channels.put(id, own);
      sides.put(
          id,
          whole
              ? new WholeParty(group, id, own, false, heard(id))
              : new MaskedParty(group, id, own, OpenedSums.inMemory(), heard(id)));
    }
    random = new Random(seed);
    anew();
  }

  private RefusedProof.Listener heard(PartyId id) {
    return new RefusedProof.Listener() {
      @Override
      public void proved(long exchange) {
        proved.merge(id, 1, Integer::sum);
      }

      @Override
      public void refused(RefusedProof why) {
        refused.put(id, why);
      }
    };
  }

  /** Lets the coordinator begin anew, as it does after each failure. */
  void anew() {
    Challenges challenges = new Challenges();
    coordinator =
        whole
            ? new WholeCoordinator(group, signing, challenges, false)
            : new MaskedCoordinator(group, signing, challenges);
  }

  static List<LimitedRows> limits(double limit) {
    return List.of(
        new LimitedRows(0, ROWS, COLS, 0, limit, LimitedRows.By.STUDY),
        new LimitedRows(ROWS * COLS, 1, 1, WEIGHT / 2, WEIGHT / 2, LimitedRows.By.STUDY));
  }

  /** Draws rows of exactly this length, in limits, and a weight. */
  void draw(double length) {
    for (PartyId id : sides.keySet()) {
      long[] own = new long[WORDS];
      for (int row = 0; row < ROWS; row++) {
        double[] values = random.doubles(COLS, -1, 1).toArray();
        double norm = Math.sqrt(Arrays.stream(values).map(x -> x * x).sum());
        for (int j = 0; j < COLS; j++) {
          own[row * COLS + j] = (long) (values[j] / norm * length * LIMIT);
        }
      }
      own[ROWS * COLS] = random.nextLong() >>> 34;
      own[ROWS * COLS + 1] = random.nextLong() >> 8;
      words.put(id, own);
    }
  }

  long[] expected() {
    long[] total = new long[WORDS];
    words.forEach(
        (id, own) -> {
          if (!id.equals(gone)) {
            Arrays.setAll(total, i -> total[i] + own[i]);
          }
        });
    return total;
  }

  long[] sum(Liar liar) {
    sequence++;
    SumProtocol.Notes notes = note -> replies(note, liar);
    liar.limits = new TreeMap<>();
    sides.keySet().forEach(id -> liar.limits.put(group.numberOf(id), limits(LIMIT)));
    if (!whole) {
      agreed = group.digest(sequence);
    }
    coordinator.prepare(sequence, notes);
    SortedMap<PartyId, long[]> sealed = new TreeMap<>();
    sides.forEach(
        (id, side) -> {
          if (!id.equals(gone)) {
            sealed.put(id, sealed(id, side, liar));
          }
        });
    byte[] ask = Hashes.of(ASK);
    liar.context =
        whole ? Agreement.sealing(agreed, sequence, ask) : MaskedAttempt.hash(agreed, ask);
    if (whole) {
      liar.context = Agreement.proving(group, liar.context);
    }
    long[] honest = sealed.get(liar.id).clone();
    liar.words(sealed.get(liar.id));
    lied = lied(words.get(liar.id), honest, sealed.get(liar.id));
    liar.prover = () -> prover(sides.get(liar.id));
    long[] total = new long[WORDS];
    coordinator.expect(WORDS, party -> limits(LIMIT));
    for (int from = 0; from < WORDS; from += BLOCK) {
      int first = from;
      SortedMap<PartyId, LongBuffer> block = new TreeMap<>();
      sealed.forEach(
          (id, own) ->
              block.put(id, LongBuffer.wrap(own, first, Math.min(BLOCK, WORDS - first)).slice()));
      coordinator.add(block, total, from);
    }
    coordinator.open(sequence, () -> Hashes.of(ASK), new TreeSet<>(sealed.keySet()), total, notes);
    return total;
  }

  private long[] sealed(PartyId id, SumProtocol.PartySide side, Liar liar) {
    long[] own = words.get(id);
    SumProtocol.OwnWords given =
        new SumProtocol.OwnWords() {
          @Override
          public int count() {
            return WORDS;
          }

          @Override
          public void read(int from, LongBuffer to) {
            boolean signed = id.equals(liar.id) && to.limit() == WORDS && !liar.denies();
            to.put(0, signed ? lied : own, from, to.limit()); // all are read only to sign
          }

          @Override
          public List<LimitedRows> limits(PartyId party) {
            return ProvedRound.limits(liar.limit(id));
          }
        };
    long[] sealed = own.clone();
    side.seal(sequence, () -> Hashes.of(ASK), given).apply(0, LongBuffer.wrap(sealed));
    return sealed;
  }

  /** Returns a liar's words as they would have been without masks, for what it signs. */
  private static long[] lied(long[] own, long[] honest, long[] sealed) {
    long[] lied = new long[WORDS];
    for (int i = 0; i < WORDS; i++) {
      long more = Field64.add(sealed[i], Field64.negative(honest[i]));
      lied[i] = Field64.signed(Field64.add(Field64.of(own[i]), more));
    }
    return lied;
  }

  private static Prover prover(Object side) {
    try {
      String current = side instanceof WholeParty ? "agreement" : "attempt";
      return (Prover) field(field(side, current), "prover");
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object field(Object of, String name) throws ReflectiveOperationException {
    Field field = of.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }

  private SortedMap<PartyId, byte[]> replies(byte[] note, Liar liar) {
    int stage = note[0];
    hear(stage, note, liar);
    SortedMap<PartyId, byte[]> replies = new TreeMap<>();
    for (PartyId id : new ArrayList<>(sides.keySet())) {
      boolean left = id.equals(gone) && stage >= MaskNotes.COMMIT;
      byte[] reply = left ? null : reply(id, note, liar);
      if (reply != null) {
        replies.put(id, reply);
      }
    }
    return replies;
  }

  private byte[] reply(PartyId id, byte[] note, Liar liar) {
    boolean first = whole && note[0] == ProofNotes.PROVE && !liar.pledges();
    byte[][] pledged = {new byte[0]};
    UnaryOperator<byte[]> honest =
        heard -> {
          byte[] all = sides.get(id).reply(sequence, liar.told(id, heard));
          int from = first ? (sides.size() - 1) * Secrets.SIZE : 0;
          pledged[0] = Arrays.copyOf(all, from);
          return Arrays.copyOfRange(all, from, all.length);
        };
    byte[] reply = id.equals(liar.id) ? liar.reply(note, honest) : honest.apply(note);
    return reply == null ? null : Prover.join(pledged[0], reply);
  }

  private void hear(int stage, byte[] note, Liar liar) {
    if (stage < MaskNotes.COMMIT) {
      agreed =
          whole && stage == MaskNotes.KEYS
              ? Agreement.begin(group, sequence, note)
              : MaskedAttempt.hash(agreed, note);
    } else if (stage == ProofNotes.PROVE) {
      liar.context = ProofTerms.proving(group, liar.context, note, liar.limits, WORDS);
      liar.proving = liar.context;
    } else if (stage != MaskNotes.UNMASK && stage < ProofNotes.ACCOUNT) {
      liar.context = MaskedAttempt.hash(liar.context, note);
    }
  }

  static void addTo(byte[] bytes, int word, long more) {
    ByteBuffer all = ByteBuffer.wrap(bytes);
    long sum = Field64.add(all.getLong(word), more);
    all.putLong(word, sum);
  }
}
