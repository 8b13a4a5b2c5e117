package io.parallax.audit;

import static java.lang.Double.POSITIVE_INFINITY;

import io.parallax.core.Answer;
import io.parallax.core.Answers;
import io.parallax.core.Coordinator;
import io.parallax.core.Diverged;
import io.parallax.core.OutOfRange;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Result;
import io.parallax.core.Rounds;
import io.parallax.core.RowLimits;
import io.parallax.core.Scaled;
import io.parallax.core.Size;
import io.parallax.core.View;
import io.parallax.engine.MessageCodec;
import io.parallax.engine.Simulation;
import io.parallax.engine.SumProtocol;
import io.parallax.eval.Classification;
import io.parallax.math.Matrix;
import io.parallax.run.SplitRun;
import io.parallax.study.Configured;
import io.parallax.study.rows.Fold;
import java.lang.reflect.RecordComponent;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Attacks by one party that sends wrong numbers, judged by what they cost in accuracy: where
 * whatever comes is added as it is, and under a study's own protection. Of the ways to do it the
 * worst one counts.
 */
final class PoisoningAttack<C extends Record, R extends Result> {
  private static final double VOTES = 1e6; // no honest score is as long
  private final Configured<C, R> method;
  private final Fold fold;
  private final Rounds limits;
  private final Simulation.Options options;
  private final boolean masked;
  private final PartyId poisoner;
  private final Map<Kind, Double> believed = new EnumMap<>(Kind.class);
  private Optional<Matrix> sum; // of the honest scores; null before it is needed

  /** Changes applied to every matrix that the party sends. */
  enum Kind {
    REVERSED("contribution times -1000", m -> m.scale(-1000)),
    FORGED("weight forged to 10^9", m -> m.scale(1e9)),
    NOT_A_NUMBER("NaN in a contribution", m -> m.map(x -> Double.NaN)),
    WITHIN("reversed, as far as masks let it", m -> m.scale(-1000)),
    OWN_SECOND("its own best class for the second", m -> m),
    OTHERS_SECOND("the others' best class for the second", m -> m);

    final String text;
    private final UnaryOperator<Matrix> change;

    Kind(String text, UnaryOperator<Matrix> change) {
      this.text = text;
      this.change = change;
    }

    /** Returns whether scores of held-out rows are replaced, which costs more than reversal. */
    boolean swaps() {
      return this == OWN_SECOND || this == OTHERS_SECOND;
    }
  }

  /**
   * One way to do it.
   *
   * @param late only to scores of held-out rows: what is reversed in training, too, may come right
   *     again by being reversed twice
   * @param reach how long a row may become, as a share of what all parties together may add
   */
  private record Way(Kind kind, boolean late, double reach) {}

  /**
   * @param options how the study adds up, in plain sums
   * @param masked whether it masks them: nobody but the party itself can cut its rows then
   */
  PoisoningAttack(
      Configured<C, R> method,
      Fold fold,
      Rounds limits,
      Simulation.Options options,
      boolean masked) {
    this.method = method;
    this.fold = fold;
    this.limits = limits;
    this.options = options;
    this.masked = masked;
    List<View> views = fold.views();
    this.poisoner = // the label holder could simply give wrong labels
        views.stream()
            .filter(view -> fold.horizontal() || view.labels().isEmpty())
            .reduce((first, last) -> last)
            .orElse(views.get(views.size() - 1))
            .owner();
  }

  PartyId poisoner() {
    return poisoner;
  }

  /** Returns the kinds of changes that are tried. */
  List<Kind> kinds() {
    boolean within = masked && options.limits() != RowLimits.NONE;
    boolean scores = !fold.horizontal() && fold.classes() > 1;
    return Arrays.stream(Kind.values())
        .filter(kind -> kind != Kind.WITHIN || within)
        .filter(kind -> !kind.swaps() || scores)
        .toList();
  }

  private List<Way> ways(Kind kind) {
    List<Way> ways = new ArrayList<>();
    int parties = fold.roster().ids().size();
    boolean bounded = masked && options.limits() != RowLimits.NONE;
    double[] reaches = {POSITIVE_INFINITY};
    if (kind == Kind.WITHIN) {
      reaches = new double[] {1, 0.5, 1.0 / parties};
    } else if (kind.swaps() && bounded) { // shorter votes weigh less: only for where 1 is refused
      reaches = new double[] {1, 0.5};
    }
    for (double reach : reaches) {
      if (!kind.swaps()) {
        ways.add(new Way(kind, false, reach));
      }
      if (kind.swaps() || kind == Kind.REVERSED || kind == Kind.WITHIN) {
        ways.add(new Way(kind, true, reach));
      }
    }
    return ways;
  }

  /** Returns the cost of each kind of change, beside the same where whatever comes is believed. */
  List<AttackResult> beside(PoisoningAttack<C, R> believing) {
    List<AttackResult> results = new ArrayList<>();
    double trusting = believing.trusting();
    double honest = honest();
    for (Kind kind : kinds()) {
      OptionalDouble left = defended(kind);
      results.add(
          new AttackResult(
              kind.text + (left.isEmpty() ? " (refused)" : ""),
              "by " + poisoner(),
              AttackResult.Scale.COST,
              trusting - believing.trusted(kind),
              left.isEmpty() ? 0 : honest - left.getAsDouble(),
              Double.NaN));
    }
    return results;
  }

  /** The accuracy when all are honest. */
  double honest() {
    return run(parties(Optional.empty()), options);
  }

  /** Returns the sum of all honest scores, which a coordinator that helps the party tells it. */
  private Optional<Matrix> scored() {
    if (sum == null) {
      HeldOutSum all = new HeldOutSum();
      SortedMap<PartyId, Party> honest = all.heard(parties(Optional.empty()));
      Simulation.run(method.method(), coordinator(), honest, rounds(), options);
      sum = all.total();
    }
    return sum;
  }

  /** The same where whatever comes is believed. */
  double trusting() {
    return trusted(Optional.empty());
  }

  /** The accuracy where whatever comes is believed; 0 where no model comes out. */
  double trusted(Kind kind) {
    return believed.computeIfAbsent(
        kind == Kind.WITHIN ? Kind.REVERSED : kind, // nothing has to be kept within
        any ->
            ways(any).stream().mapToDouble(way -> trusted(Optional.of(way))).min().orElseThrow());
  }

  private double trusted(Optional<Way> way) {
    SortedMap<PartyId, Party> parties = parties(way);
    try {
      R result = coordinator().run(new UncheckedParties(parties), rounds());
      return accuracy(new Simulation.Outcome<>(result, parties, null));
    } catch (Diverged | ProtocolViolation | ArithmeticException | IllegalArgumentException e) {
      return 0;
    }
  }

  /** The accuracy under the study's protection; nothing where the party was found out. */
  OptionalDouble defended(Kind kind) {
    return ways(kind).stream().flatMapToDouble(way -> defended(way).stream()).min();
  }

  private OptionalDouble defended(Way way) {
    SortedMap<PartyId, Party> parties = parties(Optional.of(way));
    try {
      double left = run(parties, masked ? unseen() : options);
      return acted(parties) ? OptionalDouble.of(left) : OptionalDouble.empty();
    } catch (Diverged none) {
      return OptionalDouble.of(0);
    } catch (OutOfRange | ProtocolViolation refused) {
      return OptionalDouble.empty();
    }
  }

  /** The party runs a program that does not cut its rows, and masks hide them. */
  private Simulation.Options unseen() {
    return options.changed(poisoner).summing(ids -> new Unseen());
  }

  /** Sums whose words nobody looks at; masks would change nothing but the time it takes. */
  private record Unseen() implements SumProtocol {
    @Override
    public PartySide partySide(PartyId me) {
      return SumProtocol.plain().partySide(me);
    }

    @Override
    public CoordinatorSide coordinatorSide() {
      return new CoordinatorSide() {
        @Override
        public boolean inSight() {
          return false;
        }

        @Override
        public void add(SortedMap<PartyId, LongBuffer> words, long[] total, int from) {
          SumProtocol.sum(words, total, from);
        }
      };
    }
  }

  private double run(SortedMap<PartyId, Party> parties, Simulation.Options how) {
    return accuracy(Simulation.run(method.method(), coordinator(), parties, rounds(), how));
  }

  /** Returns true if the party has sent anything that could be changed. */
  private boolean acted(SortedMap<PartyId, Party> parties) {
    return parties.values().stream()
        .anyMatch(p -> p instanceof PoisoningAttack<?, ?>.Poisoner one && one.acted);
  }

  private Coordinator<R> coordinator() {
    return method.method().coordinator(method.config(), fold.roster());
  }

  private Rounds rounds() {
    return Rounds.of(limits.most(), limits.tolerance());
  }

  private double accuracy(Simulation.Outcome<R> outcome) {
    return Classification.scores(fold.truth(), SplitRun.scores(fold, outcome)).accuracy();
  }

  private SortedMap<PartyId, Party> parties(Optional<Way> way) {
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    View.byOwner(fold.views())
        .forEach(
            (id, own) -> {
              Party party = method.method().party(method.config(), own, fold.roster());
              boolean wrong = way.isPresent() && id.equals(poisoner);
              parties.put(id, wrong ? new Poisoner(party, way.get()) : party);
            });
    return parties;
  }

  /** The longest row that all parties together may add. */
  private double together(RecordComponent component, int columns) {
    return fold.roster().ids().stream()
        .mapToDouble(id -> options.limits().of(id, component, columns))
        .sum();
  }

  /** Returns true if the component holds one or more numbers for each held-out row. */
  static boolean ofHeldOutRows(RecordComponent component) {
    Size size = component.getAnnotation(Size.class);
    return size != null && size.value().startsWith("n ×"); // as Roster.sizes has it
  }

  /** Answers like the party itself, but for every matrix that holds no counts. */
  private final class Poisoner implements Party {
    private final Party party;
    private final Way way;
    private volatile boolean acted;

    Poisoner(Party party, Way way) {
      this.party = party;
      this.way = way;
    }

    @Override
    public Answers answers() {
      return party.answers().changed(this::change);
    }

    private Answer change(Answer answer) {
      Record message = (Record) answer;
      RecordComponent[] components = message.getClass().getRecordComponents();
      Object[] parts = MessageCodec.parts(message);
      for (int i = 0; i < parts.length; i++) {
        if (way.late && !ofHeldOutRows(components[i])) {
          continue;
        }
        acted |= parts[i] instanceof Scaled || parts[i] instanceof Matrix m && !counts(m);
        if (parts[i] instanceof Matrix m && !counts(m)) {
          Matrix wrong = way.kind.swaps() ? swapped(m) : way.kind.change.apply(m);
          parts[i] = within(wrong, components[i]);
        } else if (parts[i] instanceof Scaled s) {
          parts[i] = new Scaled(way.kind.change.apply(s.matrix()), s.factor());
        }
      }
      return (Answer) MessageCodec.build(message.getClass(), parts);
    }

    /** Takes votes from the best class of each row and gives them to the second. */
    private Matrix swapped(Matrix scores) {
      Matrix by =
          way.kind == Kind.OTHERS_SECOND
              ? scored()
                  .filter(all -> all.rows() == scores.rows() && all.cols() == scores.cols())
                  .map(all -> all.minus(scores))
                  .orElse(scores)
              : scores;
      if (scores.cols() != fold.classes()) {
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
      double longest = way.reach * together(component, m.cols());
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
}
