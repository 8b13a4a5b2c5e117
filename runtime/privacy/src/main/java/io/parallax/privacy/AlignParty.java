package io.parallax.privacy;

import io.parallax.core.Answers;
import io.parallax.core.Party;
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
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;

/**
 * A party's side of a private alignment: blinds its own ids and those of others with a secret
 * scalar. Everything follows from the secret and the ids, so that a party that starts again goes on
 * with the same blinded ids in the same order.
 */
public final class AlignParty implements Party {
  private static final int INDEX_BITS = 24;

  /** As many ids as fit into a party's order. */
  public static final int MOST = 1 << INDEX_BITS;

  private static final int STRETCH = 64;
  private static final byte[] SALT = "parallax alignment 1".getBytes(StandardCharsets.US_ASCII);
  private final List<String> ids;
  private final byte[] secret;
  private final byte[] scalar;
  private final long[] order; // sorted: a code of the id, then its number
  private final Keeper keeper;

  /** Where a party keeps what was found. */
  public interface Keeper {
    /** The name of what was found earlier among the same parties with the same ids, or "". */
    String kept();

    void keep(String name, List<String> common);
  }

  /** Nothing: see above. */
  record State() {}

  /**
   * @param ids all different
   * @param pad ids are made up until their number is a multiple of this; 1: none
   */
  public AlignParty(List<String> ids, byte[] secret, int pad, Keeper keeper) {
    this.ids = List.copyOf(ids);
    this.secret = secret.clone();
    this.scalar = Ristretto.scalar(Secrets.derive(secret, SALT, "scalar"));
    this.keeper = keeper;
    int padded = Math.toIntExact(((long) ids.size() + pad - 1) / pad * pad);
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

  /** What stands for an id; one that is made up is unlike any other party's. */
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
        .on(AskBlinded.class, ask -> new Blinded(blinded(ask.from())))
        .on(AskRaised.class, ask -> new Raised(raised(ask)))
        .on(KeepRows.class, this::keep);
  }

  private SetSize size() {
    String code = HexFormat.of().formatHex(Secrets.derive(secret, SALT, "code"));
    return new SetSize(order.length, keeper.kept(), code);
  }

  private byte[] blinded(int from) {
    if (from < 0 || from > order.length) {
      throw new ProtocolViolation("blinded ids were asked for beyond the last one");
    }
    byte[] points = new byte[Ristretto.SIZE * Math.min(Aligner.BLOCK, order.length - from)];
    raise(points, at -> Ristretto.element(bytes(number(from + at))));
    return points;
  }

  private byte[] raised(AskRaised ask) {
    byte[] given = ask.points();
    if (given.length % Ristretto.SIZE != 0 || given.length > Ristretto.SIZE * Aligner.BLOCK) {
      throw new ProtocolViolation("blinded ids came in a block of no possible size");
    }
    byte[] points = new byte[given.length];
    raise(points, at -> Arrays.copyOfRange(given, at * Ristretto.SIZE, (at + 1) * Ristretto.SIZE));
    return points;
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
    BitSet rows = BitSet.valueOf(ask.rows());
    if (rows.length() > order.length) {
      throw new ProtocolViolation("more ids are said to be common than this party has");
    }
    List<String> common = new ArrayList<>();
    rows.stream()
        .map(this::number)
        .filter(n -> n < ids.size())
        .forEach(n -> common.add(ids.get(n)));
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
