package io.parallax.privacy;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.privacy.LookupMessages.AskListing;
import io.parallax.privacy.LookupMessages.DescribeListing;
import io.parallax.privacy.LookupMessages.FindRows;
import io.parallax.privacy.LookupMessages.Listing;
import io.parallax.privacy.LookupMessages.ListingSize;
import io.parallax.privacy.LookupMessages.PlacePeople;
import io.parallax.privacy.LookupMessages.RaiseWanted;
import io.parallax.privacy.LookupMessages.RaisedWanted;
import io.parallax.privacy.LookupMessages.RowsFound;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The side of a lookup of a party whose people another party asks for. */
public final class HoldingParty implements Party {
  /** Stands for a person whom the party lacks; no id is empty. */
  public static final String NOBODY = "";

  private final BlindedIds ids;
  private final LookupLimits limits;
  private final Consumer<List<String>> found;
  private int asked;

  /** A party's ids as they are now; making it costs time, so it is kept while they stay. */
  public static final class Ids {
    final BlindedIds blinded;

    /**
     * @param ids all different
     * @param secret of this party in this study
     */
    public Ids(List<String> ids, byte[] secret, int pad) {
      this.blinded = new BlindedIds(ids, secret, pad);
    }
  }

  /** The state for resuming: empty, because an interrupted lookup begins anew. */
  record State() {}

  /**
   * @param found receives the people that are scored, in the order of the scores; {@link #NOBODY}
   *     for those whom the party lacks
   */
  public HoldingParty(Ids ids, LookupLimits limits, Consumer<List<String>> found) {
    this.ids = ids.blinded;
    this.limits = limits;
    this.found = found;
  }

  @Override
  public Answers answers() {
    return new Answers()
        .on(DescribeListing.class, ask -> new ListingSize(ids.size(), ids.listing()))
        .on(AskListing.class, this::listing)
        .on(RaiseWanted.class, this::raise)
        .on(FindRows.class, this::find)
        .on(PlacePeople.class, this::place);
  }

  private Listing listing(AskListing ask) {
    int left = ids.size() - ask.from();
    if (ask.from() < 0 || left < 1 || ask.from() % Aligner.BLOCK != 0) {
      throw new ProtocolViolation(
          "ids from place %d on were asked for; there are %d".formatted(ask.from(), ids.size()));
    }
    return new Listing(ids.block(ask.from(), Math.min(Aligner.BLOCK, left)));
  }

  private RaisedWanted raise(RaiseWanted ask) {
    int people = LookupPlaces.requirePoints(ask.points());
    limits.wanted(people);
    asked = people;
    return new RaisedWanted(ids.raisedWanted(ask.points()));
  }

  private RowsFound find(FindRows ask) {
    return found(LookupPlaces.of(ask.places(), ids.size()));
  }

  private RowsFound place(PlacePeople ask) {
    return found(LookupPlaces.partial(ask.places(), ids.size()));
  }

  private RowsFound found(int[] places) {
    if (places.length > asked) {
      throw new ProtocolViolation(
          "%d people are to be scored; %d were asked for".formatted(places.length, asked));
    }
    if (!IntStream.of(places).allMatch(place -> place < 0 || ids.real(place))) {
      throw new ProtocolViolation("a person to be scored is not one of this party's");
    }
    List<String> some =
        IntStream.of(places).mapToObj(place -> place < 0 ? NOBODY : ids.id(place)).toList();
    limits.found(some.stream().filter(id -> !id.equals(NOBODY)).toList());
    found.accept(some);
    asked = 0;
    return new RowsFound(some.size());
  }

  @Override
  public State state() {
    return new State();
  }

  @Override
  public void restore(Record state) {}
}
