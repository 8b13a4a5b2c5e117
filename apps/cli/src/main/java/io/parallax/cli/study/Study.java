package io.parallax.cli.study;

import io.parallax.core.PartyId;
import io.parallax.data.Missing;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A study as its file describes it, checked.
 *
 * @param parties who holds which view; with a partition, the views of the pooled data set
 * @param partition how the rows of a pooled data set are spread over parties that hold all views
 */
public record Study(
    String name,
    Configured<?, ?> method,
    List<Member> parties,
    Optional<Partition> partition,
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

  /**
   * Rows over parties.
   *
   * @param parties how many; 0: one for every subject
   * @param alpha of the Dirichlet distribution
   * @param column of the label file that names the subject
   */
  public record Partition(How how, int parties, double alpha, Optional<String> column) {
    /** The way of spreading. */
    public enum How {
      IID,
      SUBJECT,
      DIRICHLET
    }
  }

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
