package io.parallax.spark;

import io.parallax.engine.TaskEngine;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Spark, for independent tasks: {@code --engine MASTER}. */
public final class SparkTasks implements TaskEngine {
  /** The system property, set by the start script, with the jars as they are on every machine. */
  private static final String JARS = "parallax.jars";

  private static final List<String> HANDED_ON =
      List.of("PARALLAX_DATA", "PARALLAX_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS");
  private static final String OPTIONS =
      String.join(
          " ",
          "-Djava.awt.headless=true",
          "-Dfile.encoding=UTF-8",
          "-Dslf4j.provider=org.apache.logging.slf4j.SLF4JServiceProvider",
          "-Dlog4j2.configurationFile=org/apache/spark/log4j2-defaults.properties");

  @Override
  public Cluster connect(String master, Map<String, String> settings) {
    SparkCluster.requireOwn("--engine-setting", settings);
    Map<String, String> all = new TreeMap<>();
    all.put("spark.executor.extraClassPath", jars());
    all.put("spark.executor.extraJavaOptions", OPTIONS);
    for (String name : HANDED_ON) {
      if (System.getenv(name) != null) {
        all.put("spark.executorEnv." + name, System.getenv(name));
      }
    }
    all.putAll(settings);
    return new TaskCluster(SparkCluster.connect(master, all, SparkCluster.PATIENCE), jars());
  }

  private static String jars() {
    String all = System.getProperty(JARS, System.getProperty("java.class.path"));
    List<String> absolute = new ArrayList<>();
    for (String entry : all.split(File.pathSeparator)) {
      absolute.add(new File(entry).getAbsolutePath());
    }
    return String.join(File.pathSeparator, absolute);
  }
}
