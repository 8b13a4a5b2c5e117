package io.parallax.cli.node;

import io.parallax.cli.study.Configured;
import io.parallax.cli.study.Study;
import io.parallax.cli.study.StudyFile;
import io.parallax.coordinator.Gallery;
import io.parallax.coordinator.Laboratory;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Result;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Runs studies between machines. */
public final class NodeLaboratory implements Laboratory {
  static final String SETUP = "setup";

  /** Stands for the model of all rows where a split's number is expected. */
  static final int MODEL = 0;

  private static final String ALIGN = "align-";

  /** The part in which one party's ids are blinded; the others do not hear of it. */
  static String aligning(int member) {
    return ALIGN + member;
  }

  static boolean aligns(String part) {
    return part.startsWith(ALIGN);
  }

  /** Refuses to train a model of all rows for a study that has none. */
  static void requireTrial(Study study, int trial) {
    if (trial == MODEL && !study.extras().model()) {
      throw new ProtocolViolation(
          "the study keeps no model of all rows, and one was to be trained");
    }
  }

  static String part(int trial) {
    return trial == MODEL ? "model" : "split-%02d".formatted(trial);
  }

  /** What a split's random numbers are for: as in a simulation, so that they are the same. */
  static String purpose(int trial) {
    return trial == MODEL ? "model" : "split-" + trial;
  }

  private final NodeGallery gallery;

  /** Without runs to show. */
  public NodeLaboratory() {
    this(Optional.empty());
  }

  /**
   * @param runs a folder of runs in one process that the dashboard shows, too
   */
  public NodeLaboratory(Optional<Path> runs) {
    this.gallery = new NodeGallery(runs);
  }

  @Override
  public Gallery gallery() {
    return gallery;
  }

  @Override
  public Draft read(String yaml) {
    return read("the study", yaml);
  }

  /**
   * @param source what messages call the study
   */
  public static Draft read(String source, String yaml) {
    Study study = StudyFile.remote(source, yaml);
    SiteRules.check(study);
    return new Draft(study.name(), study.method().method().name(), study.members());
  }

  @Override
  public byte[] manifest(String yaml, String researcher, SortedMap<PartyId, String> fingerprints) {
    SortedMap<String, String> keys = new TreeMap<>();
    fingerprints.forEach((id, key) -> keys.put(id.name(), key));
    return NetworkManifest.of(yaml, researcher, keys).json();
  }

  @Override
  public String run(Job job) {
    NetworkManifest manifest = NetworkManifest.read(job.manifest());
    Study study = manifest.parse();
    return run(study, study.method(), job);
  }

  private static <C extends Record, R extends Result> String run(
      Study study, Configured<C, R> method, Job job) {
    return new NetworkRun<>(study, method, job).run();
  }
}
