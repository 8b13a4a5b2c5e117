package io.parallax.spark;

import io.parallax.core.BadInput;
import io.parallax.core.Stopped;
import io.parallax.engine.TaskEngine;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.spark.SimpleFutureAction;
import org.apache.spark.rdd.RDD;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction0;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/** Runs tasks in Spark, one per partition; Spark repeats a task when its executor is lost. */
final class TaskCluster implements TaskEngine.Cluster {
  private static final int MOST_AT_ONCE = 10_000;
  private static final int LOOK_MILLIS = 50;

  private final SparkCluster spark;
  private final String jars;

  /**
   * @param jars where the program is on every machine
   */
  TaskCluster(SparkCluster spark, String jars) {
    this.spark = spark;
    this.jars = jars;
  }

  /** The outcome of a task: a result, or its failure. */
  private record Outcome<T>(T result, String failure, boolean badInput) implements Serializable {}

  /**
   * Runs the one task of a partition on its executor. A failure of the task itself is not retried.
   */
  private static final class Work<T extends Serializable>
      extends AbstractFunction1<Iterator<TaskEngine.Task<T>>, Outcome<T>> implements Serializable {
    @Override
    public Outcome<T> apply(Iterator<TaskEngine.Task<T>> partition) {
      try {
        return new Outcome<>(partition.next().run(), "", false);
      } catch (RuntimeException e) {
        String why = e.getMessage() == null ? e.toString() : e.getMessage();
        return new Outcome<>(null, "on " + host() + ": " + why, e instanceof BadInput);
      }
    }

    private static String host() {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException e) {
        return "a worker";
      }
    }
  }

  @Override
  public <T extends Serializable> void run(
      String what,
      List<? extends TaskEngine.Task<T>> tasks,
      TaskEngine.Receiver<T> receiver,
      BooleanSupplier stop) {
    for (int from = 0; from < tasks.size(); from += MOST_AT_ONCE) {
      int first = from;
      int to = Math.min(tasks.size(), from + MOST_AT_ONCE);
      some(what, tasks.subList(from, to), (i, found) -> receiver.take(first + i, found), stop);
    }
  }

  private <T extends Serializable> void some(
      String what,
      List<? extends TaskEngine.Task<T>> tasks,
      TaskEngine.Receiver<T> receiver,
      BooleanSupplier stop) {
    List<TaskEngine.Task<T>> all = new ArrayList<>(tasks);
    RDD<TaskEngine.Task<T>> rdd = spark.context().parallelize(all, all.size()).rdd();
    AtomicReference<RuntimeException> failure = new AtomicReference<>();
    SimpleFutureAction<Boolean> job =
        spark
            .session()
            .sparkContext()
            .submitJob(rdd, new Work<T>(), places(all.size()), handler(receiver, failure), end());
    try {
      while (!job.isCompleted() && failure.get() == null && !stop.getAsBoolean()) {
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure.compareAndSet(null, new Stopped(0));
    }
    if (!job.isCompleted()) {
      job.cancel();
      throw failure.get() == null ? new Stopped(0) : failure.get();
    }
    if (failure.get() != null) {
      throw failure.get();
    }
    if (stop.getAsBoolean()) { // Ctrl-C ends Spark itself, too, and may be first
      throw new Stopped(0);
    }
    Jobs.run("do the " + what, () -> ended(job));
  }

  private static Seq<Object> places(int count) {
    List<Object> all = new ArrayList<>(IntStream.range(0, count).boxed().toList());
    return CollectionConverters.asScala(all).toSeq();
  }

  private static <T> AbstractFunction2<Object, Outcome<T>, BoxedUnit> handler(
      TaskEngine.Receiver<T> receiver, AtomicReference<RuntimeException> failure) {
    return new AbstractFunction2<>() {
      @Override
      public BoxedUnit apply(Object task, Outcome<T> outcome) {
        try {
          if (outcome.failure().isEmpty()) {
            receiver.take((Integer) task, outcome.result());
          } else {
            throw outcome.badInput()
                ? new BadInput(outcome.failure())
                : new TaskEngine.Failed(outcome.failure());
          }
        } catch (RuntimeException e) {
          failure.compareAndSet(null, e);
        }
        return BoxedUnit.UNIT;
      }
    };
  }

  private static AbstractFunction0<Boolean> end() {
    return new AbstractFunction0<>() {
      @Override
      public Boolean apply() {
        return true;
      }
    };
  }

  private boolean ended(SimpleFutureAction<Boolean> job) throws Exception {
    try {
      return job.get();
    } catch (Exception e) { // Scala throws checked exceptions without declaring them
      if (missesParallax(e)) {
        throw new BadInput(
            "Spark's workers cannot find Parallax, whose jars are in %s on this machine; install the same build at the same path on every machine"
                .formatted(jars),
            e);
      }
      throw e;
    }
  }

  private static boolean missesParallax(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      String text = String.valueOf(t.getMessage());
      if (text.contains("ClassNotFoundException: io.parallax")
          || text.contains("NoClassDefFoundError: io/parallax")) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    spark.close();
  }
}
