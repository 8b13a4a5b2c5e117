package io.parallax.privacy;

import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Disclosed;
import io.parallax.core.Often;
import io.parallax.core.Reveals;
import io.parallax.core.Size;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The messages by which one party's people are found at all others, to be scored jointly. */
public final class LookupMessages {
  private LookupMessages() {}

  /** The most people in one request. */
  public static final int MOST = 10_000;

  /** The asks; on the wire an ask is its position in this list: append, never reorder. */
  public static final List<Class<? extends Ask<?>>> ALL =
      List.of(
          AskWanted.class,
          DescribeListing.class,
          AskListing.class,
          RaiseListing.class,
          RaiseWanted.class,
          FindRows.class,
          TakeScores.class);

  /** The asks where parties may lack people. */
  public static final List<Class<? extends Ask<?>>> PARTIAL =
      Stream.concat(ALL.stream(), Stream.of(PlacePeople.class, TakePartialScores.class)).toList();

  /** Returns the asks of a lookup. */
  public static List<Class<? extends Ask<?>>> asks(boolean partial) {
    return partial ? PARTIAL : ALL;
  }

  /** Returns the names of the disclosures, which are part of every joint prediction. */
  public static Set<String> disclosures(boolean partial) {
    return asks(partial).stream()
        .map(Answers::typeFor)
        .map(Disclosed::nameOf)
        .collect(Collectors.toSet());
  }

  /** Returns the values of letters in the sizes and counts of asks. */
  public static Map<String, Long> letters(int parties, int groups) {
    return Map.of(
        "B",
        (long) Aligner.BLOCK * Ristretto.SIZE,
        "W",
        (long) MOST * Ristretto.SIZE,
        "people",
        (long) MOST,
        "groups",
        (long) groups,
        "blocks",
        (long) BlindedIds.MOST / Aligner.BLOCK + 1,
        "parties",
        (long) parties);
  }

  @Reveals("nothing")
  public record AskWanted() implements Ask<Wanted> {}

  /**
   * The people that a party asks for.
   *
   * @param code changes with the party's secret
   */
  @Reveals(
      "to the coordinator and every other party: how many people the party asks for, blinded with its"
          + " secret, so that they can tell when the same person is asked for again")
  public record Wanted(@Size("64") String code, @Size("W") byte[] points) implements Disclosed {}

  @Reveals("nothing")
  public record DescribeListing() implements Ask<ListingSize> {}

  /**
   * The number of a party's ids.
   *
   * @param code changes with the party's ids
   */
  @Reveals("to the coordinator: how many ids the party has now, and that they have changed")
  public record ListingSize(int points, @Size("64") String code) implements Disclosed {}

  @Reveals("nothing")
  @Often("blocks")
  public record AskListing(int from) implements Ask<Listing> {}

  @Reveals(
      "to the coordinator and the party that asks for people: the ids blinded with the party's secret,"
          + " in an order that only it knows")
  public record Listing(@Size("B") byte[] points) implements Disclosed {}

  /**
   * @param owner whose ids they are
   */
  @Reveals("to this party: another one's ids, blinded with the secret of that one")
  @Often("blocks × parties")
  public record RaiseListing(@Size("64") String owner, @Size("B") byte[] points)
      implements Ask<RaisedListing> {}

  @Reveals(
      "to the coordinator: another party's ids, blinded once more, so that it sees which of the"
          + " people asked for that party has, also of ids that it lists without having them")
  public record RaisedListing(@Size("B") byte[] points) implements Disclosed {}

  @Reveals("to this party: the people asked for, blinded with the secret of the party that asks")
  public record RaiseWanted(@Size("W") byte[] points) implements Ask<RaisedWanted> {}

  @Reveals("to the coordinator: which of the people asked for the party has, without their ids")
  public record RaisedWanted(@Size("W") byte[] points) implements Disclosed {}

  /**
   * Tells which people are scored.
   *
   * @param places of them in the party's order, or among those that the party asked for
   */
  @Reveals("to this party: which of its people are asked for, by number; all parties have them")
  public record FindRows(@Size(value = "people × 1", orLess = true) Matrix places)
      implements Ask<RowsFound> {}

  @Reveals("to the coordinator: how many people are scored, which it knows already")
  public record RowsFound(int rows) implements Disclosed {}

  @Reveals("to the party that asks: the scores of the people that all parties have")
  public record TakeScores(@Size(value = "people × groups", orLess = true) Matrix scores)
      implements Ask<ScoresTaken> {}

  @Reveals("to the coordinator: that the scores have arrived")
  public record ScoresTaken() implements Disclosed {}

  /**
   * Tells which people are scored, some of whom the party lacks.
   *
   * @param places of the people in the party's order; −1 for one that it lacks
   */
  @Reveals(
      "to this party: which of its people are asked for, by number, and how many others are asked for"
          + " with them")
  public record PlacePeople(@Size(value = "people × 1", orLess = true) Matrix places)
      implements Ask<RowsFound> {}

  /**
   * Gives scores of people whom not all parties have.
   *
   * @param held for each person, how many parties add to the scores
   */
  @Reveals(
      "to the party that asks: the scores of its people, and how many parties have each of them; scores"
          + " of the same person with and without a party differ by that party's part")
  public record TakePartialScores(
      @Size(value = "people × groups", orLess = true) Matrix scores,
      @Size(value = "people × 1", orLess = true) Matrix held)
      implements Ask<ScoresTaken> {}
}
