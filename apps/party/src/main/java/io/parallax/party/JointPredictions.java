package io.parallax.party;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.core.Result;
import io.parallax.core.RowLimits;
import io.parallax.grpc.Registry;
import io.parallax.math.Matrix;
import io.parallax.privacy.AskingParty;
import io.parallax.privacy.HoldingParty;
import io.parallax.privacy.LookupLimits;
import io.parallax.privacy.LookupMessages;
import io.parallax.remote.NodeMessages.PredictionOpening;
import io.parallax.run.PartName;
import io.parallax.run.Predictor;
import io.parallax.run.ViewCounts;
import io.parallax.study.Configured;
import io.parallax.study.PredictionTerms;
import io.parallax.study.Study;
import io.parallax.study.model.ModelFolder;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;

/** This party's side of joint predictions with the models of its studies. */
final class JointPredictions {
  private static final int MOST_WAITING = 64;
  private static final long SECOND = 1_000_000_000;
  private final PartyConfig party;
  private final PredictionCounts counts;
  private final Map<String, PredictionRequest> requests = new ConcurrentHashMap<>();
  private final Map<String, List<String>> asked = // the people of requests that are not scored yet
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<String>> eldest) {
          return size() > MOST_WAITING;
        }
      };
  private final Map<String, ServedModel> models = new HashMap<>();
  private final Map<String, String> whole = new ConcurrentHashMap<>(); // by study, how sure all are

  JointPredictions(PartyConfig party) {
    this(party, Clock.systemUTC());
  }

  JointPredictions(PartyConfig party, Clock clock) {
    this.party = party;
    this.counts = new PredictionCounts(party.state(), clock);
  }

  /**
   * People and their scores, as the party that asked is given them.
   *
   * @param classes the names of the columns of the scores
   * @param absent ids that this party or another one does not have
   * @param held how many parties have each of the people; empty: all do
   * @param parties how many there are in the study
   * @param note what the user must know of the scores; most often empty
   * @param certain the sets or intervals of the people, if the study states them
   * @param before how sure scores by all parties were before, if none of these is; else null
   */
  record Predicted(
      String study,
      String name,
      List<String> classes,
      List<String> ids,
      List<double[]> scores,
      List<String> absent,
      int[] held,
      int parties,
      String note,
      @JsonInclude(JsonInclude.Include.NON_NULL) StatedRegions certain,
      @JsonInclude(JsonInclude.Include.NON_NULL) String before) {}

  /**
   * Scores people of this party.
   *
   * @param told classes by id, of people who are asked for as well; null: none
   * @param seconds the most time that it may take
   * @param ask asks the coordinator to answer the request of this name in so many seconds
   */
  Predicted predict(
      Proposal proposal,
      List<String> ids,
      Map<String, String> told,
      int seconds,
      BiFunction<String, Integer, Registry.Predicted> ask) {
    Study study = proposal.study();
    requireAsker(study);
    Set<String> wanted = PredictionRequest.wanted(study, ids);
    KnownPeople known = KnownPeople.of(party, proposal, told);
    ServedModel model = model(proposal);
    PredictionRequest request = request(proposal, model, known.among(wanted), known);
    Registry.Predicted done = new Registry.Predicted(0, "", "");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    int attempts = study.protection().align().whole() ? 1 : study.members().size();
    for (int i = 0; i < attempts && !request.wanted().isEmpty() && done.people() == 0; i++) {
      int left = (int) TimeUnit.NANOSECONDS.toSeconds(end - System.nanoTime() + SECOND - 1);
      if (i > 0 && left < 1) {
        break;
      }
      int share = i < attempts - 1 ? Math.max(1, 2 * left / 3) : left; // the rest without the late
      done = asked(request, name -> ask.apply(name, share)); // again without a party that was lost
    }
    if (!done.missing().isEmpty() && done.people() == 0) {
      return without(done, proposal, ids);
    }
    return found(proposal, model, wanted, request, notes(proposal, model, known, request, done));
  }

  /** Returns predictions by this party's own part of a model; nothing leaves for them. */
  OwnPart own() {
    return new OwnPart(party);
  }

  private PredictionRequest request(
      Proposal proposal, ServedModel model, List<String> all, KnownPeople known) {
    if (!known.none()) {
      known.requireClasses(model.outcomes());
      known.requireJudged(judged(proposal));
      PredictionRequest.requireFew(all.size());
    }
    return new PredictionRequest(all.stream().filter(model::has).toList());
  }

  private Path judged(Proposal proposal) {
    return PartBuilder.judged(party, proposal);
  }

  /** Returns what the user must know; refuses scores that known people speak against. */
  private String notes(
      Proposal proposal,
      ServedModel model,
      KnownPeople known,
      PredictionRequest request,
      Registry.Predicted done) {
    List<String> notes = new ArrayList<>();
    if (!done.missing().isEmpty()) {
      notes.add(done.missing() + "; these scores are without its part");
    }
    if (!known.none()) {
      Matrix scores = request.scores().orElse(Matrix.zeros(1, model.outcomes().size()));
      known
          .judge(judged(proposal), request.found(), scores, model.outcomes())
          .ifPresent(notes::add);
    }
    return String.join("; ", notes);
  }

  private Registry.Predicted asked(
      PredictionRequest request, Function<String, Registry.Predicted> ask) {
    String name = name();
    requests.put(name, request);
    try {
      return ask.apply(name);
    } finally {
      requests.remove(name);
    }
  }

  private Predicted found(
      Proposal proposal,
      ServedModel model,
      Set<String> wanted,
      PredictionRequest request,
      String note) {
    Set<String> absent = new LinkedHashSet<>(wanted);
    request.found().forEach(absent::remove);
    List<String> people = wanted.stream().filter(id -> !absent.contains(id)).toList();
    List<Integer> places = request.places(people);
    int parties = proposal.parties().size();
    Optional<Predictor.Predicted> stated =
        request
            .scores()
            .map(
                all ->
                    new Predictor(folder(party, proposal))
                        .stated(
                            request.found(),
                            all,
                            request.present(parties),
                            request.held().length > 0));
    return new Predicted(
        proposal.id(),
        proposal.name(),
        model.outcomes(),
        people,
        rows(stated.map(Predictor.Predicted::scores), places),
        List.copyOf(absent),
        request.heldAt(places),
        parties,
        note,
        stated.flatMap(StatedRegions::of).map(own -> own.at(places)).orElse(null),
        stated.flatMap(own -> before(proposal.id(), own, parties)).orElse(null));
  }

  /** Returns how sure scores by all parties were before; remembers it if some of these are. */
  private Optional<String> before(String study, Predictor.Predicted found, int parties) {
    Optional<String> now =
        found
            .views()
            .flatMap(
                held -> new ViewCounts(held, parties, found.scores(), found.regions()).byAll());
    now.ifPresent(text -> whole.put(study, text));
    return found.views().isEmpty() || now.isPresent()
        ? Optional.empty()
        : Optional.ofNullable(whole.get(study));
  }

  private static List<double[]> rows(Optional<Matrix> scores, List<Integer> places) {
    return scores.map(all -> places.stream().map(all::row).toList()).orElse(List.of());
  }

  /** Answers without another party as the method allows, or says why not. */
  private Predicted without(Registry.Predicted done, Proposal proposal, List<String> ids) {
    String note =
        "%s; these scores are by the part of %s alone, not by all parties"
            .formatted(done.missing(), party.name());
    return own()
        .own(proposal, ids, note)
        .orElseThrow(
            () ->
                new BadInput(
                    "%s, and %s scores people only with the parts of all parties; %s"
                        .formatted(done.missing(), OwnPart.title(proposal), done.advice())));
  }

  private static String name() {
    byte[] drawn = new byte[16];
    new SecureRandom().nextBytes(drawn);
    return HexFormat.of().formatHex(drawn);
  }

  private void requireAsker(Study study) {
    PartyId by = terms(study).by();
    if (!by.equals(party.name())) {
      throw new BadInput(
          "study %s lets party %s ask for predictions, not party %s; ask there"
              .formatted(study.name(), by, party.name()));
    }
  }

  private static PredictionTerms terms(Study study) {
    return study
        .extras()
        .predict()
        .orElseThrow(
            () ->
                new BadInput(
                    "study %s allows no joint predictions; submit one with 'predict: PARTY'"
                        .formatted(study.name())));
  }

  /** Returns the part of a study's model with this party's rows as they are now. */
  private synchronized ServedModel model(Proposal proposal) {
    ModelFolder folder = folder(party, proposal);
    ServedModel known = models.get(proposal.id());
    if (known == null || !known.current(party, folder)) {
      known = ServedModel.read(party, proposal.study(), folder, secret(proposal));
      models.put(proposal.id(), known);
    }
    return known;
  }

  static ModelFolder folder(PartyConfig party, Proposal proposal) {
    return ModelFolder.at(
        party.state().resolve("models").resolve(PartBuilder.folderName(proposal)));
  }

  private byte[] secret(Proposal proposal) {
    return Secret.bytes(party.state(), "serve " + proposal.id());
  }

  /** Begins this party's side of a part of a request. */
  PartWork begin(Proposal proposal, String part, PredictionOpening opening) {
    PredictionTerms terms = terms(proposal.study());
    boolean known =
        PartName.serves(part)
            ? part.equals(PartName.serving(place(proposal.study())))
            : part.equals(PartName.predicting(opening.request()));
    if (!known) {
      throw new ProtocolViolation("part " + part + " belongs to another party or request");
    }
    opening.parties(proposal.study()); // refuses others than the study allows
    ServedModel model = model(proposal);
    return PartName.serves(part)
        ? lookup(proposal, terms, model, opening.request())
        : scoring(proposal.study().method(), model, opening);
  }

  private int place(Study study) {
    return study.members().indexOf(party.name()) + 1;
  }

  private PartWork lookup(
      Proposal proposal, PredictionTerms terms, ServedModel model, String request) {
    LookupLimits limits =
        counts.of(
            proposal.id(),
            terms,
            party.policy().disclosure().predictions(),
            party.policy().alignMost().most(model.people()));
    boolean partial = !proposal.study().protection().align().whole();
    return new PartWork(
        terms.by().equals(party.name())
            ? asking(model, limits, request)
            : new HoldingParty(model.blinded(), limits, ids -> remember(request, ids)),
        LookupMessages.asks(partial),
        1,
        LookupMessages.disclosures(partial),
        RowLimits.NONE,
        LookupMessages.letters(proposal.study().members().size(), model.outcomes().size()),
        false,
        List.of());
  }

  private Party asking(ServedModel model, LookupLimits limits, String request) {
    PredictionRequest wanted = requests.get(request);
    if (wanted == null) {
      throw new Refused("party " + party.name() + " has not asked for these predictions");
    }
    return new AskingParty(
        wanted.wanted(),
        model.blinded(),
        limits,
        ids -> {
          wanted.found(ids);
          remember(request, ids);
        },
        wanted::scored);
  }

  private void remember(String request, List<String> ids) {
    synchronized (asked) {
      asked.put(request, ids);
    }
  }

  /** Scores the people of a request, once. */
  private <C extends Record, R extends Result> PartWork scoring(
      Configured<C, R> method, ServedModel model, PredictionOpening opening) {
    List<String> people;
    synchronized (asked) {
      people = asked.remove(opening.request());
    }
    if (people == null || people.size() != opening.people()) {
      throw new Refused(
          "party %s was not told of these people, or has scored them already"
              .formatted(party.name()));
    }
    Party half = model.scoring(people);
    Map<String, Long> letters = model.scored(people.size()).letters(method);
    half.sizes().forEach((letter, most) -> letters.merge(letter, most, Math::min));
    List<Class<? extends Ask<?>>> asks = model.scored(people.size()).asks(method);
    int parties = opening.parties(model.scored(people.size()).study()).size();
    return new PartWork(half, asks, parties, Set.of(), RowLimits.NONE, letters, false, List.of());
  }
}
