package io.parallax.remote;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.Presence;
import io.parallax.core.ProtocolViolation;
import io.parallax.math.Matrix;
import io.parallax.remote.CertaintyMessages.CountViews;
import io.parallax.remote.CertaintyMessages.ViewsCounted;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;

/** A party that scores rows which its model has not seen, and counts those that it has. */
final class UnseenScoringParty implements Party {
  private final Optional<Party> method;
  private final Optional<Presence> presence;
  private final int trained;
  private final int scored;

  /** Nothing: an interrupted scoring begins anew. */
  record State() {}

  /**
   * @param method with a part of the model; empty: no rows are scored jointly
   * @param presence the rows that the party has; empty: all
   */
  UnseenScoringParty(Optional<Party> method, Optional<Presence> presence, int trained, int scored) {
    this.method = method;
    this.presence = presence;
    this.trained = trained;
    this.scored = scored;
  }

  @Override
  public Answers answers() {
    return method.map(Party::answers).orElseGet(Answers::new).on(CountViews.class, this::count);
  }

  private ViewsCounted count(CountViews ask) {
    if (ask.trained() != trained || ask.scored() != scored) {
      throw new ProtocolViolation(
          "parties of %d and %d rows were to be counted; in this study there are %d and %d"
              .formatted(ask.trained(), ask.scored(), trained, scored));
    }
    return new ViewsCounted(
        held(presence.map(Presence::training), trained),
        held(presence.map(Presence::heldOut), scored));
  }

  private static Matrix held(Optional<BitSet> some, int rows) {
    return Matrix.fill(rows, 1, (i, j) -> some.map(has -> has.get(i)).orElse(true) ? 1 : 0);
  }

  @Override
  public Map<String, Long> sizes() {
    return method.map(Party::sizes).orElse(Map.of());
  }

  @Override
  public State state() {
    return new State();
  }

  @Override
  public void restore(Record state) {}
}
