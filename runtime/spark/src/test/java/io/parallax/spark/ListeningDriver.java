package io.parallax.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A driver in a process of its own, which says where it listens and stays until it is ended. */
final class ListeningDriver {
  private ListeningDriver() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    SparkCluster spark = SparkCluster.connect("local[1]", Map.of(), Duration.ofSeconds(60));
    String port = spark.session().sparkContext().getConf().get("spark.driver.port");
    Path told = Path.of(arguments[0]);
    Files.writeString(told.resolveSibling("port.tmp"), port);
    Files.move(told.resolveSibling("port.tmp"), told);
    while (System.in.read() >= 0) {
      // until the test is over
    }
  }
}
