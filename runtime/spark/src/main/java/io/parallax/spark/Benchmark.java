package io.parallax.spark;

import io.parallax.core.BadInput;
import io.parallax.core.Labels;
import io.parallax.core.Method;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.data.Missing;
import io.parallax.engine.Simulation;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * H-FedMV {@code exact} over generated rows, three views of 32 columns, aligned by id: time and the
 * driver's memory by the number of rows.
 */
public final class Benchmark {
  private static final int VIEWS = 3;
  private static final int COLUMNS = 32;
  private static final int CLASSES = 3;
  private static final int PARTITION = 1 << 16;

  private Benchmark() {}

  /** Runs the benchmark; takes a master, and numbers of rows. */
  public static void main(String[] arguments) {
    try {
      String master = arguments.length > 0 ? arguments[0] : "local[2]";
      long[] sizes =
          arguments.length > 1
              ? Arrays.stream(arguments).skip(1).mapToLong(Long::parseLong).toArray()
              : new long[] {1_000_000, 2_000_000, 5_000_000};
      try (SparkCluster spark = SparkCluster.connect(master, Map.of(), SparkCluster.PATIENCE)) {
        TaskTime work = new TaskTime();
        spark.session().sparkContext().addSparkListener(work);
        System.out.println("     rows   seconds   CPU-s of tasks   driver MiB kept   most");
        for (long rows : sizes) {
          measure(spark, rows, work);
        }
      }
    } catch (BadInput | NumberFormatException e) {
      System.err.println("parallax: " + e.getMessage());
      System.exit(1);
    }
  }

  /** The processor time of all tasks, which other programs on the machines hardly change. */
  private static final class TaskTime extends SparkListener {
    private final AtomicLong nanos = new AtomicLong();

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      if (end.taskMetrics() != null) {
        nanos.addAndGet(end.taskMetrics().executorCpuTime());
      }
    }
  }

  private static void measure(SparkCluster spark, long rows, TaskTime work) {
    long before = work.nanos.get();
    heap().forEach(MemoryPoolMXBean::resetPeakUsage);
    long began = System.nanoTime();
    Result result = train(views(spark, rows));
    double seconds = (System.nanoTime() - began) / 1e9;
    long most = heap().stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    spark.context().getPersistentRDDs().values().forEach(rdd -> rdd.unpersist(true));
    System.gc();
    long kept = heap().stream().mapToLong(pool -> pool.getUsage().getUsed()).sum();
    System.out.printf(
        "%9d %9.1f %16.1f %17d %6d   model %08x%n",
        rows,
        seconds,
        (work.nanos.get() - before) / 1e9,
        kept >> 20,
        most >> 20,
        result.essence().hashCode());
  }

  private static List<MemoryPoolMXBean> heap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .toList();
  }

  private static List<View> views(SparkCluster spark, long rows) {
    List<SparkTable> tables = new ArrayList<>();
    for (int k = 0; k < VIEWS; k++) {
      tables.add(table(generated(spark, rows, k), "view " + k));
    }
    Column label = functions.col("n").mod(CLASSES).as("label");
    tables.add(table(numbers(spark, rows).select(id(), label), "labels"));
    List<SparkRows> aligned = SparkTable.align(tables);
    Labels labels = new Labels(aligned.get(VIEWS).codes(), CLASSES);
    return IntStream.range(0, VIEWS)
        .mapToObj(
            k ->
                new View(
                    PartyId.of("party"),
                    "view-" + k,
                    aligned.get(k).columns(),
                    aligned.get(k).features(),
                    Optional.empty(),
                    Optional.of(labels)))
        .toList();
  }

  private static SparkTable table(Dataset<Row> frame, String name) {
    return SparkTable.of(frame, name, "id", List.of(), List.of(), Missing.ERROR);
  }

  private static Dataset<Row> numbers(SparkCluster spark, long rows) {
    int partitions = (int) Math.max(2, rows / PARTITION);
    return spark.session().range(0, rows, 1, partitions).toDF("n");
  }

  private static Column id() {
    return functions.lpad(functions.col("n").cast("string"), 10, "0").as("id");
  }

  /**
   * Generates noise from a hash of the row's number, with the class added in every third column.
   */
  private static Dataset<Row> generated(SparkCluster spark, long rows, int view) {
    List<Column> columns = new ArrayList<>(List.of(id()));
    for (int j = 0; j < COLUMNS; j++) {
      Column hash = functions.xxhash64(functions.col("n"), functions.lit(view * COLUMNS + j));
      Column noise = functions.pmod(hash, functions.lit(1_000_003L)).divide(500_001.5).minus(1);
      Column mine = functions.col("n").mod(CLASSES).equalTo(j % CLASSES);
      columns.add(noise.plus(functions.when(mine, 0.3).otherwise(0)).as("x" + j));
    }
    return numbers(spark, rows).select(columns.toArray(Column[]::new));
  }

  private static Result train(List<View> views) {
    for (Method<?, ?> method : ServiceLoader.load(Method.class)) {
      if (method.name().equals("hfedmv")) {
        return train(method, views);
      }
    }
    throw new BadInput("hfedmv is not on the class path; run ./parallax bench spark");
  }

  private static <C extends Record, R extends Result> R train(
      Method<C, R> method, List<View> views) {
    Roster roster = Roster.horizontal(views, CLASSES, 7);
    return Simulation.train(method, method.defaults(), views, roster, Rounds.of(1, 0)).result();
  }
}
