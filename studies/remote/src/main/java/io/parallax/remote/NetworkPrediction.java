package io.parallax.remote;

import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Rounds;
import io.parallax.core.RowLimits;
import io.parallax.engine.Absence;
import io.parallax.engine.MessageCodec;
import io.parallax.engine.Session;
import io.parallax.engine.Sizes;
import io.parallax.engine.SumProtocol;
import io.parallax.grpc.GrpcLink;
import io.parallax.grpc.Part;
import io.parallax.math.Matrix;
import io.parallax.privacy.Aligner;
import io.parallax.privacy.Lookup;
import io.parallax.privacy.LookupMessages;
import io.parallax.privacy.MaskedSum;
import io.parallax.privacy.Signing;
import io.parallax.remote.NodeMessages.PredictionOpening;
import io.parallax.run.PartName;
import io.parallax.run.Predictor;
import io.parallax.study.Configured;
import io.parallax.study.PredictionTerms;
import io.parallax.study.Study;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * One joint prediction between machines: finds the people that a party asks for at all parties, has
 * them scored by the sum of the parties' parts of the model, and gives the scores to that party.
 */
final class NetworkPrediction<C extends Record, R extends Result> {
  private final Study study;
  private final Configured<C, R> method;
  private final Job job;
  private final String request;
  private final SetupFacts facts;
  private final SortedSet<PartyId> parties;
  private final List<GrpcLink> opened = new CopyOnWriteArrayList<>();

  NetworkPrediction(
      Study study,
      Configured<C, R> method,
      Job job,
      String request,
      SetupFacts facts,
      SortedSet<PartyId> parties) {
    this.study = study;
    this.method = method;
    this.job = job;
    this.request = request;
    this.facts = facts;
    this.parties = PredictingParties.require(study, parties);
  }

  /**
   * Returns how many people were scored.
   *
   * @param known blinded ids that need not be asked for again
   * @param workers ask several parties at the same time
   */
  int run(PredictionTerms terms, Lookup.Listings known, Executor workers) {
    int groups = study.task().outcomes(facts.classes().size());
    Map<String, Long> letters = LookupMessages.letters(study.members().size(), groups);
    boolean partial = !study.protection().align().whole();
    try {
      SortedMap<PartyId, Aligner.Line> lines = new TreeMap<>();
      for (PartyId id : parties) {
        String part = PartName.serving(study.members().indexOf(id) + 1);
        lines.put(
            id,
            new PartyLine(this::open, id, part, opening(0), LookupMessages.asks(partial), letters));
      }
      Lookup lookup = new Lookup(terms.by(), lines, known, workers);
      return partial ? partial(lookup, groups) : whole(lookup, groups);
    } finally { // parties keep nothing of it, also if it has failed
      opened.forEach(GrpcLink::finish);
      opened.forEach(GrpcLink::close);
    }
  }

  private int whole(Lookup lookup, int groups) {
    int people = lookup.find();
    if (people > 0) {
      lookup.give(scores(new ScoredPeople(study, people, groups, facts.samples()[0])));
    }
    return people;
  }

  /** Scores all people asked for, each with the parts of those who have them. */
  private int partial(Lookup lookup, int groups) {
    int[] held = lookup.place(study.protection().leastAdding());
    lookup.give(scores(new ScoredPeople(study, held.length, groups, facts.samples()[0])), held);
    return held.length;
  }

  /** Opens a part of this request, which no party has opened before. */
  private GrpcLink open(String part, byte[] opening, LongSupplier newest, Set<PartyId> among) {
    GrpcLink link = job.links().open(part, opening, newest, among).anew();
    opened.add(link);
    return link;
  }

  private byte[] opening(int people) {
    String manifest = new String(job.manifest(), StandardCharsets.UTF_8);
    String among = parties.stream().map(PartyId::name).collect(Collectors.joining("\n"));
    return MessageCodec.encode(new PredictionOpening(manifest, request, people, among));
  }

  private Matrix scores(ScoredPeople scored) {
    String part = PartName.predicting(request);
    byte[] opening = opening(scored.people());
    return new Session(
            log -> open(part, opening, () -> 0, parties),
            scored.asks(method),
            sums(part, opening),
            Sizes.of(scored.letters(method)),
            Optional.empty(),
            Absence.STOP,
            Duration.ZERO,
            RowLimits.NONE,
            OptionalInt.empty())
        .run(
            () -> scored.predictor(method),
            traffic -> Rounds.of(Predictor.ROUNDS, Predictor.TOLERANCE),
            Session.Ended::found);
  }

  private SumProtocol sums(String part, byte[] opening) {
    return study.protection().masked()
        ? MaskedSum.ofAll(parties, new Part(job.study(), part).identity(opening), Signing.none())
            .bound()
        : SumProtocol.plain();
  }
}
