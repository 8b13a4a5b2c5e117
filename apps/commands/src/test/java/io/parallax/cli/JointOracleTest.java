package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.data.CsvFile;
import io.parallax.data.LabelColumn;
import io.parallax.data.Table;
import io.parallax.engine.Simulation;
import io.parallax.joint.Joint;
import io.parallax.joint.JointConfig;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The joint model without a penalty has the coefficients of R's glm. */
class JointOracleTest {
  private final Path data = Shared.data("birthwt");

  private record Column(double mean, double deviation) {}

  private static Column column(Matrix x, int j) {
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < x.rows(); i++) {
      sum += x.get(i, j);
    }
    double mean = sum / x.rows();
    for (int i = 0; i < x.rows(); i++) {
      squares += Math.pow(x.get(i, j) - mean, 2);
    }
    return new Column(mean, Math.sqrt(squares / x.rows()));
  }

  private static List<Column> columns(Matrix x) {
    List<Column> columns = new ArrayList<>();
    for (int j = 0; j < x.cols(); j++) {
      columns.add(column(x, j));
    }
    return columns;
  }

  @Test
  void coefficientsAreThoseOfAnIndependentImplementation() throws IOException {
    Path file = Shared.oracle().resolveSibling("oracle-glm").resolve("glm_birthwt_low.json");
    JsonNode truth = new ObjectMapper().readTree(file.toFile());
    LabelColumn labels = CsvFile.of(data.resolve("labels.csv")).labels("id", "low");
    Labels low = new Labels(labels.codes(), 2);
    List<View> views = new ArrayList<>();
    List<List<Column>> scales = new ArrayList<>();
    for (JsonNode name : truth.get("views")) {
      Path rows = data.resolve("view_" + name.asText() + ".csv.gz");
      Table table = CsvFile.of(rows).table("id").rowsFor(labels.ids());
      Matrix x = table.values();
      List<Column> scale = columns(x);
      scales.add(scale);
      Matrix z =
          Matrix.fill(
              x.rows(),
              x.cols(),
              (i, j) -> (x.get(i, j) - scale.get(j).mean()) / scale.get(j).deviation());
      views.add(
          new View(
              PartyId.of("owner-of-" + name.asText()),
              name.asText(),
              table.columns(),
              Features.of(z),
              Optional.empty(),
              views.isEmpty() ? Optional.of(low) : Optional.empty()));
    }
    Roster roster = Roster.vertical(views, 2, 1);
    JointConfig config = JointConfig.DEFAULTS.with(PerView.of(0), PerView.of(0));
    var outcome = Simulation.train(new Joint(), config, views, roster, Rounds.of(80, 1e-15));
    assertThat(2 * outcome.result().objective())
        .isCloseTo(truth.get("deviance").asDouble(), org.assertj.core.data.Offset.offset(1e-8));
    double intercept = 0;
    for (int k = 0; k < views.size(); k++) {
      View view = views.get(k);
      Party party = outcome.parties().get(view.owner());
      Map<String, Matrix> model = party.model();
      Matrix w = model.get(view.name());
      JsonNode told = truth.get("parts").get(view.name());
      for (int j = 0; j < w.rows(); j++) {
        Column scale = scales.get(k).get(j);
        double found = (w.get(j, 1) - w.get(j, 0)) / scale.deviation();
        double expected = told.get("coefficients").get(j).asDouble();
        assertThat(Math.abs(found / expected - 1))
            .as(told.get("columns").get(j).asText())
            .isLessThan(1e-8);
        intercept -= found * scale.mean();
      }
      Matrix b = model.getOrDefault("intercept", Matrix.zeros(1, 2));
      intercept += b.get(0, 1) - b.get(0, 0);
    }
    assertThat(Math.abs(intercept / truth.get("intercept").asDouble() - 1)).isLessThan(1e-8);
  }
}
