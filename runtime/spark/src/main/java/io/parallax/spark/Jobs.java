package io.parallax.spark;

import io.parallax.core.BadInput;
import java.util.concurrent.Callable;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.SparkSession;
import scala.Option;

/** Runs jobs of the cluster; failures become errors of one line without values of the data. */
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
    } catch (Exception e) { // Scala throws checked exceptions without declaring them
      throw new BadInput(sentence(what, e), e);
    }
  }

  private static String sentence(String what, Exception failure) {
    String name = name(failure);
    return Reasons.of(failure, name)
        .map(why -> "cannot %s: %s".formatted(what, why))
        .orElseGet(() -> "Spark failed to %s (%s); %s".formatted(what, name, where()));
  }

  /** Names the log to read; without a cluster there are no workers. */
  private static String where() {
    Option<SparkSession> session = SparkSession.getDefaultSession();
    return session.isDefined() && session.get().sparkContext().isLocal()
        ? "check that the table is readable, and that this machine has enough memory and disk space"
        : "see the log of its workers";
  }

  /** Returns Spark's name for the innermost failure; its message may quote data. */
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
