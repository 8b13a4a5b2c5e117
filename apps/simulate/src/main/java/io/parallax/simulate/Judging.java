package io.parallax.simulate;

import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Hashes;
import io.parallax.core.Parties;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Rounds;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import io.parallax.party.JudgedSplits;
import io.parallax.remote.EvaluateOnce;
import io.parallax.simulator.PartyProcess;
import io.parallax.simulator.Protection;
import io.parallax.simulator.StudyPart;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** The verdict on a split: scores are compared with the labels of one party, once. */
final class Judging implements StudyPart {
  private static final int ROWS = 4;
  private static final int MOST = 10; // splits that an owner allows
  private static final PartyId HOLDER = PartyId.of("p1");
  private final String name;
  private final SortedSet<PartyId> parties = new TreeSet<>();
  private final Protection protection;

  /** Asks for a verdict. */
  record JudgeScores(@Size("n × 1") Matrix scores) implements Ask<Right> {}

  /** The number of rows that are right. */
  record Right(@Bound(1e6) double right, int judges) implements Summand {}

  /** Nothing changes. */
  record State() {}

  Judging(String name, int count, Protection protection) {
    this.name = name;
    this.protection = protection;
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
    return List.of(JudgeScores.class);
  }

  @Override
  public Map<String, Long> letters() {
    return Map.of("n", (long) ROWS);
  }

  @Override
  public Protection protection() {
    return protection;
  }

  @Override
  public boolean neverAgain(PartyId party) {
    return party.equals(HOLDER);
  }

  @Override
  public int rounds() {
    return 1;
  }

  @Override
  public Party party(PartyId id, PartyProcess process) {
    LedgerProcess own = (LedgerProcess) process;
    JudgedSplits splits = own.remembered("splits", () -> new JudgedSplits(own.folder(), MOST));
    EvaluateOnce once =
        new EvaluateOnce(
            own.folder().resolve("judged").resolve(name),
            () -> splits.count("labels", LedgerProcess.STUDY, name, 1, own.ledger()));
    return new Judge(id.equals(HOLDER), once);
  }

  @Override
  public byte[] run(Parties among, Rounds rounds) {
    Right sum = among.sum(new JudgeScores(scores())).total();
    return found(sum.right());
  }

  private static Matrix scores() {
    return Matrix.fill(ROWS, 1, (i, j) -> i / (double) ROWS);
  }

  private static byte[] found(double right) {
    return Hashes.of(ByteBuffer.allocate(8).putDouble(right).array());
  }

  @Override
  public byte[] expected() {
    return found(right(scores()));
  }

  private static double right(Matrix scores) {
    return IntStream.range(0, scores.rows()).filter(i -> scores.get(i, 0) > 0.4).count();
  }

  /** A party that knows the labels, or not. */
  private record Judge(boolean knows, EvaluateOnce once) implements Party {
    @Override
    public Answers answers() {
      return new Answers().on(JudgeScores.class, this::judged);
    }

    private Right judged(JudgeScores ask) {
      if (!knows) {
        return new Right(0, 0);
      }
      once.on("scores", ask.scores());
      return new Right(right(ask.scores()), 1);
    }

    @Override
    public State state() {
      return new State();
    }

    @Override
    public void restore(Record state) {}
  }
}
