package io.parallax.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A cluster that gives no executors, or loses all of them: never a reason to wait for ever. */
class LonelyClusterTest {

  @Test
  void aClusterWithoutExecutorsIsNamedAfterAWhile() throws Exception {
    StandaloneCluster cluster = new StandaloneCluster(1);
    String missing = "the Spark master " + cluster.url() + " provided no executor within";
    // more than the worker has
    refused(cluster, Map.of("spark.executor.memory", "64g"), 3, missing);
    // an executor that cannot run, as that of another version
    refused(cluster, Map.of("spark.executor.extraJavaOptions", "-agentlib:missing"), 8, missing);
    try (SparkCluster spark = connect(cluster, Map.of(), 120)) {
      Matrix x = Matrix.gaussian(40, 3, Rng.of(1));
      Blocks blocks = SparkFeaturesTest.blocks(spark, x);
      assertThat(SparkFeatures.of(blocks).gram().rows()).isEqualTo(3);
      ExecutorWatch.start(spark.session().sparkContext(), Duration.ofSeconds(2));
      cluster.kill(0);
      Matrix t = Matrix.gaussian(40, 2, Rng.of(2));
      assertThatThrownBy(() -> SparkFeatures.of(blocks).transposeTimes(t))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("Spark failed to form XᵀT (all executors are gone)");
    }
  }

  /**
   * An idle party may give executors back, as docs/spark.md advises; one is there to begin with.
   */
  @Test
  void executorsThatComeWhenTheyAreNeededAreWaitedFor() throws Exception {
    Map<String, String> settings =
        Map.of("spark.dynamicAllocation.enabled", "true", "spark.executor.cores", "1");
    StandaloneCluster cluster = new StandaloneCluster(1);
    try (SparkCluster spark = connect(cluster, settings, 120)) {
      Blocks blocks = SparkFeaturesTest.blocks(spark, Matrix.gaussian(40, 3, Rng.of(1)));
      assertThat(SparkFeatures.of(blocks).gram().rows()).isEqualTo(3);
      assertThat(filter(spark)).as("what an executor reads").isEqualTo(SerialFilter.pattern());
    }
  }

  /** By a function of Spark's own: executors have no class of this test. */
  private static String filter(SparkCluster spark) {
    return spark
        .session()
        .range(1)
        .selectExpr("java_method('java.lang.System', 'getProperty', 'jdk.serialFilter')")
        .first()
        .getString(0);
  }

  private static void refused(
      StandaloneCluster cluster, Map<String, String> settings, int seconds, String why) {
    long began = System.nanoTime();
    assertThatThrownBy(() -> connect(cluster, settings, seconds).close())
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(why)
        .hasMessageContaining("that the cluster runs Spark 4.1.0 for Scala 2.13");
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    assertThat(took).isLessThan(Duration.ofSeconds(seconds + 60));
  }

  private static SparkCluster connect(
      StandaloneCluster cluster, Map<String, String> settings, int seconds) {
    Map<String, String> all = new HashMap<>(settings);
    all.putIfAbsent("spark.executor.memory", "512m");
    all.put("spark.driver.host", "127.0.0.1");
    all.put("spark.driver.bindAddress", "127.0.0.1");
    return SparkCluster.connect(cluster.url(), all, Duration.ofSeconds(seconds));
  }
}
