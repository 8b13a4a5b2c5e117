package io.parallax.remote;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.core.Ask;
import io.parallax.core.Coordinator;
import io.parallax.core.Hashes;
import io.parallax.core.Labels;
import io.parallax.core.Parties;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.RowLimits;
import io.parallax.data.Split;
import io.parallax.engine.Absence;
import io.parallax.engine.AbsenceLog;
import io.parallax.engine.MessageCodec;
import io.parallax.engine.Session;
import io.parallax.engine.Sizes;
import io.parallax.engine.SumProtocol;
import io.parallax.engine.Traffic;
import io.parallax.grpc.Part;
import io.parallax.math.Matrix;
import io.parallax.privacy.MaskedSum;
import io.parallax.privacy.Signing;
import io.parallax.remote.NodeMessages.Judge;
import io.parallax.remote.NodeMessages.JudgeOwnValues;
import io.parallax.remote.NodeMessages.JudgeValues;
import io.parallax.remote.NodeMessages.Judged;
import io.parallax.remote.NodeMessages.KeepModel;
import io.parallax.remote.NodeMessages.OwnValuesJudged;
import io.parallax.remote.NodeMessages.SetupOpening;
import io.parallax.remote.NodeMessages.TrainingOpening;
import io.parallax.remote.NodeMessages.ValuesJudged;
import io.parallax.run.Fit;
import io.parallax.run.FoundGroups;
import io.parallax.run.KeptResults;
import io.parallax.run.PartName;
import io.parallax.run.SplitLoop;
import io.parallax.run.SplitResult;
import io.parallax.run.StudyDirections;
import io.parallax.study.Configured;
import io.parallax.study.ResultHash;
import io.parallax.study.Study;
import io.parallax.study.Task;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/** One study between machines: its setup and its splits, each kept when it is finished. */
public final class NetworkRun<C extends Record, R extends Result> {
  private static final String ALIGN_FILE = "align.json";
  public static final String SETUP_FILE = "setup.json";
  private final Study study;
  private final Configured<C, R> method;
  private final Job job;
  private final byte[] run;
  private final KeptResults results;
  private final SortedSet<PartyId> left = new TreeSet<>(); // in parts that are finished
  private boolean training; // whether it is the method that adds

  NetworkRun(Study study, Configured<C, R> method, Job job) {
    this.study = study;
    this.method = method;
    this.job = job;
    this.run = Hashes.of(job.manifest());
    this.results = new KeptResults(job.folder());
  }

  /**
   * A result, and how good it is.
   *
   * @param cut number of parties that had rows cut
   */
  private record Scored<R>(R result, SplitResult.Judgement judgement, int cut) {}

  String run() {
    Optional<NetworkAlignment.Note> aligned =
        study.protection().align().apart()
            ? Optional.of(
                results.readOr(
                    ALIGN_FILE,
                    NetworkAlignment.Note.class,
                    () -> results.keep(ALIGN_FILE, new NetworkAlignment(study, job).run())))
            : Optional.empty();
    SetupFacts facts = results.readOr(SETUP_FILE, SetupFacts.class, this::setup);
    List<SplitResult> splits = loop(facts).all(study.trials(), job.stop());
    Optional<KeptModel> model =
        study.extras().model()
            ? Optional.of(results.readOr(file(PartName.MODEL), KeptModel.class, () -> model(facts)))
            : Optional.empty();
    return new RemoteResult(study, facts).of(splits, model, aligned).json();
  }

  private SplitLoop loop(SetupFacts facts) {
    return new SplitLoop() {
      @Override
      public Optional<SplitResult> finished(int number) {
        return results.read(file(number), SplitResult.class).map(split -> noted(split));
      }

      @Override
      public SplitResult run(int number) {
        return noted(split(number, facts));
      }
    };
  }

  /** Remembers who was absent: masked sums of later parts are without them. */
  private SplitResult noted(SplitResult split) {
    split.missing().keySet().forEach(name -> left.add(PartyId.of(name)));
    return split;
  }

  /**
   * The model of all rows: its parts stay with the parties.
   *
   * @param fit the coefficients that are disclosed, and figures on the fit; null: there are none
   */
  record KeptModel(
      int rounds,
      int parties,
      long bytesUp,
      SortedMap<String, AbsenceLog.Gap> missing,
      @JsonInclude(JsonInclude.Include.NON_NULL) Fit fit) {
    KeptModel {
      missing = missing == null ? new TreeMap<>() : missing; // as it was kept before
    }
  }

  private KeptModel model(SetupFacts facts) {
    return train(
        PartName.MODEL,
        facts,
        (parties, rounds, training) -> {
          R result = training.run(parties, rounds);
          int kept = parties.sum(new KeepModel(rounds.count())).total().parties();
          return new Fitted(
              kept, Fit.of(study, method, result.coefficients(), result.figures()).orElse(null));
        },
        ended ->
            new KeptModel(
                ended.rounds().count(),
                ended.found().parties(),
                ended.traffic().bytesUp(),
                ended.missing(),
                ended.found().fit()));
  }

  /** The number of parties that have kept their part of a model, and its fit or null. */
  private record Fitted(int parties, Fit fit) {}

  private String manifest() {
    return new String(job.manifest(), StandardCharsets.UTF_8);
  }

  private SetupFacts setup() {
    byte[] opening = MessageCodec.encode(new SetupOpening(manifest()));
    return exchange(
        PartName.SETUP,
        opening,
        NodeMessages.setup(study),
        Sizes.of(Map.of()),
        Absence.STOP,
        RowLimits.NONE,
        () -> new SetupCoordinator(study),
        ended -> results.keep(SETUP_FILE, ended.found()));
  }

  private static String file(int trial) {
    return PartName.of(trial) + ".json";
  }

  private SplitResult split(int trial, SetupFacts facts) {
    long began = System.nanoTime();
    return train(
        trial,
        facts,
        (parties, rounds, own) -> judged(facts, parties, own.run(parties, rounds)),
        ended -> result(trial, facts, ended, began));
  }

  private long directions(int trial, SetupFacts facts, Traffic traffic) {
    Roster roster = roster(opening(trial, facts), facts);
    return StudyDirections.of(study)
        .told(PartyTraining.letters(study, method, roster, facts.classes().size()), traffic);
  }

  /** Runs a training, with the steps before and after it. */
  private interface Whole<R, T> {
    T run(Parties parties, Rounds rounds, Coordinator<R> training);
  }

  private <T, K> K train(
      int trial, SetupFacts facts, Whole<R, T> whole, Function<Session.Ended<T>, K> result) {
    TrainingOpening how = opening(trial, facts);
    Roster roster = roster(how, facts);
    method.method().check(method.config(), roster);
    List<Class<? extends Ask<?>>> asks = new ArrayList<>(method.method().asks());
    asks.addAll(NodeMessages.after(study));
    return exchange(
        PartName.of(trial),
        MessageCodec.encode(how),
        asks,
        sizes(facts, roster),
        absence(roster),
        study
            .protection()
            .requireLimits(method.limits(roster, study.protection().rowClip()), method.method()),
        () -> {
          Coordinator<R> own = method.method().coordinator(method.config(), roster);
          return (parties, rounds) -> whole.run(parties, rounds, (p, r) -> trained(own, p, r));
        },
        ended -> results.keep(file(trial), result.apply(ended)));
  }

  private R trained(Coordinator<R> coordinator, Parties parties, Rounds rounds) {
    training = true;
    try {
      return coordinator.run(parties, rounds);
    } finally {
      training = false;
    }
  }

  /** Returns the sizes of answers: the method's own, and those of judging. */
  private Sizes sizes(SetupFacts facts, Roster roster) {
    return Sizes.of(PartyTraining.letters(study, method, roster, facts.classes().size()));
  }

  /** Whom the study can do without, where its file wants that. */
  private Absence absence(Roster roster) {
    Set<PartyId> before = study.protection().masked() ? Set.copyOf(left) : Set.of();
    return method.absence(study.stop(), roster, before, job.notes());
  }

  private SplitResult result(
      int trial, SetupFacts facts, Session.Ended<Scored<R>> ended, long began) {
    RemoteResult remote = new RemoteResult(study, facts);
    Scored<R> found = ended.found();
    long told = directions(trial, facts, ended.traffic());
    return new SplitResult(
        trial,
        found.judgement(),
        new SplitResult.Course(
            ended.rounds().count(),
            ended.rounds().converged(),
            found.result().objective(),
            told > 0 ? Map.of(StudyDirections.TOLD, (double) told) : Map.of(),
            ended.rounds().objectives(),
            Map.of(),
            Map.of(),
            (System.nanoTime() - began) / 1e9),
        SplitResult.Sent.of(ended.traffic()),
        SplitResult.Choice.fixed(study.settings()),
        told(remote.cut(found.cut()), ended.traffic()),
        ResultHash.of(found.result()),
        ended.missing(),
        trial == 1 ? FoundGroups.seen(found.result()) : FoundGroups.NONE);
  }

  private List<String> told(List<String> cut, Traffic traffic) {
    List<String> told = new ArrayList<>(cut);
    study.protection().proofs(traffic.proofs()).ifPresent(told::add);
    return told;
  }

  private TrainingOpening opening(int trial, SetupFacts facts) {
    boolean sites = study.layout().spreadsRows();
    boolean told = RowOutline.told(study) && trial != PartName.MODEL;
    return new TrainingOpening(
        manifest(),
        trial,
        String.join("\n", facts.classes()),
        sites ? facts.rows() : NodeMessages.NONE,
        told ? facts.heldOut().get(trial - 1) : "",
        sites ? Matrix.of(facts.moments()) : NodeMessages.NONE);
  }

  private Roster roster(TrainingOpening how, SetupFacts facts) {
    RowOutline outline =
        !study.layout().spreadsRows()
            ? RowOutline.ofViews(study, facts.samples()[0])
            : RowOutline.ofSites(study, how.rows());
    Split whole = outline.split(how.trial(), how.heldOut());
    return PartyTraining.roster(
        study,
        outline.sizes(whole),
        facts.classes().size(),
        PartyTraining.seed(study, how.trial()));
  }

  /** Has the scores judged by those who know the truth. */
  private Scored<R> judged(SetupFacts facts, Parties parties, R result) {
    RemoteResult remote = new RemoteResult(study, facts);
    if (study.task() instanceof Task.Values task && study.layout().spreadsRows()) {
      OwnValuesJudged told = parties.sum(new JudgeOwnValues()).total();
      return new Scored<>(result, remote.judgement(told, task.kind()), told.cut());
    }
    if (study.task() instanceof Task.Values task) {
      Matrix predictions = result.scores().orElseThrow();
      ValuesJudged told = parties.sum(new JudgeValues(predictions)).total();
      return new Scored<>(
          result, remote.judgement(told, task.kind(), predictions.rows()), told.cut());
    }
    Optional<Matrix> joint =
        result
            .clusters()
            .map(groups -> new Labels(groups, study.task().outcomes(0)).oneHot())
            .or(result::scores);
    Judge ask = new Judge(joint.isPresent(), joint.orElse(NodeMessages.NONE));
    Judged judged = parties.sum(ask).total();
    return new Scored<>(
        result,
        remote.judgement(judged, byParty(parties, judged, joint.isPresent())),
        judged.cut());
  }

  /**
   * Returns the metrics by party; if one party's own scores were judged, the result is already that
   * party's.
   */
  private Map<String, Map<String, Map<String, Double>>> byParty(
      Parties parties, Judged judged, boolean joint) {
    if (study.evaluation().byParty()) {
      return new PartyMetrics(study, judged).ask(parties);
    }
    return joint || study.layout().spreadsRows() || judged.judges() != 1
        ? Map.of()
        : RemoteResult.ofTheJudge(study, judged);
  }

  /**
   * Runs one part's coordinator.
   *
   * @param keep keeps what was found; only then are sums and parties' states dropped
   */
  private <T, K> K exchange(
      String part,
      byte[] opening,
      List<Class<? extends Ask<?>>> asks,
      Sizes sizes,
      Absence absence,
      RowLimits limits,
      Supplier<Coordinator<T>> coordinator,
      Function<Session.Ended<T>, K> keep) {
    Path log = job.folder().resolve(part).resolve("rounds.log");
    return new Session(
            rows -> job.links().open(part, opening, rows.orElseThrow()::resumable, members()),
            asks,
            sums(part, opening),
            sizes,
            Optional.of(new Session.Log(log, run, true)),
            absence,
            study.stop().patience(),
            limits,
            OptionalInt.empty())
        .run(coordinator, traffic -> rounds(part, traffic), keep);
  }

  private Set<PartyId> members() {
    return Set.copyOf(study.members());
  }

  private SumProtocol sums(String part, byte[] opening) {
    if (!study.protection().masked()) {
      return new TrainingSums(study.protection().plainSums(), () -> training);
    }
    SortedSet<PartyId> all = new TreeSet<>(study.members());
    byte[] run = new Part(job.study(), part).identity(opening);
    MaskedSum masked =
        study.stop().goesOn()
            ? MaskedSum.among(all, run, Signing.none())
            : MaskedSum.ofAll(all, run, Signing.none());
    return study.protection().proved() ? masked.proved() : masked;
  }

  private Rounds rounds(String part, Supplier<Traffic> traffic) {
    RoundMeter meter = new RoundMeter(traffic);
    return new Rounds(
        study.stop().rounds(),
        study.stop().tolerance(),
        round -> job.watcher().round(part, round.number(), round.objective(), meter.next()),
        job.stop());
  }
}
