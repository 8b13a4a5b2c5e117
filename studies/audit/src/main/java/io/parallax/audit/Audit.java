package io.parallax.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.parallax.audit.AttackResult.Scale;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Disclosed;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Rounds;
import io.parallax.core.Target;
import io.parallax.core.View;
import io.parallax.data.Split;
import io.parallax.engine.RevealedDirections;
import io.parallax.engine.Simulation;
import io.parallax.engine.Transcript;
import io.parallax.engine.Transcript.Exchange;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.run.LeaveOneOutRun;
import io.parallax.run.Membership;
import io.parallax.run.PartName;
import io.parallax.run.RandomisedLabels;
import io.parallax.run.RunFolder;
import io.parallax.run.RunNotes;
import io.parallax.run.SplitResult;
import io.parallax.run.SplitRun;
import io.parallax.study.Configured;
import io.parallax.study.Exposure;
import io.parallax.study.Protection;
import io.parallax.study.Study;
import io.parallax.study.Task;
import io.parallax.study.file.Settings;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudyReader;
import io.parallax.study.rows.StudySplits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Tries attacks on what the coordinator of a recorded run saw in its first split, each beside the
 * same attack on an unprotected training of the same rows.
 */
public final class Audit<C extends Record, R extends Result> {
  private static final String INVERSION = "gradient inversion (cosine)";
  private static final String SHOWN = "rows from what is shown (cosine)";
  private static final String INVERSION_OF_SUM = "the same from the sum alone";
  private static final double LEAST_COSINE = 0.1;
  private final StudyData data;
  private final StudyData taught;
  private final SplitResult told;
  private final Configured<C, R> method;
  private final Split split;
  private final List<Exchange> recorded;
  private final TrainingMessages messages;
  private final List<AttackResult> leaks = new ArrayList<>();

  /**
   * @param taught the same rows with the labels that the run drew
   * @param told what the run found in its first split
   */
  private Audit(
      StudyData data,
      StudyData taught,
      SplitResult told,
      Configured<C, R> method,
      Path transcript) {
    this.data = data;
    this.taught = taught;
    this.told = told;
    this.method = method;
    this.split = new StudySplits(data).all().get(0);
    this.recorded = RecordedSplit.read(transcript, method.method().asks());
    this.messages = new TrainingMessages(split.test().length > 0);
  }

  /** Audits the run of a study, which must have been recorded. */
  public static List<AttackResult> of(Study study, Optional<Path> out, Path home) {
    return run(study, out, home, true);
  }

  /** Audits a kept run by the study file that it keeps. */
  public static List<AttackResult> of(Path run) {
    return of(RunNotes.study(run).study(), Optional.of(run), Path.of(""));
  }

  /** Audits what a recorded run told, without wrong numbers of a party. */
  static List<AttackResult> disclosures(Study study, Path out) {
    return run(study, Optional.of(out), Path.of(""), false);
  }

  private static List<AttackResult> run(
      Study study, Optional<Path> out, Path home, boolean poisons) {
    try (RunFolder folder = RunFolder.open(study, out, home)) {
      Path transcript = RecordedSplit.transcript(study, folder);
      StudyData data = StudyReader.load(study);
      SplitResult told = folder.finished(1).orElseThrow();
      StudyData taught = RandomisedLabels.kept(data, folder);
      return audit(data, taught, told, study.method(), transcript, poisons);
    }
  }

  private static <C extends Record, R extends Result> List<AttackResult> audit(
      StudyData data,
      StudyData taught,
      SplitResult told,
      Configured<C, R> method,
      Path transcript,
      boolean poisons) {
    return new Audit<>(data, taught, told, chosen(method, told), transcript).run(poisons);
  }

  /** With the settings that the run has searched for, where it did. */
  private static <C extends Record, R extends Result> Configured<C, R> chosen(
      Configured<C, R> method, SplitResult told) {
    String head = new String(RunFolder.json(Map.of("settings", told.choice().settings())), UTF_8);
    return new Configured<>(
        method.method(), Settings.read(method.method().defaults(), "the run's settings", head));
  }

  private List<AttackResult> run(boolean poisons) {
    Fold fold = data.fold(split, PartName.purpose(1));
    Configured<C, R> open =
        new Configured<>(method.method(), method.method().unprotected(method.config()));
    List<Exchange> control = train(fold, open);
    if (data.owners().isEmpty()) {
      fold.views().forEach(view -> features(view, control));
      fold.views().forEach(view -> batches(view, fold, control));
      directions();
      fold.views().forEach(view -> targets(view, control));
    } else {
      inversion(fold, open, control);
    }
    if (data.study().task() instanceof Task.Classes) { // the others need accuracy to be judged by
      if (data.owners().isEmpty()) {
        LabelAttacks attacks = new LabelAttacks(data, split, this::scores);
        attacks.heldOutRows().ifPresent(leaks::add);
        attacks.canaries().ifPresent(leaks::add);
      }
      membership(fold, open);
      if (poisons) {
        poison(fold, open);
      }
    }
    return leaks;
  }

  /** A target that is not classes, from what every party is sent about it. */
  private void targets(View view, List<Exchange> control) {
    int rows = view.features().samples();
    if (view.holdsTarget() && method.method().target(method.config()).isPresent()) {
      Target truth = view.target().or(() -> view.labels().map(Target.Outcomes::of)).orElseThrow();
      leaks.addAll(
          new TargetAttack(truth)
              .run(messages.asked(control, rows), messages.asked(recorded, rows)));
    }
  }

  /** All parties' columns from sums as they are, which no mask hides. */
  private void directions() {
    RevealedDirections told = RevealedDirections.of(Exposure.asks(method));
    if (!told.none()) {
      Fold own = taught.fold(split, PartName.purpose(1));
      Rng rng = Rng.of(data.study().seed()).child("directions");
      List<Exchange> sums = train(own, method, rounds(), options(own));
      leaks.addAll(new DirectionAttack(told, own.views(), rng).run(sums));
    }
  }

  /** A party's rows from its answers about batches of them, where a method has such. */
  private void batches(View view, Fold fold, List<Exchange> control) {
    PartyId victim = view.owner();
    List<Matrix> own = passes(control, fold, e -> e.answered().get(victim));
    if (own.isEmpty() || view.holdsTarget()) { // what its holder sends goes to everybody
      return;
    }
    ReconstructionAttack attack = new ReconstructionAttack(view.features().toMatrix());
    double single = attack.cosine(own);
    double seen = attack.cosine(passes(recorded, fold, e -> e.answered().get(victim)));
    String target = victim + "/" + view.name();
    if (shown(fold, control)) { // to the coordinator, by each party: there is no sum
      leaks.add(new AttackResult(SHOWN, target, Scale.COSINE, single, seen, Double.NaN));
      return;
    }
    leaks.add(new AttackResult(INVERSION, target, Scale.COSINE, single, seen, promised()));
    double sum = attack.cosine(passes(control, fold, Audit::summed));
    leaks.add(new AttackResult(INVERSION_OF_SUM, target, Scale.COSINE, sum, sum, Double.NaN));
  }

  /** Returns true if the coordinator sees answers about batches one by one, not their sum. */
  private boolean shown(Fold fold, List<Exchange> exchanges) {
    return exchanges.stream()
        .map(Exchange::ask)
        .filter(ask -> batch(fold, ask).length > 0)
        .allMatch(ask -> Disclosed.class.isAssignableFrom(Answers.typeFor(ask.getClass())));
  }

  private int[] batch(Fold fold, Ask<?> ask) {
    return method.method().batch(method.config(), fold.roster(), ask).orElse(new int[0]);
  }

  private double promised() {
    return data.study().protection().masked() ? LEAST_COSINE : Double.NaN;
  }

  private static List<Matrix> summed(Exchange exchange) {
    return exchange.answered().values().stream()
        .reduce(
            (a, b) -> IntStream.range(0, a.size()).mapToObj(i -> a.get(i).plus(b.get(i))).toList())
        .orElseThrow();
  }

  /** Returns the answers about each training row, a matrix for every whole pass over them. */
  private List<Matrix> passes(
      List<Exchange> exchanges, Fold fold, Function<Exchange, List<Matrix>> answers) {
    List<Matrix> passes = new ArrayList<>();
    double[][] rows = new double[fold.roster().samples()][];
    int filled = 0;
    for (Exchange exchange : exchanges) {
      int[] batch = batch(fold, exchange.ask());
      for (int i = 0; i < batch.length; i++) {
        rows[batch[i]] = answers.apply(exchange).get(0).row(i);
      }
      filled += batch.length;
      if (filled == rows.length && batch.length > 0) {
        passes.add(Matrix.of(rows));
        filled = 0;
      }
    }
    return passes;
  }

  /** Parties' rows from their models. */
  private void inversion(Fold fold, Configured<C, R> open, List<Exchange> control) {
    long seed = data.study().seed();
    InversionAttack<C, R> attack = new InversionAttack<>(open, fold, seed);
    Optional<InversionAttack.Found> unprotected = attack.run(control, control);
    if (unprotected.isEmpty()) {
      return;
    }
    boolean same = open.config().equals(method.config());
    InversionAttack.Found own =
        (same ? attack : new InversionAttack<>(method, fold, seed))
            .run(recorded, control)
            .orElseThrow();
    String parties = fold.roster().ids().size() + " parties";
    leaks.add(
        new AttackResult(
            INVERSION,
            parties,
            Scale.COSINE,
            unprotected.get().single(),
            own.single(),
            Math.max(promised(), 3 * own.chance()))); // of few parties chance alone finds more
    leaks.add(
        new AttackResult(
            INVERSION_OF_SUM,
            parties,
            Scale.COSINE,
            unprotected.get().sum(),
            own.sum(),
            Double.NaN));
  }

  /** Guesses from the trained model which rows it was trained on, as in the report. */
  private void membership(Fold fold, Configured<C, R> open) {
    OptionalDouble control = advantage(fold, open);
    Double found = told.course().figures().get(Membership.FIGURE);
    if (control.isPresent() && found != null) {
      leaks.add(
          new AttackResult(
              "membership (advantage)",
              split.train().length + " rows",
              Scale.MEMBERSHIP,
              control.getAsDouble(),
              found,
              Double.NaN));
    }
  }

  private OptionalDouble advantage(Fold fold, Configured<C, R> how) {
    Simulation.Options options =
        Simulation.Options.inMemory().allowing(data.study().layout().allowed());
    Simulation.Outcome<R> outcome =
        Simulation.train(
            how.method(), how.config(), fold.views(), fold.roster(), rounds(), options);
    return new Membership<>(how, how.config(), fold)
        .advantage(outcome.parties(), SplitRun.scores(fold, outcome), data.trainTruth(split));
  }

  /**
   * Measures the damage that one party can do by wrong numbers: the share of correct answers lost.
   */
  private void poison(Fold fold, Configured<C, R> open) {
    Protection protection = data.study().protection();
    boolean masked = protection.masked() && !protection.proved(); // who proves cannot be longer
    PoisoningAttack<C, R> believed =
        new PoisoningAttack<>(open, fold, rounds(), options(fold), false, Judging.of(fold));
    Fold whole = taught.fold(split, PartName.purpose(1));
    Optional<LeaveOneOutRun<C, R>> leaving = LeaveOneOutRun.of(taught, method, split, 1);
    Fold own = leaving.map(LeaveOneOutRun::together).orElse(whole);
    Judging<C, R> judging =
        new Judging<>(
            whole,
            leaving.map(one -> new LeavingOut<>(one, method.config(), this::options)),
            data.study().extras().check().gate());
    PoisoningAttack<C, R> defended =
        new PoisoningAttack<>(method, own, rounds(), options(own), masked, judging);
    leaks.addAll(defended.beside(believed));
  }

  /** As the study adds up; masks would change nothing but the time it takes. */
  private Simulation.Options options(Fold fold) {
    Study study = data.study();
    return Simulation.Options.inMemory()
        .allowing(study.layout().allowed())
        .limiting(
            method.method().limits(method.config(), fold.roster(), study.protection().rowClip()))
        .summing(ids -> study.protection().plainSums());
  }

  private Rounds rounds() {
    return Rounds.of(data.study().stop().rounds(), data.study().stop().tolerance());
  }

  /** A party's features, from its own messages; what the sums tell is told in any case. */
  private void features(View view, List<Exchange> control) {
    if (messages.answered(recorded, view).isEmpty()) {
      return;
    }
    ReconstructionAttack attack = new ReconstructionAttack(view.features().toMatrix());
    Rng rng = Rng.of(data.study().seed()).child("chance");
    leaks.add(
        new AttackResult(
            "features of unknown rows",
            view.owner() + "/" + view.name(),
            Scale.FEATURES,
            share(attack, view, control),
            share(attack, view, recorded),
            data.study().protection().masked()
                ? attack.limit(
                    messages.asked(recorded, view.features().samples()),
                    messages.answered(recorded, view),
                    rng)
                : Double.NaN));
  }

  private double share(ReconstructionAttack attack, View view, List<Exchange> exchanges) {
    return attack.share(
        messages.asked(exchanges, view.features().samples()), messages.answered(exchanges, view));
  }

  /** Returns what every party is sent about all training rows, if it is taught these classes. */
  private List<Matrix> scores(int[] classes) {
    return messages.asked(
        train(data.teaching(classes).fold(split, PartName.purpose(1)), method),
        split.train().length);
  }

  /** An unprotected training, as long as a transcript is. */
  private List<Exchange> train(Fold fold, Configured<C, R> how) {
    Study.Stop stop = data.study().stop();
    return train(
        fold,
        how,
        Rounds.of(Math.min(Transcript.EXCHANGES, stop.rounds()), stop.tolerance()),
        Simulation.Options.inMemory().allowing(data.study().layout().allowed()));
  }

  private List<Exchange> train(
      Fold fold, Configured<C, R> how, Rounds rounds, Simulation.Options options) {
    List<byte[]> seen = new ArrayList<>();
    Simulation.train(
        how.method(),
        how.config(),
        fold.views(),
        fold.roster(),
        rounds,
        options.recorded(seen::add));
    return Transcript.read(seen, method.method().asks());
  }
}
