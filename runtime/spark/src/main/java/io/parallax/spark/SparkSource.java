package io.parallax.spark;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Where a table is, for Spark's own readers.
 *
 * @param format as Spark calls it: parquet, csv, jdbc, …
 * @param path a file or folder, local or such as hdfs:// or s3a://; none for databases
 * @param options of the reader
 */
public record SparkSource(String format, Optional<String> path, Map<String, String> options) {
  public SparkSource {
    options = Map.copyOf(options);
  }

  public static SparkSource parquet(String path) {
    return new SparkSource("parquet", Optional.of(path), Map.of());
  }

  /** With a header line; all cells are read as text, so that an id such as 007 stays. */
  public static SparkSource csv(String path) {
    return new SparkSource("csv", Optional.of(path), Map.of("header", "true"));
  }

  /** A query of a database. */
  public static SparkSource jdbc(String url, String query) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("url", url);
    options.put("query", query);
    return new SparkSource("jdbc", Optional.empty(), options);
  }

  Dataset<Row> load(SparkSession session) {
    if (format.equals("jdbc")) {
      ShippedJars.addDriver(session, options.get("url"));
    }
    DataFrameReader reader = session.read().format(format).options(options);
    return path.map(reader::load).orElseGet(reader::load);
  }

  /** Without options: an address of a database may hold a password. */
  @Override
  public String toString() {
    return path.orElse("the " + format + " query");
  }
}
