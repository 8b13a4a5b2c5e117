package io.parallax.cli.study;

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
import io.parallax.core.Scaled;
import io.parallax.core.Summand;
import io.parallax.core.View;
import io.parallax.engine.MessageCodec;
import io.parallax.engine.Simulation;
import io.parallax.eval.Classification;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Attacks by one party that sends wrong numbers, judged by what they cost in accuracy: where
 * whatever comes is added as it is, and under a study's own protection.
 */
final class Poison<C extends Record, R extends Result> {
  private final Configured<C, R> method;
  private final Fold fold;
  private final Rounds limits;
  private final Simulation.Options options;
  private final PartyId poisoner;

  /** What is done to every matrix that the party adds to a sum. */
  enum Kind {
    REVERSED("contribution times -1000", m -> m.scale(-1000)),
    FORGED("weight forged to 10^9", m -> m.scale(1e9)),
    NOT_A_NUMBER("NaN in a contribution", m -> m.map(x -> Double.NaN));

    final String text;
    private final UnaryOperator<Matrix> change;

    Kind(String text, UnaryOperator<Matrix> change) {
      this.text = text;
      this.change = change;
    }
  }

  /**
   * @param options how the study adds up
   */
  Poison(Configured<C, R> method, Fold fold, Rounds limits, Simulation.Options options) {
    this.method = method;
    this.fold = fold;
    this.limits = limits;
    this.options = options;
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

  /** The accuracy when all are honest. */
  double honest() {
    return run(Optional.empty());
  }

  /** The accuracy where whatever comes is believed; 0 where no model comes out. */
  double trusted(Optional<Kind> kind) {
    SortedMap<PartyId, Party> parties = parties(kind);
    try {
      R result = coordinator().run(new Trusting(parties), rounds());
      return accuracy(new Simulation.Outcome<>(result, parties, null));
    } catch (Diverged | ProtocolViolation | ArithmeticException | IllegalArgumentException e) {
      return 0;
    }
  }

  /** The accuracy under the study's protection; nothing where the party was found out. */
  Optional<Double> defended(Kind kind) {
    try {
      return Optional.of(run(Optional.of(kind)));
    } catch (OutOfRange | ProtocolViolation refused) {
      return Optional.empty();
    }
  }

  private double run(Optional<Kind> kind) {
    return accuracy(
        Simulation.run(method.method(), coordinator(), parties(kind), rounds(), options));
  }

  private Coordinator<R> coordinator() {
    return method.method().coordinator(method.config(), fold.roster());
  }

  private Rounds rounds() {
    return Rounds.of(limits.most(), limits.tolerance());
  }

  private double accuracy(Simulation.Outcome<R> outcome) {
    return Classification.scores(fold.truth(), Trial.scores(fold, outcome)).accuracy();
  }

  private SortedMap<PartyId, Party> parties(Optional<Kind> kind) {
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    View.byOwner(fold.views())
        .forEach(
            (id, own) -> {
              Party party = method.method().party(method.config(), own, fold.roster());
              boolean wrong = kind.isPresent() && id.equals(poisoner);
              parties.put(id, wrong ? new Poisoner(party, kind.get()) : party);
            });
    return parties;
  }

  /** Answers like the party itself, but for every matrix in a sum that holds no counts. */
  private record Poisoner(Party party, Kind kind) implements Party {
    @Override
    public Answers answers() {
      return party.answers().changed(this::change);
    }

    private Answer change(Answer answer) {
      if (!(answer instanceof Summand)) {
        return answer;
      }
      Object[] parts = MessageCodec.parts((Record) answer);
      for (int i = 0; i < parts.length; i++) {
        if (parts[i] instanceof Matrix m && !counts(m)) {
          parts[i] = kind.change.apply(m);
        } else if (parts[i] instanceof Scaled s) {
          parts[i] = new Scaled(kind.change.apply(s.matrix()), s.factor());
        }
      }
      return (Answer) MessageCodec.build(((Record) answer).getClass(), parts);
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
