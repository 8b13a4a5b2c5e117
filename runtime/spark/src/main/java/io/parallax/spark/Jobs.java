package io.parallax.spark;

import io.parallax.core.BadInput;
import java.util.concurrent.Callable;
import org.apache.spark.SparkThrowable;

/** Work of the cluster, whose failures become errors of one line without values of the data. */
final class Jobs {
  private Jobs() {}

  /**
   * Runs {@code job}.
   *
   * @param what it does, for the message
   */
  static <T> T run(String what, Callable<T> job) {
    try {
      return job.call();
    } catch (BadInput | IllegalArgumentException e) {
      throw e;
    } catch (Exception e) { // Scala throws checked exceptions without saying so
      throw new BadInput(
          "Spark failed to %s (%s); the log of its workers tells more".formatted(what, name(e)), e);
    }
  }

  /** Spark's name for the innermost thing that went wrong; its message may quote data. */
  private static String name(Throwable failure) {
    String name = condition(failure);
    return name.equals("SPARK_JOB_CANCELLED") ? "all executors are gone" : name;
  }

  private static String condition(Throwable failure) {
    String name = failure.getClass().getSimpleName();
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof SparkThrowable known && known.getCondition() != null) {
        name = known.getCondition();
      }
    }
    return name;
  }
}
