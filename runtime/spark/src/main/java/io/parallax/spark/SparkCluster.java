package io.parallax.spark;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** A connection to Spark: to a cluster, or to threads of this process as {@code local[2]}. */
public final class SparkCluster implements AutoCloseable {
  /** The time that executors may take to appear. */
  public static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String VERSION = org.apache.spark.package$.MODULE$.SPARK_VERSION();
  private static final Duration DIAL = Duration.ofSeconds(5);
  private static final Pattern HOST = Pattern.compile("spark://([^:,/]+):(\\d{1,5})");
  private static final Pattern LOCAL = Pattern.compile("local(\\[(\\d+|\\*)])?");

  private final SparkSession session;

  private SparkCluster(SparkSession session) {
    this.session = session;
  }

  /**
   * Connects, and waits for the first executor.
   *
   * @param master {@code spark://host:port}, {@code local[n]}, or another form that Spark accepts
   * @param settings Spark's own, such as {@code spark.executor.memory}
   */
  public static SparkCluster connect(
      String master, Map<String, String> settings, Duration patience) {
    requireMaster(master);
    SparkConf conf =
        new SparkConf()
            .setMaster(master)
            .setAppName("parallax")
            .set("spark.ui.enabled", "false")
            .set("spark.sql.caseSensitive", "true"); // age and Age are two columns, as in memory
    settings.forEach(conf::set);
    SerialFilter.install();
    boolean local = LOCAL.matcher(master).matches();
    if (local) {
      conf.setIfMissing("spark.driver.host", "127.0.0.1");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
    } else {
      List<String> jars = new ArrayList<>(ShippedJars.paths());
      Optional.ofNullable(settings.get("spark.jars")).ifPresent(jars::add);
      conf.set("spark.jars", String.join(",", jars));
      conf.setIfMissing("spark.dynamicAllocation.minExecutors", "1"); // to be waited for
      SerialFilter.give(conf);
    }
    SparkCluster cluster = new SparkCluster(start(conf, master));
    if (!local) {
      try {
        cluster.awaitExecutor(master, patience);
        ExecutorWatch.start(cluster.session.sparkContext(), patience);
        requireSame(cluster.workersVersion(), VERSION, master);
      } catch (RuntimeException e) {
        cluster.close();
        throw e;
      }
    }
    return cluster;
  }

  /** Rejects settings that are not Spark's. */
  static void requireOwn(String where, Map<String, String> settings) {
    for (String key : settings.keySet()) {
      if (!key.startsWith("spark.")) {
        throw new BadInput(
            "%s has '%s'; settings of Spark must begin with 'spark.'".formatted(where, key));
      }
    }
  }

  private static SparkSession start(SparkConf conf, String master) {
    try {
      return SparkSession.builder().config(conf).getOrCreate();
    } catch (RuntimeException e) {
      throw BadInput.quoting("Spark does not start; check 'engine' and its settings", e);
    }
  }

  /** Rejects an invalid master and one that does not answer, before Spark retries for minutes. */
  private static void requireMaster(String master) {
    if (LOCAL.matcher(master).matches()) {
      return;
    }
    if (!master.startsWith("spark://")) {
      if (master.matches("yarn|k8s://.+|local\\[\\d+(,|-).*")) {
        return;
      }
      throw new BadInput(
          "the Spark master is '%s' and must be like spark://host:7077 or local[2]"
              .formatted(master));
    }
    for (String one : master.split(",")) { // several masters can replace each other
      Matcher address = HOST.matcher(one.startsWith("spark://") ? one : "spark://" + one);
      if (!address.matches()) {
        throw new BadInput(
            "the Spark master is '%s' and must be like spark://host:7077".formatted(master));
      }
      if (answers(address.group(1), Integer.parseInt(address.group(2)))) {
        return;
      }
    }
    throw new BadInput(
        "the Spark master %s does not answer; start it, or correct the address".formatted(master));
  }

  private static boolean answers(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), (int) DIAL.toMillis());
      return true;
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }

  private String workersVersion() {
    return Jobs.run(
        "ask a worker for its version",
        () ->
            context()
                .parallelize(List.of(0), 1)
                .map(nothing -> org.apache.spark.package$.MODULE$.SPARK_VERSION())
                .first());
  }

  /** Rejects workers whose version differs in more than the last number. */
  static void requireSame(String workers, String own, String master) {
    if (!minor(workers).equals(minor(own))) {
      throw new BadInput(
          "the workers of %s run Spark %s; it must be %s, as here; use a cluster of Spark %s for Scala 2.13"
              .formatted(master, workers, own, minor(own)));
    }
  }

  private static String minor(String version) {
    return version.replaceFirst("^(\\d+\\.\\d+).*", "$1");
  }

  /** Waits for an executor: a full cluster accepts the application and gives nothing. */
  private void awaitExecutor(String master, Duration patience) {
    long began = System.nanoTime();
    while (session.sparkContext().statusTracker().getExecutorInfos().length
        < 2) { // the driver counts as one
      if (session.sparkContext().isStopped()) { // as a master of another version makes it do
        throw new BadInput(
            ("the Spark master %s rejects this program; check that it runs Spark %s for Scala"
                    + " 2.13, and that 'spark.authenticate' is the same on both sides")
                .formatted(master, VERSION));
      }
      Duration waited = Duration.ofNanos(System.nanoTime() - began);
      if (waited.compareTo(patience) > 0) {
        throw new BadInput(
            ("the Spark master %s provided no executor within %d seconds; check that a worker has free memory and cores, and that the cluster runs Spark %s for Scala 2.13")
                .formatted(master, waited.toSeconds(), VERSION));
      }
      try {
        Thread.sleep(100);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new BadInput("interrupted while waiting for Spark's executors", e);
      }
    }
  }

  SparkSession session() {
    return session;
  }

  JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(session.sparkContext());
  }

  @Override
  public void close() {
    session.stop();
  }
}
