package io.parallax.privacy;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.math.Matrix;
import io.parallax.privacy.LookupMessages.AskWanted;
import io.parallax.privacy.LookupMessages.FindRows;
import io.parallax.privacy.LookupMessages.RaiseListing;
import io.parallax.privacy.LookupMessages.RaisedListing;
import io.parallax.privacy.LookupMessages.RowsFound;
import io.parallax.privacy.LookupMessages.ScoresTaken;
import io.parallax.privacy.LookupMessages.TakePartialScores;
import io.parallax.privacy.LookupMessages.TakeScores;
import io.parallax.privacy.LookupMessages.Wanted;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The side of a lookup of the party that asks for people: it alone is given their scores. */
public final class AskingParty implements Party {
  private final List<String> wanted;
  private final BlindedIds ids;
  private final LookupLimits limits;
  private final Consumer<List<String>> found;
  private final BiConsumer<Matrix, Optional<Matrix>> scores;
  private int rows = -1;

  /** The state for resuming: empty, because an interrupted lookup begins anew. */
  record State() {}

  /**
   * @param wanted the ids asked for, all different
   * @param ids of this party, among them these
   * @param found receives those that all parties have, in the order of the scores
   * @param scores receives their scores and, where parties may lack people, how many have each
   */
  public AskingParty(
      List<String> wanted,
      HoldingParty.Ids ids,
      LookupLimits limits,
      Consumer<List<String>> found,
      BiConsumer<Matrix, Optional<Matrix>> scores) {
    this.wanted = List.copyOf(wanted);
    this.ids = ids.blinded;
    this.limits = limits;
    this.found = found;
    this.scores = scores;
  }

  @Override
  public Answers answers() {
    return new Answers()
        .on(AskWanted.class, ask -> new Wanted(ids.code(), ids.blinded(wanted)))
        .on(RaiseListing.class, this::raise)
        .on(FindRows.class, this::find)
        .on(TakeScores.class, ask -> take(ask.scores(), Optional.empty()))
        .on(TakePartialScores.class, ask -> take(ask.scores(), Optional.of(ask.held())));
  }

  private RaisedListing raise(RaiseListing ask) {
    LookupPlaces.requirePoints(ask.points());
    limits.listed(ask.owner(), ask.points());
    return new RaisedListing(ids.raised(ask.points()));
  }

  private RowsFound find(FindRows ask) {
    int[] places = LookupPlaces.of(ask.places(), wanted.size());
    List<String> some = IntStream.of(places).mapToObj(wanted::get).toList();
    limits.found(some);
    found.accept(some);
    rows = some.size();
    return new RowsFound(rows);
  }

  private ScoresTaken take(Matrix given, Optional<Matrix> held) {
    if (given.rows() != rows || held.filter(counts -> counts.rows() != rows).isPresent()) {
      throw new ProtocolViolation(
          "scores of %d people were sent; %d were found".formatted(given.rows(), rows));
    }
    scores.accept(given, held);
    return new ScoresTaken();
  }

  @Override
  public State state() {
    return new State();
  }

  @Override
  public void restore(Record state) {}
}
