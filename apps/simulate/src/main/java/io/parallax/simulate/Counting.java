package io.parallax.simulate;

import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Hashes;
import io.parallax.core.Often;
import io.parallax.core.Parties;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Rounds;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import io.parallax.simulator.PartyProcess;
import io.parallax.simulator.Protection;
import io.parallax.simulator.StudyPart;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A part that continues without any party: each adds numbers that depend on all asks before, and
 * the next ask depends on the sum.
 */
final class Counting implements StudyPart {
  private static final int COLUMNS = 2;
  private static final double BOUND = 1e6;
  private final String name;
  private final SortedSet<PartyId> parties = new TreeSet<>();
  private final Protection protection;
  private final int rounds;
  private final int block;

  /** Asks for the next numbers. */
  @Often(Often.EACH_ROUND)
  record Next(double factor) implements Ask<Count> {}

  /** Numbers of a party. */
  record Count(@Bound(BOUND) @Size("1 × Q") Matrix values, @Bound(BOUND) double steps)
      implements Summand {}

  /** The number of steps of a party, and its numbers. */
  record State(int steps, double value) {}

  Counting(String name, int count, Protection protection, int rounds, int block) {
    this.name = name;
    this.protection = protection;
    this.rounds = rounds;
    this.block = block;
    IntStream.rangeClosed(1, count).forEach(k -> parties.add(PartyId.of("p" + k)));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public SortedSet<PartyId> parties() {
    return parties;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks() {
    return List.of(Next.class);
  }

  @Override
  public Map<String, Long> letters() {
    return Map.of("Q", (long) COLUMNS, Often.EACH_ROUND, (long) rounds);
  }

  @Override
  public Protection protection() {
    return protection;
  }

  @Override
  public boolean goesOnWithout(PartyId party) {
    return true;
  }

  @Override
  public int block() {
    return block;
  }

  @Override
  public int rounds() {
    return rounds;
  }

  @Override
  public Party party(PartyId id, PartyProcess process) {
    return new Counter(parties.headSet(id).size() + 1);
  }

  @Override
  public byte[] run(Parties among, Rounds all) {
    ByteBuffer found = ByteBuffer.allocate(8 * rounds);
    double factor = 1;
    for (var round : all) {
      Count sum = among.sum(new Next(factor)).total();
      factor = 1 + sum.values().get(0, 0) / BOUND;
      found.putDouble(factor + sum.steps());
      round.change(1);
    }
    return Hashes.of(found.array());
  }

  @Override
  public byte[] expected() {
    return new byte[0];
  }

  /** A party that counts. */
  private static final class Counter implements Party {
    private final int number;
    private int steps;
    private double value;

    Counter(int number) {
      this.number = number;
    }

    @Override
    public Answers answers() {
      return new Answers().on(Next.class, this::next);
    }

    private Count next(Next ask) {
      steps++;
      value = value / 2 + number * ask.factor();
      return new Count(Matrix.fill(1, COLUMNS, (i, j) -> value + j), steps);
    }

    @Override
    public State state() {
      return new State(steps, value);
    }

    @Override
    public void restore(Record state) {
      steps = ((State) state).steps();
      value = ((State) state).value();
    }
  }
}
