package io.parallax.study.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.parallax.core.Images;
import io.parallax.data.Blank;
import io.parallax.data.Column;
import io.parallax.data.Scaler;
import io.parallax.data.Scaling;
import io.parallax.data.Steps;
import io.parallax.study.Scales;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
      Object scale,
      String missing,
      String blank,
      double[] means,
      double[] deviations,
      double[][] knots) {
    static View of(ModelPart.Input input) {
      Scaler scaler = input.scaler();
      return new View(
          input.view(),
          input.id(),
          input.columns().stream().map(ColumnEntry::of).toList(),
          input.matrixColumns() > 0 ? input.matrixColumns() : null,
          input.steps().map(StepsEntry::of).orElse(null),
          input.picture().map(ImagesEntry::of).orElse(null),
          Scales.told(scaler.scaling()),
          input.missing().name().toLowerCase(Locale.ROOT),
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

  record ImagesEntry(int channels, int height, int width, int part, int of) {
    static ImagesEntry of(ModelPart.Picture picture) {
      Images shape = picture.shape();
      return new ImagesEntry(
          shape.channels(), shape.height(), shape.width(), picture.part(), picture.of());
    }
  }
}
