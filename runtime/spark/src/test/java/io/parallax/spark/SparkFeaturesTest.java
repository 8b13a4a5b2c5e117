package io.parallax.spark;

import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.testkit.FeaturesContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaPairRDD;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import scala.Tuple2;

class SparkFeaturesTest extends FeaturesContract {
  private static SparkCluster spark;

  @BeforeAll
  static void start() {
    spark = SparkCluster.connect("local[2]", Map.of(), SparkCluster.PATIENCE);
  }

  @AfterAll
  static void stop() {
    spark.close();
  }

  @Override
  protected Features put(Matrix x) {
    return SparkFeatures.of(blocks(spark, x));
  }

  static Blocks blocks(SparkCluster spark, Matrix x) {
    List<Tuple2<Integer, double[]>> rows = new ArrayList<>();
    for (int i = x.rows() - 1; i >= 0; i--) {
      rows.add(new Tuple2<>(i, x.row(i)));
    }
    return Blocks.of(
        JavaPairRDD.fromJavaRDD(spark.context().parallelize(rows, 5)), x.rows(), x.cols());
  }
}
