package io.parallax.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.grpc.stub.CallStreamObserver;
import java.util.function.Function;

/**
 * The sending side of one connection. Whole messages are sent one after the other; a piece waits
 * until the other side has taken nearly all of the previous ones, so that the wire is never idle
 * and little is held in memory.
 */
final class Outgoing<T> {
  private final CallStreamObserver<T> stream;
  private final Object ready = new Object();
  private boolean closed;

  Outgoing(CallStreamObserver<T> stream) {
    this.stream = stream;
  }

  /** Wakes the sender; to be called when the stream can take more. */
  void wake() {
    synchronized (ready) {
      ready.notifyAll();
    }
  }

  void close() {
    synchronized (ready) {
      closed = true;
      ready.notifyAll();
    }
  }

  synchronized void send(T message) {
    awaitReady();
    stream.onNext(message);
  }

  /** Sends the content from a byte on, with its first piece in the head. */
  synchronized void send(
      byte[] content, int from, Function<ByteString, T> head, Function<ByteString, T> piece) {
    int at = from;
    do {
      int length = Math.min(Limits.PIECE, content.length - at);
      ByteString part = UnsafeByteOperations.unsafeWrap(content, at, length);
      awaitReady();
      stream.onNext((at == from ? head : piece).apply(part));
      at += length;
    } while (at < content.length);
  }

  /** Returns true if a small message can be sent at once. */
  boolean free() {
    return stream.isReady();
  }

  private void awaitReady() {
    synchronized (ready) {
      try {
        while (!closed && !stream.isReady()) {
          ready.wait(1000); // readiness can change without a call: ask again
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        closed = true;
      }
      if (closed) {
        throw new ConnectionClosed();
      }
    }
  }

  /** Signals that the connection was closed while something was to be sent. */
  static final class ConnectionClosed extends RuntimeException {
    ConnectionClosed() {
      super("the connection was closed");
    }
  }
}
