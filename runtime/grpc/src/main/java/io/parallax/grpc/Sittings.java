package io.parallax.grpc;

import io.parallax.engine.Endpoint;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The parts of studies that a party sits in; they outlive a connection. */
final class Sittings implements AutoCloseable {
  private static final long CLOSED = 1 << 16;
  private final Desk desk;
  private final Map<Part, Sitting> open = new ConcurrentHashMap<>();
  private final Map<Part, CompletableFuture<Void>> turns = new ConcurrentHashMap<>();
  private final ExecutorService workers =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "answers");
            thread.setDaemon(true);
            return thread;
          });

  private record Sitting(byte[] opening, Endpoint endpoint) {}

  Sittings(Desk desk) {
    this.desk = desk;
  }

  void work(Runnable work) {
    workers.execute(work);
  }

  /** Opens and closes a part in the order in which that was asked for. */
  void inTurn(Part part, Runnable work) {
    CompletableFuture<Void> turn =
        turns.compute(
            part,
            (same, before) ->
                (before == null ? CompletableFuture.<Void>completedFuture(null) : before)
                    .handleAsync(
                        (nothing, failed) -> {
                          work.run();
                          return null;
                        },
                        workers));
    turn.whenComplete((nothing, failed) -> turns.remove(part, turn));
  }

  /**
   * The party's end of a part: the one there is, unless it has gone further than the coordinator
   * remembers.
   */
  synchronized Endpoint open(Part part, byte[] opening, long newest) {
    Sitting there = open.get(part);
    boolean usable =
        there != null
            && Arrays.equals(there.opening, opening)
            && there.endpoint.position() <= newest + 1;
    if (usable) {
      return there.endpoint;
    }
    if (there != null) { // it may still be answering, and the next one begins where it ends
      there.endpoint.retire();
    }
    Endpoint endpoint = desk.open(part, opening, newest).inPlace();
    open.put(part, new Sitting(opening, endpoint));
    return endpoint;
  }

  Endpoint find(Part part) {
    Sitting there = open.get(part);
    if (there == null) {
      throw new io.parallax.core.ProtocolViolation("an ask for a part that is not open");
    }
    return there.endpoint;
  }

  /** The bytes of the largest ask that is let in for a part; little where it is not open. */
  long mostBytes(Part part) {
    Sitting there = open.get(part);
    return there == null ? CLOSED : there.endpoint.mostBytes();
  }

  synchronized void close(Part part) {
    Sitting over = open.remove(part);
    if (over != null) {
      over.endpoint.retire();
      desk.close(part);
    }
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
