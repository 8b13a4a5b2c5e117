package io.parallax.cli;

import io.parallax.core.BadInput;
import io.parallax.engine.TaskEngine;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that choose where trainings run: in this process, or on a cluster. */
final class EngineOptions {
  @Option(
      names = "--engine",
      paramLabel = "MASTER",
      description =
          "do independent trainings as tasks of Spark: spark://HOST:PORT, or local[2] to try it;"
              + " the result is the same (docs/spark.md)")
  private String master;

  @Option(
      names = "--engine-setting",
      paramLabel = "KEY=VALUE",
      description = "one of Spark's own, such as spark.executor.memory=8g; may be repeated")
  private Map<String, String> settings = new LinkedHashMap<>();

  /** A cluster as long as it is needed; none where everything is done here. */
  record Connection(Optional<TaskEngine.Cluster> cluster) implements AutoCloseable {
    @Override
    public void close() {
      cluster.ifPresent(TaskEngine.Cluster::close);
    }
  }

  Connection connect() {
    if (master == null) {
      if (!settings.isEmpty()) {
        throw new BadInput("--engine-setting is for --engine, which is not there; add it");
      }
      return new Connection(Optional.empty());
    }
    TaskEngine engine =
        TaskEngine.installed()
            .orElseThrow(
                () ->
                    new BadInput(
                        "--engine %s needs Spark, which is not installed; add it with './parallax add spark', or leave --engine out"
                            .formatted(master)));
    return new Connection(Optional.of(engine.connect(master, settings)));
  }
}
