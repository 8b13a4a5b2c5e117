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
   * A piece of work that travels to where it is done; done twice, it gives the same.
   *
   * @param <T> its result, which travels back
   */
  interface Task<T extends Serializable> extends Serializable {
    T run();
  }

  /** Takes results as they come, one at a time. */
  interface Receiver<T> {
    void take(int task, T result);
  }

  /** A failure that a task told of itself: to do it again would be of no use. */
  final class Failed extends Unavailable {
    private static final long serialVersionUID = 1;

    public Failed(String message) {
      super("a task of the cluster failed", message, null);
    }
  }

  /** Machines that do tasks. */
  interface Cluster extends AutoCloseable {
    /**
     * Does all tasks. One that is lost with its machine is done again; one that fails ends them
     * all, as {@link io.parallax.core.BadInput} or {@link Failed}.
     *
     * @param what they are, for messages
     * @param stop becomes true when the user wants to stop; {@link io.parallax.core.Stopped} then
     */
    <T extends Serializable> void run(
        String what, List<? extends Task<T>> tasks, Receiver<T> receiver, BooleanSupplier stop);

    @Override
    void close();
  }

  /** The engine that is there, if one is. */
  static Optional<TaskEngine> installed() {
    return ServiceLoader.load(TaskEngine.class).findFirst();
  }
}
