package io.parallax.audit;

import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.data.Missing;
import io.parallax.data.Scaling;
import io.parallax.engine.DurableFile;
import io.parallax.math.Rng;
import io.parallax.study.Align;
import io.parallax.study.Check;
import io.parallax.study.Configured;
import io.parallax.study.Layout;
import io.parallax.study.Protection;
import io.parallax.study.Scales;
import io.parallax.study.Search;
import io.parallax.study.Study;
import io.parallax.study.Study.LabelSource;
import io.parallax.study.Study.Source;
import io.parallax.study.TargetColumns;
import io.parallax.study.Task;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Generated rows in the shape of a study between machines: the same method, settings, parties and
 * protection, other numbers. Columns share a few hidden factors, as measurements of people do, and
 * half of the target follows from them.
 */
final class GeneratedRows {
  private static final String TABLE = "id,value,event";
  private static final int FACTORS = 3; // columns for each hidden factor
  private static final double NOISE = 0.5;
  private static final double EVENTS = 0.7;
  private final Study like;
  private final int columns;
  private final Path folder;
  private final Rng rng;

  /**
   * @param columns number of columns of each view
   */
  GeneratedRows(Study like, int columns, Path folder) {
    this.like = like;
    this.columns = columns;
    this.folder = folder;
    this.rng = Rng.of(like.seed()).child("shape");
  }

  /**
   * Writes the rows and returns a study of them, recorded, with one training.
   *
   * @param rows of all people, or of each party where parties hold different people
   */
  Study study(int rows) {
    Study.Evaluation how = like.evaluation();
    Protection protect = like.protection();
    return new Study(
        "shape",
        like.method(),
        like.task(),
        like.layout().spreadsRows() ? horizontal(rows) : vertical(rows),
        Optional.empty(),
        new Study.Evaluation(
            how.drawn() ? how.kind() : Study.Evaluation.Kind.RANDOM,
            how.test(),
            how.repeats(),
            how.folds(),
            List.of(),
            "",
            false,
            how.times()),
        like.stop(),
        plain(),
        Search.NONE,
        new Study.Extras(
            false,
            0,
            Optional.empty(),
            List.of(),
            false,
            Optional.empty(),
            Optional.empty(),
            Check.NONE),
        new Protection(
            protect.masked(),
            protect.robust(),
            protect.rowClip(),
            protect.labelEpsilon(),
            true,
            Align.NONE),
        like.seed());
  }

  /** Returns the study's scaling as far as generated columns can have it. */
  private Study.Preparation plain() {
    Scaling common =
        like.preparation().scales().common() == Scaling.NONE ? Scaling.NONE : Scaling.STANDARD;
    return new Study.Preparation(
        new Scales(common, Map.of()),
        Missing.ERROR,
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        Optional.empty());
  }

  private Layout vertical(int rows) {
    double[][] factors = factors("all", rows);
    LabelSource labels = target("all", factors);
    List<Layout.Holder> holders = new ArrayList<>();
    for (Layout.Holder holder : like.layout().holders()) {
      Source data = view(holder.id().name(), holder.view(), factors);
      holders.add(
          new Layout.Holder(
              holder.id(),
              holder.view(),
              Optional.of(data),
              holder.labels(),
              holder.labels() ? Optional.of(labels) : Optional.empty(),
              allowed(),
              holder.labels() ? columns() : Optional.empty()));
    }
    return new Layout.Vertical(holders);
  }

  private Layout horizontal(int rows) {
    List<Layout.Site> sites = new ArrayList<>();
    for (PartyId party : like.layout().parties()) {
      double[][] factors = factors(party.name(), rows);
      Map<String, Source> views = new LinkedHashMap<>();
      like.views().forEach(view -> views.put(view, view(party.name(), view, factors)));
      LabelSource labels = target(party.name(), factors);
      sites.add(new Layout.Site(party, views, labels, allowed(), 0, columns()));
    }
    return new Layout.Horizontal(like.views(), sites);
  }

  /** Returns what every party must allow for the method to run. */
  private TreeSet<String> allowed() {
    return new TreeSet<>(disclosures(like.method()));
  }

  private static <C extends Record, R extends Result> Set<String> disclosures(
      Configured<C, R> method) {
    return method.method().disclosures(method.config());
  }

  private Optional<TargetColumns> columns() {
    return like.task() instanceof Task.Values values
        ? Optional.of(TargetColumns.elsewhere(values.kind(), Set.of()))
        : Optional.empty();
  }

  /** Returns the hidden factors of each row; the target follows the first ones. */
  private double[][] factors(String whose, int rows) {
    Rng draw = rng.child("factors", whose);
    int count = Math.max(2, columns / FACTORS);
    return IntStream.range(0, rows)
        .mapToObj(i -> IntStream.range(0, count).mapToDouble(j -> draw.gaussian()).toArray())
        .toArray(double[][]::new);
  }

  private Source view(String party, String view, double[][] factors) {
    Rng loadings = rng.child("loadings", view); // the same at every party that has the view
    double[][] of =
        IntStream.range(0, columns)
            .mapToObj(
                c -> IntStream.range(0, factors[0].length).mapToDouble(f -> loadings.gaussian()))
            .map(numbers -> numbers.toArray())
            .toArray(double[][]::new);
    Rng noise = rng.child("noise", party, view);
    StringBuilder text = new StringBuilder("id");
    IntStream.rangeClosed(1, columns).forEach(c -> text.append(",c").append(c));
    for (int i = 0; i < factors.length; i++) {
      StringJoiner line = new StringJoiner(",", "\np" + i + ",", "");
      for (double[] loading : of) {
        line.add(String.valueOf(dot(loading, factors[i]) + NOISE * noise.gaussian()));
      }
      text.append(line);
    }
    return Source.csv(written(party + "-" + view + ".csv", text), Study.ID, List.of());
  }

  private LabelSource target(String whose, double[][] factors) {
    Rng draw = rng.child("target", whose);
    StringBuilder text = new StringBuilder(TABLE);
    for (int i = 0; i < factors.length; i++) {
      double score = factors[i][0] - factors[i][1] + draw.gaussian();
      text.append("\np%d,%s,%d".formatted(i, value(score, draw), draw.chance(EVENTS) ? 1 : 0));
    }
    Source file = Source.csv(written(whose + "-target.csv", text), Study.ID, List.of());
    return new LabelSource(file.rows(), Study.ID, "value");
  }

  private String value(double score, Rng draw) {
    if (!(like.task() instanceof Task.Values values)) {
      return score > 0 ? "yes" : "no";
    }
    return switch (values.kind()) {
      case NUMBER -> String.valueOf(score);
      case COUNT -> String.valueOf(Math.round(Math.exp(score / 2)));
      case TIME -> String.valueOf(draw.exponential() * Math.exp(-score / 2) + 1e-3);
    };
  }

  private Path written(String name, StringBuilder text) {
    Path file = folder.resolve(name);
    DurableFile.replace(file, text.append('\n').toString().getBytes(StandardCharsets.UTF_8));
    return file;
  }

  private static double dot(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
  }
}
