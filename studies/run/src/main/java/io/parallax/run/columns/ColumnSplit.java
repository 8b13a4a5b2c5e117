package io.parallax.run.columns;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.data.Column;
import io.parallax.data.Missing;
import io.parallax.data.Scaler;
import io.parallax.data.Scaling;
import io.parallax.data.Table;
import io.parallax.eval.PartyCorrelation;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import io.parallax.study.rows.PartyFolders;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudyReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Cuts the columns of one pooled table into parties, by importance or by correlation, as VertiBench
 * does (Wu, Hou and He, ICLR 2024).
 *
 * @param study whose only party holds the table
 * @param how the table is cut
 */
public record ColumnSplit(Study study, How how) {
  /** The most columns, those of categories counted each, whose correlations are measured. */
  static final int MOST_CORRELATED = 1000;

  private static final int MOST_CLASSES = 50;
  private static final int CORRELATED_ROWS = 5_000;
  private static final int LEARNT_ROWS = 20_000;
  private static final int MOST_NUMBERS = 20_000_000;

  /**
   * The way of cutting.
   *
   * @param byImportance whether the parties' shares of importance are drawn, or correlation counts
   * @param alpha of the Dirichlet distribution of the shares
   * @param beta where Icor is to lie in its range: at 0 columns that correlate are together, at 1
   *     apart
   */
  public record How(boolean byImportance, double alpha, double beta, int parties, long seed) {
    public How {
      if (!(alpha > 0 && alpha < Double.MAX_VALUE)) {
        throw new BadInput("--alpha is " + alpha + " and must be above 0");
      }
      if (!(beta >= 0 && beta <= 1)) {
        throw new BadInput("--beta is " + beta + " and must be from 0 to 1");
      }
      if (parties < 2) {
        throw new BadInput("--parties is " + parties + " and must be at least 2");
      }
    }
  }

  /**
   * One party.
   *
   * @param drawn its share of importance as it was drawn; NaN if none was
   * @param importance the share that it has; NaN if it is not known
   * @param inside Pcor of its columns
   * @param between the mean Pcor with the other parties' columns
   */
  public record Share(
      String party,
      List<String> columns,
      double drawn,
      double importance,
      double inside,
      double between) {}

  /**
   * The parties that were made.
   *
   * @param icor the mean difference of correlation between and inside parties; NaN if there are too
   *     many columns
   * @param low the least Icor that was found; NaN if it was not looked for
   * @param high the largest
   */
  public record Done(List<Share> shares, int rows, double icor, double low, double high) {
    /** Returns where in its range Icor lies. */
    public double beta() {
      return high > low ? (icor - low) / (high - low) : 0;
    }
  }

  /** The table, its columns and what is known of them. */
  private record Pooled(StudyData data, List<Column> columns, List<int[]> features, Table table) {
    static Pooled of(StudyData data) {
      String view = data.study().views().get(0);
      List<Column> columns = data.columns().get(view);
      List<int[]> features = new ArrayList<>();
      int at = 0;
      for (Column column : columns) {
        int width = column.features().size();
        features.add(IntStream.range(at, at + width).toArray());
        at += width;
      }
      return new Pooled(data, columns, features, data.tables().get(view));
    }

    /** Returns rows drawn at random, standardised; missing values are means. */
    Matrix rows(int[] some) {
      Table rows = table.at(some);
      return Scaler.fit(Scaling.STANDARD, rows).apply(rows, Missing.MEAN);
    }

    int width() {
      return table.columns().size();
    }
  }

  /**
   * Writes the parties' files and the study that runs on them.
   *
   * @param text of the study
   */
  public Done write(String text, Path out) {
    PartyFolders.requireEmpty(out);
    Pooled pooled = Pooled.of(StudyReader.load(study));
    if (pooled.columns().size() < how.parties()) {
      throw new BadInput(
          "the table has %d columns for %d parties; each needs one; take fewer parties"
              .formatted(pooled.columns().size(), how.parties()));
    }
    Done done = cut(pooled);
    PartyFolders.write(with(done), text, out);
    return done;
  }

  private Done cut(Pooled pooled) {
    Rng rng = Rng.of(how.seed()).child("columns");
    int rows = pooled.data().codes().length;
    Optional<double[]> importance = importance(pooled, rng);
    Optional<PartyCorrelation> correlation = correlation(pooled, rng);
    if (how.byImportance()) {
      double[] known = importance.orElseThrow(this::noClasses);
      ImportanceCut cut = ImportanceCut.of(known, how.parties(), how.alpha(), rng.child("cut"));
      return done(pooled, cut.party(), cut.shares(), importance, correlation, null);
    }
    CorrelationCut.Found found =
        new CorrelationCut(
                correlation.orElseThrow(() -> tooMany(pooled)),
                pooled.features(),
                how.parties(),
                rng.child("cut"))
            .at(how.beta());
    double[] none = new double[how.parties()];
    Arrays.fill(none, Double.NaN);
    return done(pooled, found.cut().party(), none, importance, correlation, found);
  }

  private BadInput noClasses() {
    return new BadInput(
        "the labels have more than %d classes, for which importance is not measured; cut by correlation, or group labels with 'classes' in a study file"
            .formatted(MOST_CLASSES));
  }

  private static BadInput tooMany(Pooled pooled) {
    return new BadInput(
        "the table has %,d columns, each category counted; a cut by correlation takes at most %,d; cut by importance"
            .formatted(pooled.width(), MOST_CORRELATED));
  }

  /** Returns the importance of each column; empty if there are too many classes to learn. */
  private Optional<double[]> importance(Pooled pooled, Rng rng) {
    StudyData data = pooled.data();
    if (data.classes().size() > MOST_CLASSES) {
      return Optional.empty();
    }
    int most = Math.min(LEARNT_ROWS, Math.max(1, MOST_NUMBERS / pooled.width()));
    int[] some = sample(data.codes().length, most, rng.child("learnt"));
    return Optional.of(
        ColumnImportance.of(
            pooled.rows(some),
            data.select(some),
            data.classes().size(),
            pooled.features(),
            rng.child("importance")));
  }

  private Optional<PartyCorrelation> correlation(Pooled pooled, Rng rng) {
    int[] some = sample(pooled.data().codes().length, CORRELATED_ROWS, rng.child("correlated"));
    return pooled.width() > MOST_CORRELATED
        ? Optional.empty()
        : Optional.of(PartyCorrelation.of(pooled.rows(some)));
  }

  private static int[] sample(int rows, int most, Rng rng) {
    int[] all = rng.permutation(rows);
    int[] some = Arrays.copyOf(all, Math.min(rows, most));
    Arrays.sort(some);
    return some;
  }

  private Done done(
      Pooled pooled,
      int[] party,
      double[] drawn,
      Optional<double[]> importance,
      Optional<PartyCorrelation> correlation,
      CorrelationCut.Found found) {
    List<int[]> places = CorrelationCut.places(pooled.features(), party, how.parties());
    double[][] table =
        correlation
            .map(known -> known.table(places))
            .orElse(new double[how.parties()][how.parties()]);
    List<Share> shares = new ArrayList<>();
    for (int p = 0; p < how.parties(); p++) {
      int own = p;
      int[] columns = IntStream.range(0, party.length).filter(j -> party[j] == own).toArray();
      shares.add(
          new Share(
              "party-" + (p + 1),
              Arrays.stream(columns).mapToObj(j -> pooled.columns().get(j).name()).toList(),
              drawn[p],
              importance
                  .map(known -> Arrays.stream(columns).mapToDouble(j -> known[j]).sum())
                  .orElse(Double.NaN),
              correlation.isEmpty() ? Double.NaN : table[p][p],
              correlation.isEmpty() ? Double.NaN : PartyCorrelation.others(table, p)));
    }
    return new Done(
        shares,
        pooled.data().codes().length,
        correlation.isEmpty() ? Double.NaN : PartyCorrelation.difference(table),
        found == null ? Double.NaN : found.low(),
        found == null ? Double.NaN : found.high());
  }

  /** Returns the study with these parties; the first has the labels. */
  private Study with(Done done) {
    Layout.Holder pool = study.layout().holders().get(0);
    Study.Source source = pool.data().orElseThrow();
    List<Layout.Holder> holders = new ArrayList<>();
    for (Share share : done.shares()) {
      boolean first = holders.isEmpty();
      holders.add(
          new Layout.Holder(
              PartyId.of(share.party()),
              "view-" + (holders.size() + 1),
              Optional.of(source.with(share.columns())),
              first,
              pool.labelSource().filter(labels -> first),
              Set.of()));
    }
    return with(study, new Layout.Vertical(holders));
  }

  /** Returns a study with another layout. */
  static Study with(Study study, Layout layout) {
    return new Study(
        study.name(),
        study.method(),
        study.task(),
        layout,
        study.generated(),
        study.evaluation(),
        study.stop(),
        study.preparation(),
        study.search(),
        study.extras(),
        study.protection(),
        study.seed());
  }
}
