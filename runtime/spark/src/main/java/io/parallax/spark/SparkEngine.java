package io.parallax.spark;

import io.parallax.data.Missing;
import io.parallax.data.RowEngine;
import io.parallax.data.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Spark, for parties whose file says {@code engine: {spark: MASTER}}. */
public final class SparkEngine implements RowEngine {

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public Reader reader(String master, Map<String, String> settings) {
    SparkCluster.requireOwn("engine.settings", settings);
    return new Tables(master, settings);
  }

  /** Tables that are read over one connection, which is made for the first table. */
  private static final class Tables implements Reader {
    private final String master;
    private final Map<String, String> settings;
    private SparkCluster cluster;

    Tables(String master, Map<String, String> settings) {
      this.master = master;
      this.settings = settings;
    }

    private synchronized SparkCluster cluster() {
      if (cluster == null) {
        cluster = SparkCluster.connect(master, settings, SparkCluster.PATIENCE);
      }
      return cluster;
    }

    @Override
    public List<String> names(Place place) {
      return look(place, frame -> Arrays.asList(frame.columns()));
    }

    @Override
    public boolean empty(Place place) {
      return look(place, Dataset::isEmpty);
    }

    private <T> T look(Place place, Function<Dataset<Row>, T> question) {
      SparkSource source = source(place);
      return Jobs.run("read " + source, () -> question.apply(source.load(cluster().session())));
    }

    @Override
    public Table table(Place place, String id, List<String> columns) {
      SparkSource source = source(place);
      SparkTable table = SparkTable.read(cluster(), source, id, columns, List.of(), Missing.MEAN);
      return new Table(
          source.toString(), table.ids(), table.columns(), table.sorted(), 0, Optional.empty());
    }

    private static SparkSource source(Place place) {
      return switch (place.format()) {
        case "csv" -> SparkSource.csv(place.address());
        case "parquet" -> SparkSource.parquet(place.address());
        default -> SparkSource.jdbc(place.address(), place.query());
      };
    }
  }
}
