package io.parallax.grpc;

import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.engine.Absence;
import io.parallax.engine.Endpoint;
import io.parallax.engine.LinkedParties;
import io.parallax.engine.PartyStore;
import io.parallax.engine.Sizes;
import io.parallax.engine.SumProtocol;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A party that counts how often it was asked, and answers with as many numbers as wanted. */
final class Counting implements Party {
  static final List<Class<? extends Ask<?>>> ASKS = List.of(More.class);
  static final Sizes SIZES = Sizes.of(Map.of());
  private int steps;

  record More(@Size("R") int rows) implements Ask<Numbers> {}

  record Numbers(@Bound(1e6) @Size("R × 1") Matrix values) implements Summand {}

  record State(int steps) {}

  static Endpoint endpoint(String name, int parties) {
    return new Endpoint(
        PartyId.of(name),
        new Counting(),
        ASKS,
        parties,
        SumProtocol.plain(),
        Set.of(),
        PartyStore.NONE);
  }

  /** The parties behind a link, in plain sums. */
  static LinkedParties behind(GrpcLink link) {
    return new LinkedParties(
        link, ASKS, SumProtocol.plain(), SIZES, Optional.empty(), Absence.STOP);
  }

  @Override
  public Answers answers() {
    return new Answers().on(More.class, this::more);
  }

  private Numbers more(More ask) {
    steps++;
    return new Numbers(Matrix.fill(ask.rows(), 1, (i, j) -> steps + i));
  }

  @Override
  public State state() {
    return new State(steps);
  }

  @Override
  public void restore(Record state) {
    steps = ((State) state).steps();
  }
}
