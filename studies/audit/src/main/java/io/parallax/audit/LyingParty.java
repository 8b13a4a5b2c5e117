package io.parallax.audit;

import io.parallax.core.Answer;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Party;
import io.parallax.core.Scaled;
import io.parallax.core.Size;
import io.parallax.engine.MessageCodec;
import io.parallax.math.Matrix;
import java.lang.reflect.RecordComponent;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A party that answers like the honest one, but for every matrix that holds no counts. */
final class LyingParty implements Party {
  private static final double VOTES = 1e6; // no honest score is as long
  private final Party party;
  private final Lie lie;
  private final Knowledge knowledge;
  private volatile boolean acted;

  /** The things that it knows of the others. */
  interface Knowledge {
    int classes();

    /** Returns the longest row that all parties together may add. */
    double together(RecordComponent component, int columns);

    /** Returns the sum of all honest scores, which a coordinator that helps tells it. */
    Optional<Matrix> scored();

    /** Returns copies of the other parties, who answer as they do. */
    List<Party> others();
  }

  LyingParty(Party party, Lie lie, Knowledge knowledge) {
    this.party = party;
    this.lie = lie;
    this.knowledge = knowledge;
  }

  /** Returns true if it has sent anything that could be changed. */
  boolean acted() {
    return acted;
  }

  /** Returns true if the component holds one or more numbers for each held-out row. */
  static boolean ofHeldOutRows(RecordComponent component) {
    Size size = component.getAnnotation(Size.class);
    return size != null && size.value().startsWith("n ×"); // as Roster.sizes has it
  }

  @Override
  public Answers answers() {
    return party.answers().changed(this::change);
  }

  private Answer change(Ask<?> ask, Answer answer) {
    Record message = (Record) answer;
    RecordComponent[] components = message.getClass().getRecordComponents();
    Object[] parts = MessageCodec.parts(message);
    List<Object[]> others =
        knowledge.others().stream()
            .map(other -> MessageCodec.parts((Record) other.answers().to(ask)))
            .toList();
    for (int i = 0; i < parts.length; i++) {
      if (lie.late() && !ofHeldOutRows(components[i])) {
        continue;
      }
      acted |= parts[i] instanceof Scaled || parts[i] instanceof Matrix m && !counts(m);
      if (parts[i] instanceof Matrix m && !counts(m)) {
        int part = i;
        Matrix base = others.stream().map(o -> (Matrix) o[part]).reduce(Matrix::plus).orElse(m);
        Matrix wrong = lie.kind().swaps() ? swapped(m) : lie.kind().changed(base);
        parts[i] = within(wrong, components[i]);
      } else if (parts[i] instanceof Scaled s) {
        parts[i] = new Scaled(lie.kind().changed(s.matrix()), s.factor());
      }
    }
    return (Answer) MessageCodec.build(message.getClass(), parts);
  }

  /** Takes votes from the best class of each row and gives them to the second. */
  private Matrix swapped(Matrix scores) {
    Matrix by =
        lie.kind() == Lie.Kind.OTHERS_SECOND
            ? knowledge
                .scored()
                .filter(all -> all.rows() == scores.rows() && all.cols() == scores.cols())
                .map(all -> all.minus(scores))
                .orElse(scores)
            : scores;
    if (scores.cols() != knowledge.classes()) {
      return scores;
    }
    double[][] votes = new double[scores.rows()][scores.cols()];
    for (int i = 0; i < votes.length; i++) {
      double[] row = by.row(i);
      int best = best(row, -1);
      votes[i][best] = -VOTES;
      votes[i][best(row, best)] = VOTES;
    }
    return Matrix.of(votes);
  }

  private static int best(double[] row, int but) {
    return IntStream.range(0, row.length)
        .filter(c -> c != but)
        .boxed()
        .max(Comparator.comparingDouble(c -> row[c]))
        .orElseThrow();
  }

  private Matrix within(Matrix m, RecordComponent component) {
    double longest = lie.reach() * knowledge.together(component, m.cols());
    double[] norms = m.rowNorms();
    return Double.isInfinite(longest)
        ? m
        : Matrix.fill(
            m.rows(),
            m.cols(),
            (i, j) -> norms[i] > longest ? m.get(i, j) * (longest / norms[i]) : m.get(i, j));
  }

  /** On numbers of columns and the like all have to agree; a wrong one ends the training. */
  private static boolean counts(Matrix m) {
    return m.equals(m.map(Math::rint));
  }

  @Override
  public Record state() {
    return party.state();
  }

  @Override
  public void restore(Record state) {
    party.restore(state);
  }

  @Override
  public Optional<Matrix> scores() {
    return party.scores();
  }

  @Override
  public Map<String, Matrix> model() {
    return party.model();
  }
}
