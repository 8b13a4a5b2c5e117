package io.parallax.web;

import io.parallax.core.BadInput;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/**
 * The body of a request. It is read as it arrives, and no thread waits for it. What is beyond the
 * limit is read and thrown away, else the caller would see a broken connection instead of the
 * reason.
 */
final class Body implements Runnable {
  private static final long MOST_SKIPPED = 16 << 20;
  private final Request request;
  private final int most;
  private final Consumer<Body> whole;
  private final Consumer<Throwable> broken;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private long seen;

  /**
   * @param most the most bytes that are kept
   * @param whole receives the body when it is complete
   * @param broken receives the reason if it will not be
   */
  Body(Request request, int most, Consumer<Body> whole, Consumer<Throwable> broken) {
    this.request = request;
    this.most = most;
    this.whole = whole;
    this.broken = broken;
  }

  /** Reads what is there; comes again when there is more. */
  @Override
  public void run() {
    while (true) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(this);
        return;
      }
      if (Content.Chunk.isFailure(chunk)) {
        broken.accept(chunk.getFailure());
        return;
      }
      take(chunk.getByteBuffer());
      chunk.release();
      if (chunk.isLast() || seen > MOST_SKIPPED) {
        whole.accept(this);
        return;
      }
    }
  }

  private void take(ByteBuffer bytes) {
    seen += bytes.remaining();
    if (seen <= most) {
      byte[] some = new byte[bytes.remaining()];
      bytes.get(some);
      kept.writeBytes(some);
    }
  }

  String text() {
    if (seen > most) {
      throw new BadInput(
          "the request is larger than %s; a study file is a page of text"
              .formatted(most >= 1 << 20 ? (most >> 20) + " MiB" : (most >> 10) + " KiB"));
    }
    return kept.toString(StandardCharsets.UTF_8);
  }
}
