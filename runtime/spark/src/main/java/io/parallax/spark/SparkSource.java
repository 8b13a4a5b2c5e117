package io.parallax.spark;

import io.parallax.core.BadInput;
import io.parallax.data.ColumnNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The location of a table, for Spark's own readers.
 *
 * @param format as Spark calls it: parquet, csv, jdbc, …
 * @param path a file or folder, local or such as hdfs:// or s3a://; none for databases
 * @param options of the reader
 */
public record SparkSource(String format, Optional<String> path, Map<String, String> options) {
  private static final String PARQUET = "PAR1"; // the first bytes of such a file

  public SparkSource {
    options = Map.copyOf(options);
  }

  public static SparkSource parquet(String path) {
    return new SparkSource("parquet", Optional.of(path), Map.of());
  }

  /**
   * Returns a CSV source with a header line; all cells are read as text, so that an id such as 007
   * keeps its zeros.
   */
  public static SparkSource csv(String path) {
    return new SparkSource("csv", Optional.of(path), Map.of("header", "true"));
  }

  /** Returns a query of a database. */
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
    if (format.equals("csv")) {
      requireHeader(session);
    }
    DataFrameReader reader = session.read().format(format).options(options);
    return path.map(reader::load).orElseGet(reader::load);
  }

  /**
   * Checks the header as in memory; Spark would rename columns without a name or with the same
   * name.
   */
  private void requireHeader(SparkSession session) {
    for (Row first : session.read().csv(path.orElseThrow()).takeAsList(1)) {
      List<String> header = new ArrayList<>();
      for (int c = 0; c < first.size(); c++) {
        header.add(first.isNullAt(c) ? "" : first.getString(c));
      }
      if (header.get(0).startsWith(PARQUET)) {
        throw new BadInput(this + ": this is a Parquet file; write 'parquet' instead of 'csv'");
      }
      ColumnNames.requireDistinct(toString(), header);
    }
  }

  /** Returns the name without options: an address of a database may hold a password. */
  @Override
  public String toString() {
    return path.orElse("the " + format + " query");
  }
}
