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
import io.parallax.grpc.Part;
import io.parallax.math.Matrix;
import io.parallax.privacy.Aligner;
import io.parallax.privacy.Lookup;
import io.parallax.privacy.LookupMessages;
import io.parallax.privacy.MaskedSum;
import io.parallax.privacy.Signing;
import io.parallax.remote.NodeMessages.PredictionOpening;
import io.parallax.run.KeptResults;
import io.parallax.run.PartName;
import io.parallax.run.Predictor;
import io.parallax.study.Configured;
import io.parallax.study.PredictionTerms;
import io.parallax.study.Study;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executor;

/**
 * One joint prediction between machines: finds the people that a party asks for at all parties, has
 * them scored by the sum of the parties' parts of the model, and gives the scores to that party.
 */
final class NetworkPrediction<C extends Record, R extends Result> {
  private final Study study;
  private final Configured<C, R> method;
  private final Job job;
  private final String request;
  private final Lookup.Listings known;
  private final Executor workers;

  NetworkPrediction(
      Study study,
      Configured<C, R> method,
      Job job,
      String request,
      Lookup.Listings known,
      Executor workers) {
    this.study = study;
    this.method = method;
    this.job = job;
    this.request = request;
    this.known = known;
    this.workers = workers;
  }

  /** Returns how many people were scored. */
  int run(PredictionTerms terms) {
    int groups = groups();
    Map<String, Long> letters = LookupMessages.letters(study.members().size(), groups);
    List<PartyLine> open = new ArrayList<>();
    try {
      SortedMap<PartyId, Aligner.Line> lines = new TreeMap<>();
      for (PartyId id : study.members()) {
        PartyLine line =
            new PartyLine(
                job.links(),
                id,
                PartName.serving(open.size() + 1),
                opening(0),
                LookupMessages.ALL,
                letters);
        open.add(line);
        lines.put(id, line);
      }
      Lookup lookup = new Lookup(terms.by(), lines, known, workers);
      int people = lookup.find();
      if (people > 0) {
        lookup.give(scores(new ScoredPeople(study, people, groups)));
      }
      open.forEach(PartyLine::finish);
      return people;
    } finally {
      open.forEach(PartyLine::close);
    }
  }

  private byte[] opening(int people) {
    String manifest = new String(job.manifest(), StandardCharsets.UTF_8);
    return MessageCodec.encode(new PredictionOpening(manifest, request, people));
  }

  private int groups() {
    SetupFacts facts =
        new KeptResults(job.folder()).read(NetworkRun.SETUP_FILE, SetupFacts.class).orElseThrow();
    return study.task().outcomes(facts.classes().size());
  }

  private Matrix scores(ScoredPeople scored) {
    String part = PartName.predicting(request);
    byte[] opening = opening(scored.people());
    return new Session(
            log -> job.links().open(part, opening, () -> 0, Set.copyOf(study.members())),
            method.method().scoringAsks(method.config()),
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
        ? MaskedSum.ofAll(
            new TreeSet<>(study.members()),
            new Part(job.study(), part).identity(opening),
            Signing.none())
        : SumProtocol.plain();
  }
}
