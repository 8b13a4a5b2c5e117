package io.parallax.party;

import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Disclosed;
import io.parallax.core.Result;
import io.parallax.engine.MessageCodec;
import io.parallax.engine.SumProtocol;
import io.parallax.grpc.Registry.Offer;
import io.parallax.grpc.ViewCatalogue;
import io.parallax.remote.NetworkManifest;
import io.parallax.remote.NodeMessages;
import io.parallax.remote.NodeMessages.PredictionOpening;
import io.parallax.remote.NodeMessages.SetupOpening;
import io.parallax.remote.NodeMessages.TrainingOpening;
import io.parallax.remote.SumLimits;
import io.parallax.run.PartName;
import io.parallax.run.StudyDirections;
import io.parallax.study.Configured;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import io.parallax.study.rows.StudyData;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads studies and begins their parts with the rows that the party's file names. It is not final,
 * so that a test can show that a party which reveals too much is found.
 */
public class PartyStudies {
  /** Disclosures of every study: numbers of rows and columns, names of classes. */
  static final Set<String> TAKING_PART = Set.of(Disclosed.nameOf(NodeMessages.Rows.class));

  private static final Duration EXPIRING = Duration.ofMinutes(1);
  private static final int MOST_STUDIES = 100; // a page shows them all, again and again
  private static final int MOST_ROWS = 4; // which take memory
  private final PartyConfig party;
  private final LabelBudget labels;
  private final JudgedSplits judged;
  private final JointPredictions predictions;
  private Instant expiring = Instant.MIN;
  private long expired;
  private final Recent<ProposedStudy> studies = new Recent<>(MOST_STUDIES);
  private final Recent<StudyData> rows = new Recent<>(MOST_ROWS);

  public PartyStudies(PartyConfig party) {
    this.party = party;
    this.labels = LabelBudget.of(party);
    this.judged = JudgedSplits.of(party);
    this.predictions = new JointPredictions(party);
  }

  /** Returns what the owner shows researchers of the rows. */
  ViewCatalogue catalogue() {
    return party.rules().shown().catalogue(party);
  }

  /** Returns this party's side of joint predictions. */
  JointPredictions predictions() {
    return predictions;
  }

  /** Returns the manifest in a part's opening. */
  static byte[] manifest(String part, byte[] opening) {
    String text;
    if (part.equals(PartName.SETUP) || PartName.aligns(part)) {
      text = MessageCodec.decode(SetupOpening.class, opening).manifest();
    } else if (uses(part)) {
      text = MessageCodec.decode(PredictionOpening.class, opening).manifest();
    } else {
      text = MessageCodec.decode(TrainingOpening.class, opening).manifest();
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns whether a part uses the model of a finished study. */
  static boolean uses(String part) {
    return PartName.serves(part) || PartName.predicts(part);
  }

  /** Returns what a study asks of this party. */
  public Proposal read(byte[] manifest) {
    ProposedStudy asked =
        studies.get(NetworkManifest.hash(manifest), () -> ProposedStudy.read(manifest));
    Study study = asked.study();
    return new Proposal(
        asked,
        data(study),
        labels(study),
        judging(study, asked.id()),
        NodeMessages.labelReaders(study),
        directions(study),
        disclosures(study),
        reveals(study));
  }

  private Proposal.Data data(Study study) {
    List<String> views = views(study);
    return new Proposal.Data(
        views,
        views.stream().filter(view -> !party.data().containsKey(view)).toList(),
        columns(study));
  }

  private Proposal.Labels labels(Study study) {
    double epsilon = study.protection().labelEpsilon();
    if (!usesLabels(study) || epsilon == 0 || !study.task().learnsLabels()) {
      return new Proposal.Labels(usesLabels(study), 0, 0, 0);
    }
    return labels.asked(party.truthSource(study, views(study)), epsilon);
  }

  /** Returns how often results, including groups found without labels, are judged by labels. */
  private Proposal.Judging judging(Study study, String id) {
    return usesLabels(study)
        ? judged.asked(party.truthSource(study, views(study)), id, verdicts(study))
        : Proposal.Judging.NONE;
  }

  private static Proposal.Directions directions(Study study) {
    StudyDirections told = StudyDirections.of(study);
    return new Proposal.Directions(
        told.text(), told.atLeast(), told.trainings(), told.toLabelHolder(), told.learnt());
  }

  /** Returns the number of sets of scores that all splits compare with labels. */
  private static int verdicts(Study study) {
    long all = (long) study.trials() * SumLimits.verdicts(study) + SumLimits.certified(study);
    return (int) Math.min(all, Integer.MAX_VALUE);
  }

  /** Returns this party's views in a study. */
  private List<String> views(Study study) {
    return study.layout().spreadsRows()
        ? study.views().stream().filter(view -> !study.layout().lacks(party.name(), view)).toList()
        : study.layout().holders().stream()
            .filter(member -> member.id().equals(party.name()))
            .map(Layout.Holder::view)
            .toList();
  }

  /** Describes the rows that a study would use, as they are now. */
  public List<Decision.Rows> rows(Proposal proposal) {
    Study study = proposal.study();
    List<String> views = proposal.data().views();
    return new RowMarks(party.snapshots(proposal.id(), views), study).of(views, usesLabels(study));
  }

  /** Returns all that this party knows about a study that is offered or decided. */
  Dossier dossier(String study, List<Offer> offers, Dossier.Measuring measuring) {
    return Dossier.of(party, study, offers, measuring);
  }

  /**
   * Erases models that the owner's rule does not keep, looking now and then and when there is a new
   * one; returns sentences for the owner.
   */
  List<String> expire() {
    Instant now = Instant.now();
    PartyModels models = new PartyModels(party.state());
    long changed = models.changed();
    if (now.isBefore(expiring) && changed == expired) {
      return List.of();
    }
    expiring = now.plus(EXPIRING);
    expired = changed;
    return models.expire(party.models(), now);
  }

  /** Removes the snapshots of tables for a study that was not approved. */
  public void forget(String study) {
    TableSnapshot.remove(party.state().resolve("snapshots").resolve(study));
  }

  /** Returns whether a study uses this party's labels, to learn or to judge. */
  private boolean usesLabels(Study study) {
    return study.layout().spreadsRows()
        || study.layout().holders().stream()
            .anyMatch(m -> m.labels() && m.id().equals(party.name()));
  }

  /** Returns the columns of this party that a study names. */
  private List<String> columns(Study study) {
    return study.layout().sites().stream()
        .filter(site -> site.id().equals(party.name()))
        .flatMap(site -> site.views().values().stream())
        .flatMap(source -> source.columns().stream())
        .toList();
  }

  /** Returns the disclosures of the method with its settings, of the setup, and of judging. */
  private static Set<String> disclosures(Study study) {
    Set<String> all = new LinkedHashSet<>(disclosures(study.method()));
    all.addAll(shown(NodeMessages.after(study)));
    all.addAll(shown(NodeMessages.setup(study)));
    all.removeAll(TAKING_PART);
    all.removeAll(NodeMessages.VERDICTS);
    return all;
  }

  private static <C extends Record, R extends Result> Set<String> disclosures(
      Configured<C, R> method) {
    return method.method().disclosures(method.config());
  }

  /** Describes every message type, since nothing else can leave. */
  private static List<Proposal.Revealed> reveals(Study study) {
    return NodeMessages.learned(study).stream()
        .map(line -> new Proposal.Revealed(line.message(), line.way(), line.what()))
        .toList();
  }

  /**
   * Begins this party's side of a part.
   *
   * @param approved the owner's approval; other rows are rejected before anything leaves
   * @param ledger records the use of labels before it happens
   */
  public PartWork begin(
      Proposal proposal, Decision approved, String part, byte[] opening, Ledger ledger) {
    if (uses(part)) { // with the rows as they are now
      PredictionOpening how = MessageCodec.decode(PredictionOpening.class, opening);
      return predictions.begin(proposal, part, how);
    }
    ApprovedRows reader = new ApprovedRows(party, proposal, () -> rows(proposal));
    StudyData own = rows.get(proposal.id(), () -> reader.read(approved));
    return new PartBuilder(party, labels, judged, proposal, part, ledger).build(own, opening);
  }

  /** Removes what a part that has ended needs no more. */
  void ended(Proposal proposal, String part) {
    if (PartName.calibrates(part)) {
      CertaintyPart.ended(party, proposal.study(), proposal.id(), part);
    }
    LeftOutPart.ended(party, proposal, part);
  }

  /** Returns the names of answers that the coordinator sees one by one. */
  private static Set<String> shown(List<Class<? extends Ask<?>>> asks) {
    return asks.stream()
        .map(Answers::typeFor)
        .filter(Disclosed.class::isAssignableFrom)
        .map(Disclosed::nameOf)
        .collect(Collectors.toSet());
  }

  /** Returns the way in which this party adds up; tests put a modified program here. */
  public SumProtocol adding(SumProtocol sums) {
    return sums;
  }

  /** Removes this machine's folders from a failure's text. */
  public String told(String failure) {
    return party.folders().out(failure);
  }
}
