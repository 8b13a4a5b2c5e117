package io.parallax.privacy;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.math.Threads;
import io.parallax.privacy.AlignMessages.AskBlinded;
import io.parallax.privacy.AlignMessages.AskRaised;
import io.parallax.privacy.AlignMessages.AskSize;
import io.parallax.privacy.AlignMessages.Blinded;
import io.parallax.privacy.AlignMessages.KeepRows;
import io.parallax.privacy.AlignMessages.Raised;
import io.parallax.privacy.AlignMessages.RowsKept;
import io.parallax.privacy.AlignMessages.SetSize;
import io.parallax.privacy.AlignMessages.SizesSeen;
import io.parallax.privacy.AlignMessages.TellSizes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A party's side of a private alignment: blinds its own ids and those of others with a secret
 * scalar. Everything follows from the secret and the ids, so that a restarted party continues with
 * the same blinded ids in the same order.
 */
public final class AlignParty implements Party {
  private static final int INDEX_BITS = 24;

  /** The most ids that fit into a party's order. */
  public static final int MOST = 1 << INDEX_BITS;

  private static final int STRETCH = 64;
  private static final byte[] SALT = "parallax alignment 1".getBytes(StandardCharsets.US_ASCII);
  private final PartyId me;
  private final List<String> ids;
  private final byte[] secret;
  private final byte[] scalar;
  private final long[] order; // sorted: a code of the id, then its number
  private final Keeper keeper;
  private final ReceivedSets sets;

  /**
   * The terms of an alignment, set by the study and the owner.
   *
   * @param all all parties, including this one
   * @param pad the number of ids is padded to a multiple of this; 1 for no padding
   * @param limit the most ids that another party may bring
   */
  public record Terms(Set<PartyId> all, int pad, SetLimit limit) {
    public Terms {
      all = Set.copyOf(all);
    }
  }

  /** Stores the result of an alignment and the notes taken during it. */
  public interface Keeper {
    /** Returns the name of an earlier result among the same parties with the same ids, or "". */
    String kept();

    void keep(String name, List<String> common);

    /** Returns the note of this name in this alignment, if there is one. */
    Optional<String> noted(String what);

    /**
     * Records a note before it is acted on; it lives as long as the alignment.
     *
     * @return true if it is the first under this name, or the same again
     */
    boolean note(String what, String content);

    /** Shows the owner how many ids each party brings. */
    void show(String sizes);
  }

  /** The state for resuming: empty, because everything follows from the secret and the ids. */
  record State() {}

  /**
   * @param ids all different
   */
  public AlignParty(PartyId me, List<String> ids, byte[] secret, Terms terms, Keeper keeper) {
    this.me = me;
    this.ids = List.copyOf(ids);
    this.secret = secret.clone();
    this.scalar = Ristretto.scalar(Secrets.derive(secret, SALT, "scalar"));
    this.keeper = keeper;
    int pad = terms.pad();
    int padded = Math.toIntExact(((long) ids.size() + pad - 1) / pad * pad);
    this.sets = new ReceivedSets(me, ids.size(), padded, terms, keeper);
    byte[] key = Secrets.derive(secret, SALT, "order");
    this.order = new long[padded];
    Threads.forEach(
        (padded + STRETCH - 1) / STRETCH,
        k -> {
          for (int i = k * STRETCH; i < Math.min(padded, (k + 1) * STRETCH); i++) {
            long code = ByteBuffer.wrap(Secrets.hmac(key, bytes(i))).getLong();
            order[i] = code << INDEX_BITS | i;
          }
        });
    Arrays.parallelSort(order);
  }

  /**
   * Returns the bytes that represent an id; those of a made-up id differ from any other party's.
   */
  private byte[] bytes(int number) {
    return number < ids.size()
        ? ("id " + ids.get(number)).getBytes(StandardCharsets.UTF_8)
        : Secrets.derive(secret, SALT, "pad " + number);
  }

  private int number(int place) {
    return (int) (order[place] & MOST - 1);
  }

  @Override
  public Answers answers() {
    return new Answers()
        .on(AskSize.class, ask -> size())
        .on(TellSizes.class, this::sizes)
        .on(AskBlinded.class, ask -> new Blinded(blinded(ask.from())))
        .on(AskRaised.class, ask -> new Raised(raised(ask)))
        .on(KeepRows.class, this::keep);
  }

  private SetSize size() {
    String code = HexFormat.of().formatHex(Secrets.derive(secret, SALT, "code"));
    return new SetSize(order.length, keeper.kept(), code);
  }

  private SizesSeen sizes(TellSizes told) {
    sets.told(told.sizes());
    return new SizesSeen();
  }

  private byte[] blinded(int from) {
    byte[] points = new byte[Ristretto.SIZE * sets.block(me, from)];
    raise(points, at -> Ristretto.element(bytes(number(from + at))));
    sets.passed(me, from, points);
    return points;
  }

  private byte[] raised(AskRaised ask) {
    PartyId owner = sets.other(ask.owner());
    byte[] given = ask.points();
    int count = sets.block(owner, ask.from());
    if (given.length != Ristretto.SIZE * count) {
      throw new ProtocolViolation(
          "%d bytes of party %s's blinded ids were received; there must be %d"
              .formatted(given.length, owner, Ristretto.SIZE * count));
    }
    Points points = at -> Arrays.copyOfRange(given, at * Ristretto.SIZE, (at + 1) * Ristretto.SIZE);
    requireDistinct(count, points);
    byte[] raised = new byte[given.length];
    raise(raised, points);
    sets.passed(owner, ask.from(), given);
    return raised;
  }

  private static void requireDistinct(int count, Points points) {
    Set<ByteBuffer> seen = new HashSet<>();
    for (int i = 0; i < count; i++) {
      if (!seen.add(ByteBuffer.wrap(points.at(i)))) {
        throw new ProtocolViolation("a block contains the same blinded id twice");
      }
    }
  }

  private interface Points {
    byte[] at(int place);
  }

  private void raise(byte[] to, Points from) {
    int count = to.length / Ristretto.SIZE;
    Threads.forEach(
        (count + STRETCH - 1) / STRETCH,
        k -> {
          for (int i = k * STRETCH; i < Math.min(count, (k + 1) * STRETCH); i++) {
            byte[] raised = Ristretto.raise(scalar, from.at(i));
            System.arraycopy(raised, 0, to, i * Ristretto.SIZE, Ristretto.SIZE);
          }
        });
  }

  private RowsKept keep(KeepRows ask) {
    sets.requireAround();
    BitSet rows = BitSet.valueOf(ask.rows());
    if (rows.length() > order.length) {
      throw new ProtocolViolation("the coordinator reports more common ids than this party has");
    }
    List<String> common = new ArrayList<>();
    rows.stream()
        .map(this::number)
        .filter(n -> n < ids.size())
        .forEach(n -> common.add(ids.get(n)));
    if (common.isEmpty() || !Aligner.count(ask.name()).equals(OptionalInt.of(common.size()))) {
      throw new ProtocolViolation(
          "the reported common ids include none of this party, or not as many as their name says");
    }
    sets.found(ask.rows());
    keeper.keep(ask.name(), common);
    return new RowsKept(common.size());
  }

  @Override
  public State state() {
    return new State();
  }

  @Override
  public void restore(Record state) {}
}
