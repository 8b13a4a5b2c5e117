package io.parallax.privacy;

import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.math.Matrix;
import io.parallax.privacy.LookupMessages.AskListing;
import io.parallax.privacy.LookupMessages.AskWanted;
import io.parallax.privacy.LookupMessages.DescribeListing;
import io.parallax.privacy.LookupMessages.FindRows;
import io.parallax.privacy.LookupMessages.ListingSize;
import io.parallax.privacy.LookupMessages.PlacePeople;
import io.parallax.privacy.LookupMessages.RaiseListing;
import io.parallax.privacy.LookupMessages.RaiseWanted;
import io.parallax.privacy.LookupMessages.TakePartialScores;
import io.parallax.privacy.LookupMessages.TakeScores;
import io.parallax.privacy.LookupMessages.Wanted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Finds the people that one party asks for at all others: private set intersection between that
 * party and each other one, by Diffie and Hellman's commuting secrets. Only people that all parties
 * have are scored, and each party learns which of its own they are.
 *
 * <p>The coordinator compares elements that carry the secrets of both parties; it sees who has
 * which of the people asked for, and no id.
 */
public final class Lookup {
  private final PartyId asker;
  private final SortedMap<PartyId, Aligner.Line> lines;
  private final Listings known;
  private final Executor workers;

  /** The ids of parties, blinded by both sides, as long as they stay the same. */
  public static final class Listings {
    private final Map<PartyId, Known> parties = new ConcurrentHashMap<>();
  }

  private record Known(String code, Map<Point, Integer> places) {}

  private record Point(long high, long low) {}

  /**
   * @param lines to all parties
   * @param known is filled with what need not be asked for again
   * @param workers ask several parties at the same time
   */
  public Lookup(
      PartyId asker, SortedMap<PartyId, Aligner.Line> lines, Listings known, Executor workers) {
    this.asker = asker;
    this.lines = new TreeMap<>(lines);
    this.known = known;
    this.workers = workers;
  }

  /**
   * Tells every party which people are scored.
   *
   * @return their number; 0: none is at all parties, and nothing was told
   */
  public int find() {
    Wanted wanted = listed();
    Map<PartyId, int[]> places = each(id -> matches(id, wanted.points()));
    int people = wanted.points().length / Ristretto.SIZE;
    List<Integer> common = new ArrayList<>();
    for (int i = 0; i < people; i++) {
      int at = i;
      if (places.values().stream().allMatch(own -> own[at] >= 0)) {
        common.add(at);
      }
    }
    if (!common.isEmpty()) {
      int[] chosen = common.stream().mapToInt(i -> i).toArray();
      tell(chosen, places);
    }
    return common.size();
  }

  /**
   * Tells every party which people are scored, where parties may lack some.
   *
   * @param least number of parties that add to a person's scores, the asking one among them; of a
   *     person whom fewer have, only that one's part is used
   * @return how many parties add to the scores of each person
   */
  public int[] place(int least) {
    Wanted wanted = listed();
    Map<PartyId, int[]> places = each(id -> matches(id, wanted.points()));
    int[] held = new int[wanted.points().length / Ristretto.SIZE];
    Arrays.setAll(held, i -> 1 + (int) places.values().stream().filter(own -> own[i] >= 0).count());
    for (int i = 0; i < held.length; i++) {
      int person = i;
      if (held[i] < least) {
        places.values().forEach(own -> own[person] = -1);
        held[i] = 1;
      }
    }
    int[] all = IntStream.range(0, held.length).toArray();
    line(asker).ask(new FindRows(LookupPlaces.matrix(all)));
    each(id -> line(id).ask(new PlacePeople(LookupPlaces.matrix(places.get(id)))));
    return held;
  }

  /** Returns the people asked for, when every party's ids are known. */
  private Wanted listed() {
    CompletableFuture<Wanted> asked =
        CompletableFuture.supplyAsync(() -> line(asker).ask(new AskWanted()), workers);
    Map<PartyId, ListingSize> sizes = each(id -> line(id).ask(new DescribeListing()));
    Wanted wanted = result(asked);
    sizes.forEach((id, size) -> listing(id, size, wanted.code()));
    return wanted;
  }

  private void tell(int[] chosen, Map<PartyId, int[]> places) {
    var told =
        CompletableFuture.supplyAsync(
            () -> line(asker).ask(new FindRows(LookupPlaces.matrix(chosen))), workers);
    each(
        id -> {
          int[] own = places.get(id);
          Matrix some = Matrix.fill(chosen.length, 1, (i, j) -> own[chosen[i]]);
          return line(id).ask(new FindRows(some));
        });
    result(told);
  }

  /** Gives the party that asked the scores of the people that were found. */
  public void give(Matrix scores) {
    line(asker).ask(new TakeScores(scores));
  }

  /** The same where parties may lack people. */
  public void give(Matrix scores, int[] held) {
    line(asker).ask(new TakePartialScores(scores, LookupPlaces.matrix(held)));
  }

  private Aligner.Line line(PartyId id) {
    return lines.get(id);
  }

  /** Does the same with every other party at the same time. */
  private <T> Map<PartyId, T> each(Function<PartyId, T> step) {
    Map<PartyId, CompletableFuture<T>> going = new TreeMap<>();
    for (PartyId id : lines.keySet()) {
      if (!id.equals(asker)) {
        going.put(id, CompletableFuture.supplyAsync(() -> step.apply(id), workers));
      }
    }
    Map<PartyId, T> found = new TreeMap<>();
    going.forEach((id, one) -> found.put(id, result(one)));
    return found;
  }

  private static <T> T result(CompletableFuture<T> going) {
    try {
      return going.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }

  /** Has a party's ids blinded by the party that asks, unless that is known. */
  private void listing(PartyId id, ListingSize size, String asking) {
    String code = size.code() + asking;
    Known before = known.parties.get(id);
    if (before != null && before.code().equals(code)) {
      return;
    }
    if (size.points() < 1 || size.points() > BlindedIds.MOST) {
      throw new ProtocolViolation("party %s announces %d ids".formatted(id, size.points()));
    }
    Map<Point, Integer> places = new HashMap<>();
    for (int from = 0; from < size.points(); from += Aligner.BLOCK) {
      int due = Math.min(Aligner.BLOCK, size.points() - from);
      byte[] points = Aligner.sized(id, due, line(id).ask(new AskListing(from)).points());
      RaiseListing ask = new RaiseListing(id.name(), points);
      Point[] raised = points(Aligner.sized(asker, due, line(asker).ask(ask).points()));
      for (int i = 0; i < due; i++) {
        places.put(raised[i], from + i);
      }
    }
    known.parties.put(id, new Known(code, places));
  }

  /** Returns the place of each person asked for in a party's order; -1 if it does not have it. */
  private int[] matches(PartyId id, byte[] wanted) {
    int people = wanted.length / Ristretto.SIZE;
    byte[] raised = Aligner.sized(id, people, line(id).ask(new RaiseWanted(wanted)).points());
    Map<Point, Integer> places = known.parties.get(id).places();
    Point[] points = points(raised);
    int[] found = new int[people];
    for (int i = 0; i < people; i++) {
      found[i] = places.getOrDefault(points[i], -1);
    }
    return found;
  }

  private static Point[] points(byte[] raised) {
    long[] words = new long[raised.length / Ristretto.SIZE * 2];
    Aligner.words(raised, words, 0);
    Point[] points = new Point[words.length / 2];
    for (int i = 0; i < points.length; i++) {
      points[i] = new Point(words[2 * i], words[2 * i + 1]);
    }
    return points;
  }
}
