package io.parallax.audit;

import static java.lang.Double.POSITIVE_INFINITY;

import io.parallax.core.Coordinator;
import io.parallax.core.Diverged;
import io.parallax.core.Labels;
import io.parallax.core.OutOfRange;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.core.Result;
import io.parallax.core.Rounds;
import io.parallax.core.RowLimits;
import io.parallax.core.View;
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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Attacks by one party that sends wrong numbers, judged by what they cost in accuracy: where
 * whatever comes is added as it is, and under a study's own protection. Of the ways to do it the
 * worst one counts.
 */
final class PoisoningAttack<C extends Record, R extends Result> {
  private final Configured<C, R> method;
  private final Fold fold;
  private final Rounds limits;
  private final Simulation.Options options;
  private final boolean masked;
  private final Judging<C, R> judging;
  private final PartyId poisoner;
  private final Map<Lie.Kind, Double> believed = new EnumMap<>(Lie.Kind.class);
  private Optional<Matrix> sum; // of the honest scores; null before it is needed

  /**
   * @param options how the study adds up, in plain sums
   * @param masked whether it masks them: nobody but the party itself can cut its rows then
   */
  PoisoningAttack(
      Configured<C, R> method,
      Fold fold,
      Rounds limits,
      Simulation.Options options,
      boolean masked,
      Judging<C, R> judging) {
    this.method = method;
    this.fold = fold;
    this.limits = limits;
    this.options = options;
    this.masked = masked;
    this.judging = judging;
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
  List<Lie.Kind> kinds() {
    boolean within = masked && options.limits() != RowLimits.NONE;
    boolean scores = !fold.horizontal() && fold.classes() > 1;
    boolean models =
        fold.horizontal()
            && fold.classes() > 1
            && options.limits() != RowLimits.NONE
            && method.needsSums().isEmpty();
    return Arrays.stream(Lie.Kind.values())
        .filter(kind -> kind != Lie.Kind.WITHIN || within)
        .filter(kind -> !kind.swaps() || scores)
        .filter(kind -> !kind.ofModels() || models)
        .toList();
  }

  private List<Lie> lies(Lie.Kind kind) {
    List<Lie> lies = new ArrayList<>();
    int parties = fold.roster().ids().size();
    boolean bounded = masked && options.limits() != RowLimits.NONE;
    double[] reaches = {POSITIVE_INFINITY};
    if (kind == Lie.Kind.WITHIN || kind.ofModels() && bounded) {
      reaches = new double[] {1, 0.5, 1.0 / parties};
    } else if (kind.swaps() && bounded) { // shorter votes weigh less: only for where 1 is refused
      reaches = new double[] {1, 0.5};
    }
    for (double reach : reaches) {
      if (!kind.swaps()) {
        lies.add(new Lie(kind, false, reach));
      }
      boolean reversed = kind == Lie.Kind.REVERSED || kind == Lie.Kind.WITHIN;
      if (kind.swaps() || reversed && !fold.horizontal()) {
        lies.add(new Lie(kind, true, reach));
      }
    }
    return lies;
  }

  /** Returns the cost of each kind of change, beside the same where whatever comes is believed. */
  List<AttackResult> beside(PoisoningAttack<C, R> believing) {
    List<AttackResult> results = new ArrayList<>();
    double trusting = believing.trusting();
    double honest = honest();
    for (Lie.Kind kind : kinds()) {
      OptionalDouble left = defended(kind);
      results.add(
          new AttackResult(
              kind.text() + (left.isEmpty() ? " (refused)" : ""),
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
    return run(parties(Optional.empty()), Optional.empty());
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
  double trusted(Lie.Kind kind) {
    return believed.computeIfAbsent(
        kind == Lie.Kind.WITHIN ? Lie.Kind.REVERSED : kind, // nothing has to be kept within
        any ->
            lies(any).stream().mapToDouble(lie -> trusted(Optional.of(lie))).min().orElseThrow());
  }

  private double trusted(Optional<Lie> lie) {
    SortedMap<PartyId, Party> parties = parties(lie);
    try {
      R result = coordinator().run(new UncheckedParties(parties), rounds());
      return accuracy(new Simulation.Outcome<>(result, parties, null));
    } catch (Diverged | ProtocolViolation | ArithmeticException | IllegalArgumentException e) {
      return 0;
    }
  }

  /** The accuracy under the study's protection; nothing where the party was found out. */
  OptionalDouble defended(Lie.Kind kind) {
    return lies(kind).stream().flatMapToDouble(lie -> defended(lie).stream()).min();
  }

  private OptionalDouble defended(Lie lie) {
    SortedMap<PartyId, Party> parties = parties(Optional.of(lie));
    try {
      double left = run(parties, Optional.of(lie));
      return acted(parties) ? OptionalDouble.of(left) : OptionalDouble.empty();
    } catch (Diverged none) {
      return OptionalDouble.of(0);
    } catch (OutOfRange | ProtocolViolation | Refused refused) {
      return OptionalDouble.empty();
    }
  }

  /** In masked sums the party runs a program that does not cut its rows, and nobody sees that. */
  private Simulation.Options adding(Simulation.Options honest) {
    return masked ? honest.changed(poisoner).summing(ids -> new Unseen()) : honest;
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

  private double run(SortedMap<PartyId, Party> parties, Optional<Lie> lie) {
    Simulation.Options how = lie.isPresent() ? adding(options) : options;
    Simulation.Outcome<R> outcome =
        Simulation.run(method.method(), coordinator(), parties, rounds(), how);
    Matrix together = SplitRun.scores(fold, outcome);
    return judging.accuracy(
        judging
            .leaving()
            .map(
                one ->
                    one.scores(
                        outcome.parties(),
                        together,
                        rows -> lie.isPresent() ? adding(rows) : rows,
                        (scoring, known) -> lying(scoring, lie, known)))
            .orElse(together));
  }

  /** Returns the same parties, one of which lies about rows whose honest scores it is told. */
  private SortedMap<PartyId, Party> lying(
      SortedMap<PartyId, Party> scoring, Optional<Lie> lie, Optional<Matrix> known) {
    SortedMap<PartyId, Party> parties = new TreeMap<>(scoring);
    lie.ifPresent(
        told ->
            parties.computeIfPresent(
                poisoner,
                (id, party) -> new LyingParty(party, told, new Knowing(List.of(), () -> known))));
    return parties;
  }

  /** Returns true if the party has sent anything that could be changed. */
  private boolean acted(SortedMap<PartyId, Party> parties) {
    return parties.values().stream().anyMatch(p -> p instanceof LyingParty one && one.acted());
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

  private SortedMap<PartyId, Party> parties(Optional<Lie> lie) {
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    View.byOwner(fold.views())
        .forEach(
            (id, own) ->
                parties.put(
                    id,
                    lie.isPresent() && id.equals(poisoner) ? liar(own, lie.get()) : party(own)));
    return parties;
  }

  private Party party(List<View> own) {
    return method.method().party(method.config(), own, fold.roster());
  }

  private Party liar(List<View> own, Lie lie) {
    if (lie.kind() == Lie.Kind.SHIFTED) {
      List<View> shifted =
          own.stream().map(view -> view.with(view.labels().map(PoisoningAttack::shifted))).toList();
      return new LyingParty(party(shifted), lie, new Knowing(List.of(), this::scored));
    }
    SortedMap<PartyId, Party> others =
        lie.kind() == Lie.Kind.AGAINST_OTHERS ? parties(Optional.empty()) : new TreeMap<>();
    others.remove(poisoner);
    return new LyingParty(party(own), lie, new Knowing(List.copyOf(others.values()), this::scored));
  }

  /** Takes each row's class for the next one. */
  private static Labels shifted(Labels labels) {
    int[] codes = IntStream.of(labels.codes()).map(c -> (c + 1) % labels.classes()).toArray();
    return new Labels(codes, labels.classes());
  }

  /** The things that a liar in this study knows, at most. */
  private final class Knowing implements LyingParty.Knowledge {
    private final List<Party> others;
    private final Supplier<Optional<Matrix>> scored;

    Knowing(List<Party> others, Supplier<Optional<Matrix>> scored) {
      this.others = others;
      this.scored = scored;
    }

    @Override
    public int classes() {
      return fold.classes();
    }

    @Override
    public double together(RecordComponent component, int columns) {
      return fold.roster().ids().stream()
          .mapToDouble(id -> options.limits().of(id, component, columns))
          .sum();
    }

    @Override
    public Optional<Matrix> scored() {
      return scored.get();
    }

    @Override
    public List<Party> others() {
      return others;
    }
  }
}
