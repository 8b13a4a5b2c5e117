package io.parallax.remote;

import io.parallax.core.Result;
import io.parallax.privacy.Lookup;
import io.parallax.study.Configured;
import io.parallax.study.Study;
import io.parallax.study.file.StudyFile;
import java.util.concurrent.Executor;

/** Reads and runs studies between machines. */
public final class RemoteStudies {
  private RemoteStudies() {}

  /**
   * Reads a study file and rejects a study that cannot run between machines.
   *
   * @param source names the file in messages
   */
  public static Study read(String source, String yaml) {
    Study study = StudyFile.remote(source, yaml);
    SiteRules.check(study);
    return study;
  }

  /** Runs a study, or what is left of it, and returns its result as JSON. */
  public static String run(Job job) {
    Study study = NetworkManifest.read(job.manifest()).parse();
    return run(study, study.method(), job);
  }

  /**
   * Scores people of the party that the study names, and returns how many.
   *
   * @param request the name that this party has given to its request
   * @param known blinded ids that need not be asked for again
   */
  public static int predict(Job job, String request, Lookup.Listings known, Executor workers) {
    Study study = NetworkManifest.read(job.manifest()).parse();
    return predict(study, study.method(), job, request, known, workers);
  }

  private static <C extends Record, R extends Result> int predict(
      Study study,
      Configured<C, R> method,
      Job job,
      String request,
      Lookup.Listings known,
      Executor workers) {
    return new NetworkPrediction<>(study, method, job, request, known, workers)
        .run(study.extras().predict().orElseThrow());
  }

  private static <C extends Record, R extends Result> String run(
      Study study, Configured<C, R> method, Job job) {
    return new NetworkRun<>(study, method, job).run();
  }
}
