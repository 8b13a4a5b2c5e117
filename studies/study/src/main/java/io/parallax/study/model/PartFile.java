package io.parallax.study.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.parallax.core.Images;
import io.parallax.data.Blank;
import io.parallax.data.Column;
import io.parallax.data.Filling;
import io.parallax.data.Missing;
import io.parallax.data.Missing.Fill;
import io.parallax.data.Scaler;
import io.parallax.data.Scaling;
import io.parallax.data.Steps;
import io.parallax.study.Scales;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** A party's part of a model as its file has it. */
record PartFile(String party, List<View> views, Map<String, double[][]> matrices) {
  static PartFile of(ModelPart part) {
    Map<String, double[][]> matrices = new LinkedHashMap<>();
    part.matrices().forEach((name, matrix) -> matrices.put(name, matrix.toRows()));
    return new PartFile(part.party(), part.views().stream().map(View::of).toList(), matrices);
  }

  @JsonInclude(Include.NON_NULL)
  record View(
      String view,
      String id,
      List<ColumnEntry> columns,
      Integer matrixColumns,
      StepsEntry sequences,
      ImagesEntry images,
      @JsonUnwrapped Prepared prepared) {
    static View of(ModelPart.Input input) {
      return new View(
          input.view(),
          input.id(),
          input.columns().stream().map(ColumnEntry::of).toList(),
          input.matrixColumns() > 0 ? input.matrixColumns() : null,
          input.steps().map(StepsEntry::of).orElse(null),
          input.picture().map(ImagesEntry::of).orElse(null),
          Prepared.of(input));
    }
  }

  /** The preparation of features. */
  @JsonInclude(Include.NON_NULL)
  record Prepared(
      Object scale,
      String missing,
      FillEntry fill,
      String blank,
      double[] means,
      double[] deviations,
      double[][] knots) {
    static Prepared of(ModelPart.Input input) {
      Scaler scaler = input.scaler();
      return new Prepared(
          Scales.told(scaler.scaling()),
          input.missing().fill().word(),
          FillEntry.of(input),
          input.blank() == Blank.NONE ? null : input.blank().name().toLowerCase(Locale.ROOT),
          scaler.means(),
          scaler.deviations(),
          scaler.scaling() == Scaling.QUANTILE ? scaler.knots() : null);
    }
  }

  record ColumnEntry(
      String name,
      List<String> categories,
      List<Double> absent,
      @JsonInclude(Include.NON_EMPTY) List<Double> clip) {
    static ColumnEntry of(Column column) {
      return new ColumnEntry(column.name(), column.categories(), column.absent(), column.clip());
    }
  }

  @JsonInclude(Include.NON_NULL)
  record StepsEntry(String time, boolean gap, int steps, int least, Boolean statistics) {
    static StepsEntry of(Steps steps) {
      return new StepsEntry(
          steps.timed() ? steps.time() : null,
          steps.gap(),
          steps.most(),
          steps.least(),
          steps.statistics() ? true : null);
    }
  }

  /**
   * The replacement of missing values, where it takes more than the means.
   *
   * @param sample training rows, with null where a value is missing
   * @param indicated the places of features with a further one that is 1 where they are missing
   */
  @JsonInclude(Include.NON_NULL)
  record FillEntry(Integer neighbours, Double[] medians, Double[][] sample, int[] indicated) {
    static final FillEntry NONE = new FillEntry(null, null, null, null);

    static FillEntry of(ModelPart.Input input) {
      Missing rule = input.missing();
      Filling filling = input.scaler().filling();
      return rule.fromSums()
          ? null
          : new FillEntry(
              rule.fill() == Fill.NEAREST ? rule.neighbours() : null,
              rule.fill() == Fill.MEDIAN ? boxed(filling.medians()) : null,
              rule.fill() == Fill.NEAREST
                  ? Arrays.stream(filling.sample()).map(FillEntry::boxed).toArray(Double[][]::new)
                  : null,
              rule.indicated() ? filling.indicated() : null);
    }

    /** Returns the rule; rejects an entry that does not belong to this fill. */
    Missing rule(Fill fill) {
      boolean near = fill == Fill.NEAREST;
      boolean sound =
          (medians != null) == (fill == Fill.MEDIAN)
              && near == (sample != null && Arrays.stream(sample).allMatch(Objects::nonNull))
              && near == (neighbours != null && neighbours > 0)
              && (indicated == null || fill != Fill.ERROR);
      if (!sound) {
        throw new IllegalArgumentException("the fill is not that of the word");
      }
      return new Missing(fill, near ? neighbours : 0, indicated != null);
    }

    /**
     * Returns the values; rejects those of another number of columns.
     *
     * @param columns their number, without further ones
     */
    Filling filling(int columns) {
      Filling found =
          new Filling(
              medians == null ? new double[0] : plain(medians),
              sample == null
                  ? new double[0][]
                  : Arrays.stream(sample).map(FillEntry::plain).toArray(double[][]::new),
              indicated == null ? new int[0] : indicated);
      boolean sound =
          (medians == null || medians.length == columns)
              && Arrays.stream(found.sample()).allMatch(row -> row.length == columns)
              && Arrays.stream(found.indicated()).allMatch(j -> j >= 0 && j < columns);
      if (!sound) {
        throw new IllegalArgumentException("the fill is not of these columns");
      }
      return found;
    }

    private static Double[] boxed(double[] values) {
      return Arrays.stream(values)
          .mapToObj(value -> Double.isNaN(value) ? null : value)
          .toArray(Double[]::new);
    }

    private static double[] plain(Double[] values) {
      return Arrays.stream(values)
          .mapToDouble(value -> value == null ? Double.NaN : value)
          .toArray();
    }
  }

  record ImagesEntry(int channels, int height, int width, int part, int of) {
    static ImagesEntry of(ModelPart.Picture picture) {
      Images shape = picture.shape();
      return new ImagesEntry(
          shape.channels(), shape.height(), shape.width(), picture.part(), picture.of());
    }
  }
}
