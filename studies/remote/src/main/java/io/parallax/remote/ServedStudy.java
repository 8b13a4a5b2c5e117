package io.parallax.remote;

import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.privacy.Lookup;
import io.parallax.run.KeptResults;
import io.parallax.study.Configured;
import io.parallax.study.Study;
import java.util.SortedSet;
import java.util.concurrent.Executor;

/** A finished study whose model is used, with all that its predictions have in common. */
public final class ServedStudy {
  private final Study study;
  private final Lookup.Listings known = new Lookup.Listings();
  private SetupFacts facts;

  public ServedStudy(byte[] manifest) {
    this.study = NetworkManifest.read(manifest).parse();
  }

  public Study study() {
    return study;
  }

  /**
   * Scores people of the party that the study names, and returns how many.
   *
   * @param request the name that this party has given to its request
   * @param parties those that take part
   */
  public int predict(Job job, String request, SortedSet<PartyId> parties, Executor workers) {
    return predict(study.method(), job, request, parties, workers);
  }

  private <C extends Record, R extends Result> int predict(
      Configured<C, R> method,
      Job job,
      String request,
      SortedSet<PartyId> parties,
      Executor workers) {
    return new NetworkPrediction<>(study, method, job, request, facts(job), parties)
        .run(study.extras().predict().orElseThrow(), known, workers);
  }

  private synchronized SetupFacts facts(Job job) {
    if (facts == null) {
      facts =
          new KeptResults(job.folder()).read(NetworkRun.SETUP_FILE, SetupFacts.class).orElseThrow();
    }
    return facts;
  }
}
