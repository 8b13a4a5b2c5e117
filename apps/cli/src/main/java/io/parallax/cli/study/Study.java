package io.parallax.cli.study;

import io.parallax.core.PartyId;
import io.parallax.data.Missing;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A study as its file describes it, checked. */
public record Study(
    String name,
    Configured<?, ?> method,
    List<Member> parties,
    Optional<Generated> generated,
    Evaluation evaluation,
    Stop stop,
    Preparation preparation,
    Map<String, List<Double>> search,
    boolean baselines,
    long seed) {

  /** One party: its view, where its rows and labels are, and what its owner allows. */
  public record Member(
      PartyId id,
      String view,
      Optional<Source> data,
      boolean labels,
      Optional<LabelSource> labelSource,
      Set<String> allow) {}

  /** A file of numbers. */
  public record Source(Path csv, String id) {}

  /** A file with a column of labels. */
  public record LabelSource(Path csv, String id, String column) {}

  /** Typing sessions made by the generator instead of files. */
  public record Generated(int sessions, int users) {}

  /** How results are judged: repeated splits, or folds. */
  public record Evaluation(Kind kind, double test, int repeats, int folds) {
    /** The way of splitting. */
    public enum Kind {
      STRATIFIED,
      FOLDS
    }

    public int trials() {
      return kind == Kind.FOLDS ? folds : repeats;
    }
  }

  /** When training ends. */
  public record Stop(int rounds, double tolerance) {}

  /** What is done to the columns before training. */
  public record Preparation(boolean scale, Missing missing) {}
}
