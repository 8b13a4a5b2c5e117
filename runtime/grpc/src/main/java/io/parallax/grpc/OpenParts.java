package io.parallax.grpc;

import com.google.protobuf.ByteString;
import io.parallax.engine.Endpoint;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The open parts of studies at a party; they outlive a connection. */
final class OpenParts implements AutoCloseable {
  private final PartHandler handler;
  private final Map<Part, OpenPart> open = new ConcurrentHashMap<>();
  private final Map<Part, CompletableFuture<Void>> turns = new ConcurrentHashMap<>();
  private final ExecutorService workers =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "answers");
            thread.setDaemon(true);
            return thread;
          });

  private record OpenPart(byte[] opening, ByteString process, Endpoint endpoint) {}

  OpenParts(PartHandler handler) {
    this.handler = handler;
  }

  /**
   * Works on a part: at once, or when it has been opened. If that fails, nothing is done, since the
   * failure has been reported.
   */
  void work(Part part, Runnable work) {
    CompletableFuture<Void> opening = turns.get(part);
    if (opening == null) {
      workers.execute(work);
    } else {
      opening.whenCompleteAsync(
          (nothing, failed) -> {
            if (open.containsKey(part)) {
              work.run();
            }
          },
          workers);
    }
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
   * Returns the party's endpoint of a part: the existing one, unless it is ahead of what the
   * coordinator remembers, or another process of the coordinator has opened it. Two processes that
   * take turns would get answers with masks of different agreements, whose sum is not a sum.
   */
  synchronized Endpoint open(Part part, byte[] opening, long newest, ByteString process) {
    OpenPart there = open.get(part);
    boolean usable =
        there != null
            && Arrays.equals(there.opening, opening)
            && there.process.equals(process)
            && there.endpoint.goesOnAfter(newest);
    if (usable) {
      return there.endpoint;
    }
    if (there != null) { // it may still be answering, and the next one begins where it ends
      there.endpoint.retire();
      open.remove(part); // it must not be found again if this opening fails
    }
    Endpoint endpoint = handler.open(part, opening, newest).inPlace();
    open.put(part, new OpenPart(opening, process, endpoint));
    return endpoint;
  }

  Endpoint find(Part part) {
    OpenPart there = open.get(part);
    if (there == null) {
      throw new io.parallax.core.ProtocolViolation("an ask for a part that is not open");
    }
    return there.endpoint;
  }

  /**
   * Returns the size of the largest ask that is accepted for a part; it is small if the part is not
   * open.
   */
  long mostBytes(Part part) {
    OpenPart there = open.get(part);
    return there == null ? Limits.UNOPENED : there.endpoint.mostBytes();
  }

  synchronized void close(Part part) {
    OpenPart over = open.remove(part);
    if (over != null) {
      over.endpoint.retire();
      handler.close(part);
    }
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
