package io.parallax.cli.node;

import io.parallax.cli.model.Model;
import io.parallax.cli.model.ModelFolder;
import io.parallax.cli.model.ModelPart;
import io.parallax.cli.node.NodeMessages.SetupOpening;
import io.parallax.cli.node.NodeMessages.TrainingOpening;
import io.parallax.cli.study.Configured;
import io.parallax.cli.study.Exposure;
import io.parallax.cli.study.Study;
import io.parallax.cli.study.StudyData;
import io.parallax.cli.study.StudyDirections;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Disclosed;
import io.parallax.core.Method;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Result;
import io.parallax.core.RowLimits;
import io.parallax.engine.Hashes;
import io.parallax.engine.MessageCodec;
import io.parallax.party.Decision;
import io.parallax.party.Ledger;
import io.parallax.party.Proposal;
import io.parallax.party.Workplace;
import io.parallax.privacy.AlignMessages;
import io.parallax.privacy.AlignParty;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes a party's half of a study out of the rows that its file names. */
public final class NodeWorkplace implements Workplace {
  /** What every study is shown: numbers of rows and columns, names of classes. */
  private static final Set<String> TAKING_PART = Set.of(Disclosed.nameOf(NodeMessages.Rows.class));

  private static final int MOST_READ = 4;
  private final PartyConfig party;
  private final DrawnLabels drawn;
  private final JudgedSplits judged;
  private final Map<String, StudyData> read =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, StudyData> eldest) {
          return size() > MOST_READ;
        }
      };

  public NodeWorkplace(PartyConfig party) {
    this.party = party;
    this.drawn = DrawnLabels.of(party);
    this.judged = JudgedSplits.of(party);
  }

  @Override
  public byte[] manifest(String part, byte[] opening) {
    String text =
        part.equals(NodeLaboratory.SETUP) || NodeLaboratory.aligns(part)
            ? MessageCodec.decode(SetupOpening.class, opening).manifest()
            : MessageCodec.decode(TrainingOpening.class, opening).manifest();
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Proposal read(byte[] json) {
    NetworkManifest manifest = NetworkManifest.read(json);
    Study study = manifest.parse();
    SiteRules.check(study);
    Method<?, ?> method = study.method().method();
    return new Proposal(
        NetworkManifest.hash(json),
        study.name(),
        manifest.researcher(),
        method.name(),
        method.about().title(),
        study.members().stream().map(PartyId::name).sorted().toList(),
        manifest.parties(),
        study.stop().rounds(),
        study.trials(),
        study.extras().model(),
        study.protection().aggregation(),
        study.stop().goesOn(),
        labels(study),
        judging(study, NetworkManifest.hash(json)),
        directions(study),
        views(study),
        views(study).stream().filter(view -> !party.data().containsKey(view)).toList(),
        columns(study),
        disclosures(study),
        study.unpinned().stream().map(PartyId::name).toList(),
        reveals(study),
        manifest.study(),
        json);
  }

  /** Whether training is told this party's labels, or groups are compared with them. */
  private boolean told(Study study) {
    return !study.sites().isEmpty()
        || study.parties().stream().anyMatch(m -> m.labels() && m.id().equals(party.name()));
  }

  private Proposal.Labels labels(Study study) {
    double epsilon = study.protection().labelEpsilon();
    if (!told(study) || epsilon == 0 || study.clusters() > 0) {
      return new Proposal.Labels(told(study), 0, 0, 0);
    }
    return drawn.asked(party.labelSource(views(study)), epsilon);
  }

  /** Whose labels a result is judged by: also of groups, which are found without them. */
  private Proposal.Judging judging(Study study, String id) {
    return usesLabels(study)
        ? judged.asked(party.labelSource(views(study)), id, verdicts(study))
        : Proposal.Judging.NONE;
  }

  private static Proposal.Directions directions(Study study) {
    StudyDirections told = StudyDirections.of(study);
    return new Proposal.Directions(
        told.text(), told.atLeast(), told.trainings(), told.toLabelHolder(), told.learnt());
  }

  /** In all its splits. */
  private static int verdicts(Study study) {
    long all = (long) study.trials() * SumLimits.verdicts(study);
    return (int) Math.min(all, Integer.MAX_VALUE);
  }

  /** The views that this party has in the study. */
  private List<String> views(Study study) {
    return study.sites().isEmpty()
        ? study.parties().stream()
            .filter(member -> member.id().equals(party.name()))
            .map(Study.Member::view)
            .toList()
        : study.views();
  }

  @Override
  public List<Decision.Rows> rows(Proposal proposal) {
    Study study = NetworkManifest.read(proposal.manifest()).parse();
    return new RowMarks(party.snapshots(proposal.id(), views(study)), study)
        .of(views(study), usesLabels(study));
  }

  /** A table is read anew the next time. */
  @Override
  public void forget(String study) {
    Snapshot.remove(party.state().resolve("snapshots").resolve(study));
  }

  /** Whether the study uses this party's labels: to learn, or to judge. */
  private boolean usesLabels(Study study) {
    return !study.sites().isEmpty()
        || study.parties().stream().anyMatch(m -> m.labels() && m.id().equals(party.name()));
  }

  /** The columns of this party that the study names. */
  private List<String> columns(Study study) {
    return study.sites().stream()
        .filter(site -> site.id().equals(party.name()))
        .flatMap(site -> site.views().values().stream())
        .flatMap(source -> source.columns().stream())
        .toList();
  }

  /** Those of the method with its settings, and those that judging needs. */
  private static Set<String> disclosures(Study study) {
    Set<String> all = new LinkedHashSet<>(disclosures(study.method()));
    all.addAll(shown(NodeMessages.after(study)));
    all.addAll(shown(NodeMessages.setup(study)));
    all.removeAll(TAKING_PART);
    return all;
  }

  private static <C extends Record, R extends Result> Set<String> disclosures(
      Configured<C, R> method) {
    return method.method().disclosures(method.config());
  }

  /** From the message types: they are all that can leave. */
  private static List<Proposal.Revealed> reveals(Study study) {
    List<Class<? extends Ask<?>>> asks = new ArrayList<>();
    if (study.protection().align().apart()) {
      asks.addAll(AlignMessages.ALL);
    }
    asks.addAll(NodeMessages.setup(study));
    asks.addAll(Exposure.asks(study.method()));
    asks.addAll(NodeMessages.after(study));
    return Exposure.lines(asks).stream()
        .map(line -> new Proposal.Revealed(line.message(), line.way(), line.what()))
        .toList();
  }

  @Override
  public Work begin(
      Proposal proposal, Decision approved, String part, byte[] opening, Ledger ledger) {
    Study study = NetworkManifest.read(proposal.manifest()).parse();
    StudyData rows = rows(proposal, study, approved);
    party.policy().requireRows(party.name().name(), rows.ids().size());
    String truth = party.labelSource(views(study));
    double epsilon = proposal.labels().epsilon();
    if (epsilon > 0 && study.sites().isEmpty()) { // else all parties' classes are not known yet
      drawn.require(rows, truth, epsilon);
    }
    Study.Align align = study.protection().align();
    AlignmentFile alignment =
        new AlignmentFile(
            party.state(), NetworkManifest.read(proposal.manifest()), study, rows.ids());
    if (NodeLaboratory.aligns(part)) {
      if (!part.equals(NodeLaboratory.aligning(study.members().indexOf(party.name()) + 1))) {
        throw new ProtocolViolation("part " + part + " aligns the ids of another party");
      }
      byte[] secret = Secret.bytes(party.state(), "align " + proposal.id());
      Set<PartyId> all = Set.copyOf(study.members());
      return new Work(
          new AlignParty(
              party.name(),
              rows.ids(),
              secret,
              new AlignParty.Terms(all, align.pad(), party.policy().alignMost()),
              new AlignmentNotes(
                  alignment,
                  party.state().resolve("alignments").resolve(proposal.id()),
                  sizes -> ledger.heard(proposal.id(), part, "SetSizes", sizes))),
          AlignMessages.ALL,
          1,
          align.apart() ? AlignMessages.disclosures() : Set.of(),
          RowLimits.NONE,
          AlignMessages.letters(study.members().size()),
          false);
    }
    if (align.apart()) {
      rows = LocalRows.ordered(rows, alignment.common());
      party.policy().requireRows(party.name().name(), rows.ids().size());
    }
    Path remembered = party.state().resolve("judged").resolve(proposal.id());
    ToldFacts told = new ToldFacts(remembered.resolve("told"));
    if (part.equals(NodeLaboratory.SETUP)) {
      return new Work(
          new SetupParty(
              party.name(),
              study,
              rows,
              proposal.id(),
              Secret.bytes(party.state(), "setup " + proposal.id()),
              told),
          NodeMessages.setup(study),
          study.members().size(),
          TAKING_PART,
          RowLimits.NONE,
          NodeMessages.setupLetters(study),
          true,
          rows.constants(IntStream.range(0, rows.codes().length).toArray()));
    }
    TrainingOpening how = MessageCodec.decode(TrainingOpening.class, opening);
    if (!part.equals(NodeLaboratory.part(how.trial()))) {
      throw new ProtocolViolation("part " + part + " was opened for split " + how.trial());
    }
    NodeLaboratory.requireTrial(study, how.trial());
    List<Class<? extends Ask<?>>> asks = new ArrayList<>(study.method().method().asks());
    asks.addAll(NodeMessages.after(study));
    Training training =
        new Training(
            party.name(),
            study,
            rows,
            how,
            Secret.of(party.state(), proposal.id(), how.trial()),
            own ->
                epsilon == 0
                    ? own
                    : drawn.taught(
                        own,
                        truth,
                        epsilon,
                        folderName(proposal),
                        (source, spent, name) ->
                            ledger.drawing(proposal.id(), part, source, spent, name)),
            (model, own) -> keep(proposal, model, own),
            new OneVerdict(
                remembered.resolve(part),
                () -> judged.count(truth, proposal.id(), part, SumLimits.verdicts(study), ledger)),
            new CutRows(remembered.resolve(part)),
            told);
    party
        .policy()
        .requireDirections(
            party.name().name(),
            training.directions(study.method()),
            StudyDirections.of(study).trainings());
    Party half = training.party(study.method());
    return new Work(
        half,
        asks,
        study.members().size(),
        Set.of(),
        training.limits(study.method()),
        training.letters(study.method(), half),
        true);
  }

  private static String folderName(Proposal proposal) {
    return proposal.name() + "-" + proposal.id().substring(0, 8);
  }

  /** The names of what is seen one by one. */
  private static Set<String> shown(List<Class<? extends Ask<?>>> asks) {
    return asks.stream()
        .map(Answers::typeFor)
        .filter(Disclosed.class::isAssignableFrom)
        .map(Disclosed::nameOf)
        .collect(Collectors.toSet());
  }

  private StudyData rows(Proposal proposal, Study study, Decision approved) {
    synchronized (read) {
      return read.computeIfAbsent(proposal.id(), id -> approved(proposal, study, approved));
    }
  }

  /** The rows that were approved: what they are read from is the same before and after. */
  private StudyData approved(Proposal proposal, Study study, Decision approved) {
    approved.requireRows(rows(proposal));
    StudyData found = LocalRows.read(party.snapshots(proposal.id(), views(study)), study);
    approved.requireRows(rows(proposal));
    Path first = party.state().resolve("rows").resolve(proposal.id());
    if (!FirstTime.orAgain(first, shape(found))) {
      throw new BadInput(
          "the rows of study %s have other ids or columns than when it began; propose the study anew, or restore them"
              .formatted(proposal.name()));
    }
    return found;
  }

  /** What is known of all rows, wherever they lie. */
  private static byte[] shape(StudyData rows) {
    return (Hashes.ofLines(rows.ids()) + "\n" + rows.columns()).getBytes(StandardCharsets.UTF_8);
  }

  private void keep(Proposal proposal, Model model, ModelPart own) {
    Path folder = party.state().resolve("models").resolve(folderName(proposal));
    ModelFolder.at(folder).write(model, List.of(own));
  }

  @Override
  public String told(String failure) {
    return party.folders().out(failure);
  }

  @Override
  public void end(Proposal proposal, String part, Work work) {}
}
