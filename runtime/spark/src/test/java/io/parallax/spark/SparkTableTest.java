package io.parallax.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.data.ColumnMoments;
import io.parallax.data.CsvFile;
import io.parallax.data.Missing;
import io.parallax.data.RowEngine;
import io.parallax.data.Scaler;
import io.parallax.data.Scaling;
import io.parallax.data.Table;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.CollectionConverters;

class SparkTableTest {
  private static SparkCluster spark;
  @TempDir Path folder;

  @BeforeAll
  static void start() {
    spark = SparkCluster.connect("local[2]", Map.of(), SparkCluster.PATIENCE);
  }

  @AfterAll
  static void stop() {
    spark.close();
  }

  @Test
  void rowsAreAlignedByIdWhereTheyLie() throws IOException {
    SparkTable a = csv("a", "id,x,y\n007,1,2\nb,3,4\nc,5,6\nd,7,8\n");
    SparkTable b = csv("b", "z,id\n40,d\n10,007\n30,c\n99,e\n");
    List<SparkRows> common = SparkTable.align(List.of(a, b));
    assertThat(rows(common.get(0))).isEqualTo(Matrix.of(new double[][] {{1, 2}, {5, 6}, {7, 8}}));
    assertThat(rows(common.get(1))).isEqualTo(Matrix.of(new double[][] {{10}, {30}, {40}}));
    assertThat(a.ids()).containsExactly("007", "b", "c", "d");
    SparkRows chosen = a.sorted().at(new int[] {3, 0, 2});
    assertThat(rows(chosen)).isEqualTo(Matrix.of(new double[][] {{7, 8}, {1, 2}, {5, 6}}));
    assertThat(rows(chosen.at(new int[] {2, 0})))
        .isEqualTo(Matrix.of(new double[][] {{5, 6}, {7, 8}}));
    assertThat(rows(chosen.at(new int[] {1, 2, 0})))
        .isEqualTo(Matrix.of(new double[][] {{1, 2}, {5, 6}, {7, 8}}));
    refused(() -> SparkTable.align(List.of(a, csv("c", "id,z\nq,1\n"))), "no id occurs in all");
  }

  @Test
  void whiteSpaceAroundAnIdDoesNotCount() throws IOException {
    String text = "id,x\n 007 ,1\n\u00a0b,2\nc\t,3\n";
    Path file = Files.writeString(folder.resolve("ids.csv"), text);
    assertThat(csv("ids", text).ids())
        .containsExactly("007", "b", "c")
        .containsExactlyElementsOf(CsvFile.of(file).table("id").ids());
    refused(() -> csv("twice", "id,x\na,1\n a,2\n"), "2 rows share 1 ids");
    refused(() -> csv("blank", "id,x\n  ,1\n"), "1 rows have no id");
  }

  @Test
  void columnsAreScaledAsInMemory() throws IOException {
    Matrix x = Matrix.gaussian(50, 3, Rng.of(3));
    StringBuilder text = new StringBuilder("id,p,q,r\n");
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < x.rows(); i++) {
      ids.add("n" + i);
      String q = i == 7 ? "" : "" + x.get(i, 1);
      text.append("n%d,%s,%s,%s\n".formatted(i, x.get(i, 0), q, x.get(i, 2)));
    }
    Matrix holed = Matrix.fill(50, 3, (i, j) -> i == 7 && j == 1 ? Double.NaN : x.get(i, j));
    Path file = Files.writeString(folder.resolve("s.csv"), text);
    SparkTable table = read(file, Missing.MEAN);
    SparkRows rows = table.sorted().at(ids.stream().mapToInt(table.ids()::indexOf).toArray());
    ColumnMoments expected = ColumnMoments.of(holed);
    assertThat(rows.moments().counts()).isEqualTo(expected.counts());
    Scaler scaler = Scaler.from(rows.moments());
    Matrix scaled = rows.prepared(scaler, Missing.MEAN).times(Matrix.identity(3));
    assertThat(scaled.maxAbsDifference(Scaler.from(expected).apply(holed, Missing.MEAN)))
        .isLessThan(1e-12);
    refused(() -> read(file, Missing.ERROR), "column 'q' has 1 missing values");
  }

  @Test
  void theSameWordsAreMissingAsInMemory() throws IOException {
    List<String> words =
        List.of("", "\"\"", "NA", "na", "NaN", "nan", "null", "NULL", "?", " ", " NA ", " ? ");
    StringBuilder text = new StringBuilder("id,p,q\n");
    Matrix x = Matrix.gaussian(40, 2, Rng.of(5));
    for (int i = 0; i < x.rows(); i++) {
      String p = i < words.size() ? words.get(i) : "" + x.get(i, 0);
      text.append("n%02d,%s, %s \n".formatted(i, p, x.get(i, 1)));
    }
    Path file = Files.writeString(folder.resolve("w.csv"), text);
    Table memory = CsvFile.of(file).table("id");
    same(read(file, Missing.MEAN), memory);
    refused(() -> read(file, Missing.ERROR), "column 'p' has 12 missing values");
    Path parquet = folder.resolve("w.parquet"); // of text
    spark.session().read().option("header", "true").csv("" + file).write().parquet("" + parquet);
    SparkSource source = SparkSource.parquet(parquet.toString());
    same(SparkTable.read(spark, source, "id", List.of(), List.of(), Missing.MEAN), memory);
    for (String odd : List.of("1f", "2d", "Infinity", "0x1p3", "N/A", "-")) {
      Path bad = Files.writeString(folder.resolve("odd.csv"), "id,x\na," + odd + "\n");
      refused(() -> CsvFile.of(bad).table("id"), "is not a finite number");
      refused(() -> read(bad, Missing.MEAN), "column 'x' has 1 values that are not finite numbers");
    }
  }

  private static void same(SparkTable found, Table memory) {
    assertThat(found.ids()).isEqualTo(memory.ids());
    SparkRows rows = found.sorted();
    ColumnMoments moments = ColumnMoments.of(memory.values());
    assertThat(rows.moments().counts()).isEqualTo(moments.counts());
    Matrix expected = Scaler.from(moments).apply(memory.values(), Missing.MEAN);
    Matrix scaled =
        rows.prepared(Scaler.from(rows.moments()), Missing.MEAN)
            .times(Matrix.identity(expected.cols()));
    assertThat(scaled.maxAbsDifference(expected)).isLessThan(1e-12);
  }

  @Test
  void parquetWithAnEmptyPartitionIsRead() throws IOException {
    Path file = Files.writeString(folder.resolve("p.csv"), "id,x\na,1\nb,2.5\n");
    Path parquet = folder.resolve("p.parquet");
    var frame = spark.session().read().option("header", "true").csv(file.toString());
    frame
        .select(frame.col("id"), frame.col("x").cast("double"))
        .repartition(5)
        .write()
        .parquet(parquet.toString());
    SparkTable table =
        SparkTable.read(
            spark,
            SparkSource.parquet(parquet.toString()),
            "id",
            List.of(),
            List.of(),
            Missing.ERROR);
    assertThat(rows(table.sorted())).isEqualTo(Matrix.of(new double[][] {{1}, {2.5}}));
  }

  @Test
  void badTablesAreRefusedByName() {
    refused(() -> csv("d", "key,x\na,1\n"), "no column 'id' for the id; the file has key, x");
    refused(() -> csv("e", "id,x\na,1\na,2\n"), "2 rows share 1 ids");
    refused(() -> csv("f", "id,x\na,1\n,2\n"), "1 rows have no id");
    refused(() -> csv("g", "id,x\na,secret\n"), "column 'x' has 1 values that are not finite");
    refused(() -> csv("h", "id,x\n"), "there are no rows");
    refused(() -> csv("i", "id\na\n"), "no column besides the id");
    refused(() -> csv("l", "a,1,2\nsecret,2,3\n"), "the first line looks like data");
    assertThatThrownBy(() -> csv("k", "id,x\na,secret\n")).hasMessageNotContaining("secret");
    var odd = spark.session().sql("select 'a' as id, true as flag");
    refused(
        () -> SparkTable.of(odd, "the query", "id", List.of(), List.of(), Missing.ERROR),
        "column 'flag' is of type boolean");
  }

  @Test
  void whatCannotBeReadIsToldWithWhatToDo() throws IOException {
    Path none = folder.resolve("none.csv");
    Path csv = Files.writeString(folder.resolve("j.csv"), "id,x\na,1\n");
    Path twins = folder.resolve("twins.parquet");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    refused(
        () -> read(none, Missing.ERROR), "cannot read " + none + ": no such file or folder; check");
    refused(() -> parquet(none, List.of()), "cannot read " + none + ": no such file or folder");
    refused(() -> parquet(csv, List.of()), "is not a Parquet file, or is incomplete");
    refused(() -> parquet(empty, List.of()), "there is no Parquet file in it");
    spark.session().sql("select 'a' as id, 1 as x, 2 as X").write().parquet("" + twins);
    assertThat(parquet(twins, List.of()).columns()).containsExactly("x", "X");
    Path part;
    try (var files = Files.list(twins)) {
      part = files.filter(file -> file.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
    refused(() -> read(part, Missing.ERROR), "this is a Parquet file; write 'parquet'");
    refused(() -> csv("n", "id,x,x\na,1,2\n"), "columns 2 and 3 of the header have the same name");
    refused(() -> csv("o", "id,x,\na,1,2\n"), "column 3 of the header has no name");
    assertThat(csv("p", "id,x,X\na,1,2\n").columns()).containsExactly("x", "X");
    Path cut = Files.write(folder.resolve("cut.csv.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0, 0});
    refused(() -> read(cut, Missing.ERROR), "cannot be read");
  }

  /** Without a cluster nobody is sent to its workers. */
  @Test
  void otherFailuresAreNamedAsSparkNamesThem() {
    refused(
        () -> Jobs.run("count", () -> spark.session().sql("select nothing").count()),
        "Spark failed to count (UNRESOLVED_COLUMN.WITHOUT_SUGGESTION); check that the table is readable");
  }

  @Test
  void parquetWithNullsAndOtherTypesIsRefusedByColumn() {
    Path nulls = folder.resolve("n.parquet");
    spark
        .session()
        .sql("select * from values ('a', 1.5D, 'x'), ('b', null, 'y') as t(id, x, word)")
        .write()
        .parquet(nulls.toString());
    refused(() -> parquet(nulls, List.of("x")), "column 'x' has 1 missing values");
    refused(
        () -> parquet(nulls, List.of("word")),
        "column 'word' has 2 values that are not finite numbers");
    refused(() -> parquet(nulls, List.of("y")), "no column 'y' for the view");
    Path dates = folder.resolve("d.parquet");
    spark.session().sql("select 'a' as id, date'2020-01-01' as day").write().parquet("" + dates);
    refused(() -> parquet(dates, List.of()), "column 'day' is of type date");
  }

  private static SparkTable parquet(Path file, List<String> columns) {
    SparkSource source = SparkSource.parquet(file.toString());
    return SparkTable.read(spark, source, "id", columns, List.of(), Missing.ERROR);
  }

  /** Four bytes a row go to the executors for a product, and are not left there. */
  @Test
  void labelsAreForgottenWhenTheyHaveBeenUsed() {
    Matrix x = Matrix.gaussian(60_000, 1, Rng.of(4));
    SparkFeatures features = SparkFeatures.of(SparkFeaturesTest.blocks(spark, x));
    int[] codes = IntStream.range(0, x.rows()).map(i -> i % 3).toArray();
    features.classSums(codes, 3); // now the blocks are where they stay
    long free = free();
    for (int times = 0; times < 5; times++) {
      features.classSums(codes, 3);
    }
    assertThat(free - free()).isLessThan(2 * 4L * codes.length);
  }

  private static long free() {
    return CollectionConverters.asJava(spark.session().sparkContext().getExecutorMemoryStatus())
        .values()
        .stream()
        .mapToLong(memory -> (Long) memory._2())
        .sum();
  }

  @Test
  void theEngineIsFoundAndItsTablesStayThere() throws IOException {
    Path file = Files.writeString(folder.resolve("t.csv"), "id,x,y\nb,3,4\na,1,\nc,5,6\n");
    RowEngine engine = RowEngine.all().get(0);
    assertThat(engine.name()).isEqualTo("spark");
    RowEngine.Reader reader = engine.reader("local[2]", Map.of());
    RowEngine.Place place = new RowEngine.Place("csv", file.toString(), "");
    assertThat(reader.names(place)).containsExactly("id", "x", "y");
    Table table = reader.table(place, "id", List.of("x", "y"));
    assertThat(table.ids()).containsExactly("a", "b", "c");
    Table some = table.rowsFor(List.of("c", "b"));
    assertThat(Scaling.NONE.moments(some).sums()).containsExactly(8, 10);
    assertThat(some.under(Missing.ERROR)).isSameAs(some);
    refused(() -> table.under(Missing.ERROR), "column 'y' has 1 missing values");
    refused(table::values, "are stored in Spark and cannot be loaded");
    refused(() -> engine.reader("local[2]", Map.of("ui", "off")), "begin with 'spark.'");
  }

  @Test
  void rowsAreNotBroughtTogether() throws IOException {
    SparkRows rows = csv("m", "id,x\na,1\nb,2\n").sorted();
    refused(() -> rows.features().toMatrix(), "are stored in Spark and cannot be loaded");
  }

  @Test
  void aMasterThatIsNotThereIsNamed() {
    long began = System.nanoTime();
    refused(() -> connect("spark://127.0.0.1:1"), "spark://127.0.0.1:1 does not answer");
    refused(() -> connect("sparky"), "must be like spark://host:7077 or local[2]");
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void workersOfAnotherVersionAreNamed() {
    SparkCluster.requireSame("4.1.3", "4.1.0", "spark://head:7077");
    refused(
        () -> SparkCluster.requireSame("4.0.1", "4.1.0", "spark://head:7077"),
        "the workers of spark://head:7077 run Spark 4.0.1; it must be 4.1.0");
  }

  private static SparkCluster connect(String master) {
    return SparkCluster.connect(master, Map.of(), Duration.ofSeconds(5));
  }

  private SparkTable csv(String name, String text) throws IOException {
    return read(Files.writeString(folder.resolve(name + ".csv"), text), Missing.ERROR);
  }

  private static SparkTable read(Path file, Missing missing) {
    SparkSource source = SparkSource.csv(file.toString());
    return SparkTable.read(spark, source, "id", List.of(), List.of(), missing);
  }

  private static Matrix rows(SparkRows rows) {
    return rows.features().times(Matrix.identity(rows.columns().size()));
  }

  private interface Call {
    void run() throws Exception;
  }

  private static void refused(Call call, String why) {
    assertThatThrownBy(call::run).isInstanceOf(BadInput.class).hasMessageContaining(why);
  }
}
