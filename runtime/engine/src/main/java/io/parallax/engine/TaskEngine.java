package io.parallax.engine;

import io.parallax.core.Unavailable;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.BooleanSupplier;

/** Runs independent pieces of work on many machines. */
public interface TaskEngine {

  /**
   * Connects to a cluster.
   *
   * @param master the cluster's address
   * @param settings the engine's own
   */
  Cluster connect(String master, Map<String, String> settings);

  /**
   * A serialisable task; running it twice gives the same result.
   *
   * @param <T> its serialisable result
   */
  interface Task<T extends Serializable> extends Serializable {
    T run();
  }

  /** Receives results as they arrive, one at a time. */
  interface Receiver<T> {
    void take(int task, T result);
  }

  /** A failure reported by the task itself; repeating the task would not help. */
  final class Failed extends Unavailable {
    private static final long serialVersionUID = 1;

    public Failed(String message) {
      super("a task of the cluster failed", message, null);
    }
  }

  /** Machines that run tasks. */
  interface Cluster extends AutoCloseable {
    /**
     * Runs all tasks. A task that is lost with its machine is run again; one that fails ends them
     * all, as {@link io.parallax.core.BadInput} or {@link Failed}.
     *
     * @param what the description of the tasks, for messages
     * @param stop becomes true when the user wants to stop; {@link io.parallax.core.Stopped} then
     */
    <T extends Serializable> void run(
        String what, List<? extends Task<T>> tasks, Receiver<T> receiver, BooleanSupplier stop);

    @Override
    void close();
  }

  /** Returns the installed engine, if there is one. */
  static Optional<TaskEngine> installed() {
    return ServiceLoader.load(TaskEngine.class).findFirst();
  }
}
