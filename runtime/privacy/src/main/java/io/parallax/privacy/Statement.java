package io.parallax.privacy;

import io.parallax.core.PartyId;
import io.parallax.engine.LimitedRows;
import io.parallax.privacy.proof.Ball;
import io.parallax.privacy.proof.Field64;
import io.parallax.privacy.proof.NormProof;
import io.parallax.privacy.proof.Projections;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The numbers that members prove something about: random projections of their words, and single
 * words. Which ones follows from the limits of all members and from a challenge that is drawn after
 * the words were sent; it is the same for everybody.
 *
 * <p>Many rows are taken together, by their common length; some of them, drawn by the challenge,
 * are looked at alone as well, so that no member can spend everybody's length on a few.
 */
final class Statement {
  /** The number of challenges of which a member may use the first that shows what it must. */
  static final int TRIES = 8;

  private static final int SAMPLED = 3; // rows of a matrix that are looked at alone
  private static final int FEW = 48; // words all of which are looked at
  private static final int MOST_GROUPS = 8; // of rows of one matrix
  private static final int WIDE =
      Projections.COUNT; // words of a row that is not looked at word by word
  private final List<Group> groups = new ArrayList<>();
  private final Map<List<Ball>, NormProof> systems = new HashMap<>();
  private final SortedMap<Integer, List<LimitedRows>> limits;
  private final byte[] challenge;
  private final int count;
  private boolean whole = true;

  /**
   * Words whose common length is limited.
   *
   * @param run the number of the limited rows among all
   * @param rows how many there are
   * @param projected whether by projections, or by each word
   */
  private record Group(int run, int from, int end, int rows, boolean projected) {
    int numbers() {
      return projected ? Projections.COUNT : end - from;
    }
  }

  /**
   * @param limits of each member
   * @param count the number of words of each
   */
  Statement(SortedMap<Integer, List<LimitedRows>> limits, int count, byte[] challenge) {
    this.limits = limits;
    this.count = count;
    this.challenge = challenge;
    for (int run = 0; run < first().size(); run++) {
      divide(run, first().get(run));
    }
  }

  static SortedMap<Integer, List<LimitedRows>> limits(
      SumGroup group, Iterable<Integer> members, Function<PartyId, List<LimitedRows>> of) {
    SortedMap<Integer, List<LimitedRows>> limits = new TreeMap<>();
    members.forEach(number -> limits.put(number, of.apply(group.member(number))));
    return limits;
  }

  /** Returns true if members prove that all words of such a sum are limited. */
  static boolean whole(SumGroup group, int count, Function<PartyId, List<LimitedRows>> of) {
    return group.proved() && of(group, count, of).whole();
  }

  /** Returns true if members have nothing to prove of such a sum. */
  static boolean nothing(SumGroup group, int count, Function<PartyId, List<LimitedRows>> of) {
    return of(group, count, of).empty();
  }

  private static Statement of(
      SumGroup group, int count, Function<PartyId, List<LimitedRows>> limits) {
    List<Integer> all = group.members().stream().map(group::numberOf).toList();
    return new Statement(limits(group, all, limits), count, new byte[Secrets.SIZE]);
  }

  /** Returns a hash of what everybody must know in the same way. */
  static byte[] digest(SortedMap<Integer, List<LimitedRows>> limits, int count) {
    ByteBuffer all =
        ByteBuffer.allocate(
            4 + limits.values().stream().mapToInt(own -> 1 + 28 * own.size()).sum());
    all.putInt(count);
    limits.forEach(
        (number, own) -> {
          all.put(number.byteValue());
          own.forEach(
              one ->
                  all.putInt(one.from())
                      .putInt(one.rows())
                      .putInt(one.cols())
                      .putDouble(one.middle())
                      .putDouble(one.most()));
        });
    return MaskedAttempt.hash(all.array());
  }

  private void divide(int run, LimitedRows rows) {
    whole &= rows.by() != LimitedRows.By.WORDS;
    double most = limits.values().stream().mapToDouble(own -> own.get(run).most()).max().orElse(0);
    int words = rows.rows() * rows.cols();
    if (most > Ball.LARGEST || (words > FEW && most > Ball.LONGEST_PROJECTED)) {
      whole = false;
      return;
    }
    if (words <= FEW) {
      alone(run, rows, 0, rows.rows());
      return;
    }
    double fit = Ball.LONGEST_PROJECTED / Math.max(1, most);
    int each = (int) Math.min(rows.rows(), Math.floor(fit * fit));
    if ((rows.rows() + each - 1) / each > MOST_GROUPS) {
      whole = false;
      return;
    }
    for (int row = 0; row < rows.rows(); row += each) {
      int some = Math.min(each, rows.rows() - row);
      int from = rows.from() + row * rows.cols();
      groups.add(new Group(run, from, from + some * rows.cols(), some, true));
    }
    if (rows.rows() > 1) {
      sample(run, rows);
    }
  }

  private void sample(int run, LimitedRows rows) {
    SortedSet<Integer> drawn = new TreeSet<>();
    byte[] bytes = Secrets.derive(challenge, new byte[Secrets.SIZE], "rows " + run);
    for (int i = 0; drawn.size() < Math.min(SAMPLED, rows.rows()); i++) {
      long word = ByteBuffer.wrap(MaskedAttempt.hash(bytes, new byte[] {(byte) i})).getLong();
      drawn.add((int) Long.remainderUnsigned(word, rows.rows()));
    }
    drawn.forEach(row -> alone(run, rows, row, row + 1));
  }

  private void alone(int run, LimitedRows rows, int first, int end) {
    for (int row = first; row < end; row++) {
      int from = rows.from() + row * rows.cols();
      groups.add(new Group(run, from, from + rows.cols(), 1, rows.cols() > WIDE));
    }
  }

  /** Returns true if there is nothing to prove. */
  boolean empty() {
    return groups.isEmpty();
  }

  /**
   * Returns true if the study limits all rows so that it can be proved. Bounds of single numbers
   * alone would prove nothing that matters.
   */
  boolean whole() {
    return whole
        && groups.stream().anyMatch(group -> first().get(group.run).by() == LimitedRows.By.STUDY);
  }

  private List<LimitedRows> first() {
    return limits.get(limits.firstKey());
  }

  int count() {
    return count;
  }

  /** Returns the proof system for one member's numbers. */
  NormProof proof(int member) {
    List<Ball> balls = new ArrayList<>();
    for (Group group : groups) {
      LimitedRows own = limits.get(member).get(group.run);
      double length = own.most() * Math.sqrt(group.rows);
      balls.add(
          group.projected
              ? Ball.ofProjections(Projections.COUNT, length, group.end - group.from)
              : Ball.of(group.numbers(), length, (long) own.middle()));
    }
    return systems.computeIfAbsent(balls, NormProof::new);
  }

  /**
   * Returns of several vectors of words the sum of their numbers, each times its weight.
   *
   * @param attempt the number of the challenge
   * @param weights of the numbers, see {@link NormProof}
   * @param vectors of elements
   */
  long[] weighted(int attempt, long[] weights, List<? extends Projections.Words> vectors) {
    long[] all = new long[vectors.size()];
    int at = 0;
    for (int g = 0; g < groups.size(); g++) {
      Group group = groups.get(g);
      long[] own = Arrays.copyOfRange(weights, at, at + group.numbers());
      long[] some =
          group.projected
              ? Projections.weighted(signs(attempt, g), group.from, group.end, own, vectors)
              : weighted(group, own, vectors);
      Arrays.setAll(all, v -> Field64.add(all[v], some[v]));
      at += group.numbers();
    }
    return all;
  }

  private static long[] weighted(
      Group group, long[] weights, List<? extends Projections.Words> vectors) {
    long[] all = new long[vectors.size()];
    long[] words = new long[weights.length];
    for (int v = 0; v < all.length; v++) {
      vectors.get(v).read(group.from, words, words.length);
      all[v] = Field64.shortDot(weights, words, words.length);
    }
    return all;
  }

  /** Returns the key of the random bits by which words of a group are projected. */
  private byte[] signs(int attempt, int group) {
    return Secrets.derive(challenge, new byte[Secrets.SIZE], "signs " + attempt + " of " + group);
  }

  /**
   * Returns the numbers of a vector of whole words, as elements.
   *
   * @param attempt the number of the challenge
   */
  long[] numbers(int attempt, Projections.Words vector) {
    long[] all = new long[groups.stream().mapToInt(Group::numbers).sum()];
    int at = 0;
    for (int g = 0; g < groups.size(); g++) {
      Group group = groups.get(g);
      long[] some = new long[group.numbers()];
      if (group.projected) {
        some = Projections.of(signs(attempt, g), group.from, group.end, vector);
      } else {
        vector.read(group.from, some, some.length);
        for (int i = 0; i < some.length; i++) {
          some[i] = Field64.of(some[i]);
        }
      }
      System.arraycopy(some, 0, all, at, some.length);
      at += some.length;
    }
    return all;
  }
}
