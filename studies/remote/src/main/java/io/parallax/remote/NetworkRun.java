package io.parallax.remote;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.core.Ask;
import io.parallax.core.Coordinator;
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
import io.parallax.engine.Traffic;
import io.parallax.math.Matrix;
import io.parallax.remote.NetworkJudge.Scored;
import io.parallax.remote.NodeMessages.KeepModel;
import io.parallax.remote.NodeMessages.SetupOpening;
import io.parallax.remote.NodeMessages.TrainingOpening;
import io.parallax.run.Fit;
import io.parallax.run.FoundGroups;
import io.parallax.run.KeptResults;
import io.parallax.run.PartName;
import io.parallax.run.SplitLoop;
import io.parallax.run.SplitResult;
import io.parallax.run.StudyDirections;
import io.parallax.study.Configured;
import io.parallax.study.Study;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** One study between machines: its setup and its splits, each kept when it is finished. */
public final class NetworkRun<C extends Record, R extends Result> {
  private static final String ALIGN_FILE = "align.json";
  public static final String SETUP_FILE = "setup.json";
  private final Study study;
  private final Configured<C, R> method;
  private final Job job;
  private final KeptResults results;
  private final SortedSet<PartyId> left = new TreeSet<>(); // in parts that are finished
  private final PartSessions sessions;

  NetworkRun(Study study, Configured<C, R> method, Job job) {
    this.study = study;
    this.method = method;
    this.job = job;
    this.results = new KeptResults(job.folder());
    this.sessions = new PartSessions(study, job);
  }

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
        study.extras().model() ? Optional.of(model(PartName.MODEL, facts)) : Optional.empty();
    if (model.isPresent() && study.extras().certainty().isPresent()) {
      certainty(PartName.MODEL, facts).calibrate();
    }
    return new RemoteResult(study, facts).of(splits, model, aligned).json();
  }

  private SplitLoop loop(SetupFacts facts) {
    return new SplitLoop() {
      @Override
      public Optional<SplitResult> finished(int number) {
        return results
            .read(file(number), SplitResult.class)
            .map(split -> noted(certain(split, facts)));
      }

      @Override
      public SplitResult run(int number) {
        return noted(certain(split(number, facts), facts));
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

  /**
   * Trains a model that is kept: for use, or without the rows that calibrate.
   *
   * @param trial the split's number, or {@link PartName#MODEL}
   */
  private KeptModel model(int trial, SetupFacts facts) {
    boolean without = study.extras().certainty().isPresent();
    return results.readOr(
        PartName.certain(trial) + ".json",
        KeptModel.class,
        () ->
            train(
                trial,
                without,
                facts,
                (parties, rounds, training) -> kept(parties, rounds, training),
                ended ->
                    new KeptModel(
                        ended.rounds().count(),
                        ended.found().parties(),
                        ended.traffic().bytesUp(),
                        ended.missing(),
                        ended.found().fit())));
  }

  private Fitted kept(Parties parties, Rounds rounds, Coordinator<R> training) {
    R result = training.run(parties, rounds);
    int kept = parties.sum(new KeepModel(rounds.count())).total().parties();
    return new Fitted(
        kept, Fit.of(study, method, result.coefficients(), result.figures()).orElse(null));
  }

  /** Adds to a split's result what its predictions are certain to, if the study states it. */
  private SplitResult certain(SplitResult split, SetupFacts facts) {
    if (study.extras().certainty().isEmpty()) {
      return split;
    }
    long bytesUp = model(split.trial(), facts).bytesUp();
    return split.with(certainty(split.trial(), facts).judged(bytesUp));
  }

  private NetworkCertainty<C, R> certainty(int trial, SetupFacts facts) {
    return new NetworkCertainty<>(study, method, job, sessions, facts, opening(trial, facts));
  }

  /** The number of parties that have kept their part of a model, and its fit or null. */
  private record Fitted(int parties, Fit fit) {}

  private String manifest() {
    return new String(job.manifest(), StandardCharsets.UTF_8);
  }

  private SetupFacts setup() {
    byte[] opening = MessageCodec.encode(new SetupOpening(manifest()));
    return sessions.run(
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
        false,
        facts,
        (parties, rounds, own) -> judged(trial, facts, parties, rounds, own.run(parties, rounds)),
        ended -> result(trial, facts, ended, began));
  }

  private long directions(int trial, SetupFacts facts, Traffic traffic) {
    Roster roster = roster(opening(trial, facts), false, facts);
    return StudyDirections.of(study)
        .told(PartyTraining.letters(study, method, roster, facts.classes().size(), 0), traffic);
  }

  /** Runs a training, with the steps before and after it. */
  private interface Whole<R, T> {
    T run(Parties parties, Rounds rounds, Coordinator<R> training);
  }

  private <T, K> K train(
      int trial,
      boolean without,
      SetupFacts facts,
      Whole<R, T> whole,
      Function<Session.Ended<T>, K> result) {
    TrainingOpening how = opening(trial, facts);
    Roster roster = roster(how, without, facts);
    String part = without ? PartName.certain(trial) : PartName.of(trial);
    method.method().check(method.config(), roster);
    List<Class<? extends Ask<?>>> asks = new ArrayList<>(method.method().asks());
    asks.addAll(NodeMessages.after(study));
    return sessions.run(
        part,
        MessageCodec.encode(how),
        asks,
        sizes(facts, roster, judged(how, facts)),
        absence(roster),
        study
            .protection()
            .requireLimits(method.limits(roster, study.protection().rowClip()), method.method()),
        () -> {
          Coordinator<R> own = method.method().coordinator(method.config(), roster);
          return (parties, rounds) ->
              whole.run(parties, rounds, (p, r) -> sessions.trained(own, p, r));
        },
        ended -> results.keep(part + ".json", result.apply(ended)));
  }

  /** Returns the sizes of answers: the method's own, and those of judging. */
  private Sizes sizes(SetupFacts facts, Roster roster, int judged) {
    return Sizes.of(PartyTraining.letters(study, method, roster, facts.classes().size(), judged));
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
        SplitResult.Sent.of(ended.traffic()).and(found.sent()),
        SplitResult.Choice.fixed(study.settings()),
        told(remote, found, ended.traffic()),
        found.hash(),
        ended.missing(),
        trial == 1 ? FoundGroups.seen(found.result()) : FoundGroups.NONE);
  }

  private List<String> told(RemoteResult remote, Scored<R> found, Traffic traffic) {
    List<String> told = new ArrayList<>(remote.cut(found.cut()));
    told.addAll(found.notes());
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

  private RowOutline outline(TrainingOpening how, SetupFacts facts) {
    return !study.layout().spreadsRows()
        ? RowOutline.ofViews(study, facts.samples()[0])
        : RowOutline.ofSites(study, how.rows());
  }

  /** Returns the number of rows that a training has judged. */
  private int judged(TrainingOpening how, SetupFacts facts) {
    return outline(how, facts).split(how.trial(), how.heldOut()).test().length;
  }

  private Roster roster(TrainingOpening how, boolean without, SetupFacts facts) {
    RowOutline outline = outline(how, facts);
    Split whole = outline.training(how.trial(), how.heldOut(), without);
    return PartyTraining.roster(
        study,
        outline.sizes(whole),
        facts.classes().size(),
        PartyTraining.seed(study, PartyTraining.purpose(how.trial(), without)));
  }

  /** Has the scores judged; where parties are left out, after scoring rows without them. */
  private Scored<R> judged(int trial, SetupFacts facts, Parties parties, Rounds rounds, R result) {
    NetworkJudge judge = new NetworkJudge(study, facts);
    if (!study.extras().check().leaveOneOut()) {
      return judge.judged(parties, result);
    }
    parties.sum(new KeepModel(rounds.count()));
    NetworkLeftOut<C, R> leaving =
        new NetworkLeftOut<>(study, method, job, sessions, facts, opening(trial, facts));
    NetworkLeftOut.All all = leaving.scores(result.scores().orElseThrow());
    return judge.judged(parties, result, leaving, all);
  }
}
