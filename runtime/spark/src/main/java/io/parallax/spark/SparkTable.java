package io.parallax.spark;

import io.parallax.core.BadInput;
import io.parallax.data.Cell;
import io.parallax.data.ColumnNames;
import io.parallax.data.IdRule;
import io.parallax.data.Ids;
import io.parallax.data.Missing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import scala.Tuple2;

/** A table of numbers in Spark with an id per row, checked and not yet in any order. */
public final class SparkTable {
  private static final int IDS = 1 << 18; // transferred to the driver at once
  private static final String ID = "id";
  private static final UserDefinedFunction TEXT =
      functions.udf((UDF1<String, Double>) SparkTable::number, DataTypes.DoubleType);
  private static final UserDefinedFunction OWN =
      functions.udf((UDF1<String, String>) SparkTable::id, DataTypes.StringType);

  private final String source;
  private final List<String> columns;
  private final JavaPairRDD<String, double[]> rows;
  private final int count;

  private SparkTable(
      String source, List<String> columns, JavaPairRDD<String, double[]> rows, int count) {
    this.source = source;
    this.columns = columns;
    this.rows = rows;
    this.count = count;
  }

  /**
   * Reads and checks a table: one pass over the rows, which stay in the cluster.
   *
   * @param id the column of ids, which must differ
   * @param wanted the columns of numbers; empty: all but {@code others}
   * @param missing whether missing cells are allowed; they become NaN. Text is understood as by
   *     {@link Cell}
   */
  public static SparkTable read(
      SparkCluster cluster,
      SparkSource source,
      String id,
      List<String> wanted,
      List<String> others,
      Missing missing) {
    return of(
        Jobs.run("read " + source, () -> source.load(cluster.session())),
        source.toString(),
        id,
        wanted,
        others,
        missing);
  }

  /** Reads a table from a data frame; {@code source} is its name in messages. */
  public static SparkTable of(
      Dataset<Row> frame,
      String source,
      String id,
      List<String> wanted,
      List<String> others,
      Missing missing) {
    List<String> names = Arrays.asList(frame.columns());
    List<String> columns = columns(source, names, id, wanted, others);
    columns.forEach(name -> requireNumbers(source, name, frame.schema().apply(name).dataType()));
    Dataset<Row> numbers = numbers(frame, id, columns);
    int count = check(numbers, source, columns, missing);
    int d = columns.size();
    JavaPairRDD<String, double[]> rows =
        numbers.javaRDD().mapToPair(row -> new Tuple2<>(row.getString(0), values(row, d)));
    return new SparkTable(source, columns, rows, count);
  }

  private static List<String> columns(
      String source, List<String> names, String id, List<String> wanted, List<String> others) {
    ColumnNames.require(source, names, id, "id");
    List<String> columns = new ArrayList<>(wanted.isEmpty() ? names : wanted);
    if (wanted.isEmpty()) {
      columns.remove(id);
      columns.removeAll(others);
    }
    if (columns.isEmpty()) {
      throw new BadInput(source + ": there is no column besides the id");
    }
    for (String name : columns) {
      ColumnNames.require(source, names, name, "view");
      if (name.equals(id)) {
        throw new BadInput(
            "%s: column '%s' is the id; take it out of 'columns'".formatted(source, name));
      }
      if (Collections.frequency(columns, name) > 1 || Collections.frequency(names, name) > 1) {
        throw new BadInput("%s: column '%s' occurs twice; rename one".formatted(source, name));
      }
    }
    return columns;
  }

  /** Checks a column's type; text may hold numbers, as in CSV, and is checked cell by cell. */
  private static void requireNumbers(String source, String column, DataType type) {
    if (!(type instanceof NumericType) && !type.equals(DataTypes.StringType)) {
      throw new BadInput(
          "%s: column '%s' is of type %s and must be numeric; leave it out of 'columns'"
              .formatted(source, column, type.typeName()));
    }
  }

  /**
   * Selects ids and numbers: NaN for a missing value, null for a value that is not a finite number.
   */
  private static Dataset<Row> numbers(Dataset<Row> frame, String id, List<String> columns) {
    List<Column> all = new ArrayList<>(List.of(OWN.apply(cell(frame, id).cast("string")).as(ID)));
    for (int j = 0; j < columns.size(); j++) {
      String name = columns.get(j);
      boolean text = frame.schema().apply(name).dataType().equals(DataTypes.StringType);
      Column cell = cell(frame, name);
      all.add((text ? TEXT.apply(cell) : plain(cell.cast("double"))).as(number(j)));
    }
    return frame.select(all.toArray(Column[]::new));
  }

  private static Column plain(Column number) {
    Column infinite = number.isin(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
    return functions
        .when(number.isNull(), Double.NaN)
        .when(functions.not(infinite), number); // else null
  }

  /** Trims an id, as in memory. */
  private static String id(String text) {
    return text == null ? null : IdRule.trimmed(text);
  }

  /** Parses a cell of text, as in memory. */
  private static Double number(String text) {
    try {
      return text == null ? Double.NaN : Cell.number(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /**
   * Returns the internal name of a feature's column; the table's own names may contain any
   * character.
   */
  private static String number(int column) {
    return "x" + column;
  }

  private static Column cell(Dataset<Row> frame, String name) {
    return frame.col("`" + name.replace("`", "``") + "`");
  }

  /**
   * Counts rows, ids, and in every column missing values and values that are not numbers; returns
   * the number of rows.
   */
  private static int check(
      Dataset<Row> numbers, String source, List<String> columns, Missing missing) {
    List<Column> counts = new ArrayList<>();
    Column own = numbers.col(ID);
    counts.add(functions.count_if(own.isNull().or(own.equalTo(""))));
    for (int j = 0; j < columns.size(); j++) {
      Column number = numbers.col(number(j));
      counts.add(functions.count_if(number.isNull()));
      counts.add(functions.count_if(number.isNaN()));
    }
    Row found =
        Jobs.run(
            "read " + source,
            () ->
                numbers
                    .agg(functions.count(functions.lit(1)), counts.toArray(Column[]::new))
                    .first());
    long rows = found.getLong(0);
    refuse(rows == 0, source, "there are no rows");
    refuse(rows > Integer.MAX_VALUE, source, "more than 2^31 rows are not supported");
    refuse(found.getLong(1) > 0, source, found.getLong(1) + " rows have no id; give them one");
    // separate from the other counts, which Spark would otherwise keep for every id
    long ids = Jobs.run("count the ids of " + source, () -> numbers.select(own).distinct().count());
    refuse(ids < rows, source, rows + " rows share " + ids + " ids; every id must occur once");
    for (int j = 0; j < columns.size(); j++) {
      String column = "column '" + columns.get(j) + "' has ";
      long odd = found.getLong(2 + 2 * j);
      refuse(
          odd > 0,
          source,
          column + odd + " values that are not finite numbers; leave it out of 'columns'");
      long none = found.getLong(3 + 2 * j);
      refuse(
          none > 0 && missing.rejects(),
          source,
          column + none + " missing values; fill them in, or set 'missing: mean' in the study");
    }
    return (int) rows;
  }

  private static void refuse(boolean wrong, String source, String why) {
    if (wrong) {
      throw new BadInput(source + ": " + why);
    }
  }

  private static double[] values(Row row, int d) {
    double[] values = new double[d];
    for (int j = 0; j < d; j++) {
      values[j] = row.getDouble(j + 1);
    }
    return values;
  }

  /** Returns the names of the columns of numbers. */
  public List<String> columns() {
    return columns;
  }

  /** Returns the number of rows. */
  public int count() {
    return count;
  }

  /** Returns the ids alone, sorted; they are transferred part by part. */
  public List<String> ids() {
    return Jobs.run(
        "list the ids of " + source,
        () -> Ids.of(rows.keys().sortBy(id -> id, true, 1 + count / IDS).toLocalIterator()));
  }

  /** Returns all rows, sorted by id; rows stay in the cluster. */
  public SparkRows sorted() {
    return align(List.of(this)).get(0);
  }

  /**
   * Aligns the rows that all tables have, sorted by id; ids stay in the cluster, too.
   *
   * @return each table's columns of the common rows
   */
  public static List<SparkRows> align(List<SparkTable> tables) {
    SparkTable first = tables.get(0);
    JavaPairRDD<String, double[]> joined = first.rows;
    int width = first.columns.size();
    for (SparkTable other : tables.subList(1, tables.size())) {
      joined = joined.join(other.rows, first.parts()).mapValues(SparkTable::joined);
      width += other.columns.size();
    }
    JavaPairRDD<Integer, double[]> placed =
        joined
            .sortByKey(true, first.parts())
            .values()
            .zipWithIndex()
            .mapToPair(row -> new Tuple2<>((int) (long) row._2(), row._1()));
    long count = Jobs.run("align " + tables.size() + " tables", placed::count);
    if (count == 0) {
      throw new BadInput(
          "no id occurs in all of %s; check that ids are written the same way everywhere"
              .formatted(tables.stream().map(t -> t.source).toList()));
    }
    Blocks all = Blocks.of(placed, (int) count, width);
    List<SparkRows> parts = new ArrayList<>();
    int from = 0;
    for (SparkTable table : tables) {
      parts.add(new SparkRows(table.columns, all, from));
      from += table.columns.size();
    }
    return parts;
  }

  private static double[] joined(Tuple2<double[], double[]> row) {
    double[] both = Arrays.copyOf(row._1(), row._1().length + row._2().length);
    System.arraycopy(row._2(), 0, both, row._1().length, row._2().length);
    return both;
  }

  private int parts() {
    return new BlockLayout(count).numPartitions();
  }
}
