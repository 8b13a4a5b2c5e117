package io.parallax.remote;

import io.parallax.core.Result;
import io.parallax.study.Configured;
import io.parallax.study.Study;
import io.parallax.study.file.StudyFile;

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
    StudyFile.purpose(source, yaml); // rejects a study without one
    SiteRules.check(study);
    return study;
  }

  /** Runs a study, or what is left of it, and returns its result as JSON. */
  public static String run(Job job) {
    Study study = NetworkManifest.read(job.manifest()).parse();
    return run(study, study.method(), job);
  }

  private static <C extends Record, R extends Result> String run(
      Study study, Configured<C, R> method, Job job) {
    return new NetworkRun<>(study, method, job).run();
  }
}
