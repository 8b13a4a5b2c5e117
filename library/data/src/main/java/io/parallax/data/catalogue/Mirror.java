package io.parallax.data.catalogue;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.function.LongConsumer;

/** A web server with a file at ADDRESS/NAME/FILE. */
final class Mirror implements DownloadSource {
  private static final int BUFFER = 1 << 16;
  private final URI base;
  private final RetryPolicy policy;
  private final DownloadProgress progress;
  private final HttpClient client;

  Mirror(URI base, RetryPolicy policy, DownloadProgress progress) {
    this.base = base;
    this.policy = policy;
    this.progress = progress;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .connectTimeout(policy.connect())
            .build();
  }

  /** Checks nothing, because nothing is known about a server before the first request. */
  @Override
  public void check(DataSet set, List<DataFile> wanted) {}

  @Override
  public String place(DataSet set, DataFile file) {
    return base + "/" + set.name() + "/" + file.name();
  }

  /**
   * Downloads the rest of a file; attempts are counted from 0 again whenever one gets further than
   * all before it.
   */
  @Override
  public boolean fill(PartFile part, DataSet set, DataFile file, LongConsumer moved) {
    if (part.size() > file.bytes()) {
      part.clear(); // not the beginning of this file
    }
    boolean built = part.size() > 0;
    long furthest = part.size();
    for (int failures = 0; part.size() < file.bytes(); ) {
      try {
        built &= attempt(part, set, file, moved);
      } catch (IOException e) {
        failures = part.size() > furthest ? 1 : failures + 1;
        furthest = Math.max(furthest, part.size());
        if (failures > policy.retries() || DownloadFailure.lasts(e)) {
          throw gaveUp(place(set, file), e, part.size(), file.bytes());
        }
        pause(place(set, file), e, policy.pause(failures - 1));
      }
    }
    return built;
  }

  /**
   * Requests the missing rest; returns false if the part was unusable and the whole file is
   * downloaded again.
   */
  private boolean attempt(PartFile part, DataSet set, DataFile file, LongConsumer moved)
      throws IOException {
    long from = part.size();
    HttpResponse<InputStream> response = ask(URI.create(place(set, file)), from);
    try (StallGuard body = new StallGuard(response.body(), policy.stall())) {
      RangeResponse reply = RangeResponse.of(response, from, place(set, file));
      if (reply != RangeResponse.REST) {
        part.clear();
      }
      if (reply != RangeResponse.NOTHING) {
        checkLength(response, part.size(), set, file);
        receive(body, part, set, file, moved);
      }
      return reply == RangeResponse.REST;
    }
  }

  private void checkLength(HttpResponse<?> response, long before, DataSet set, DataFile file) {
    long length = response.headers().firstValueAsLong("Content-Length").orElse(-1);
    if (length >= 0 && before + length != file.bytes()) {
      throw otherSize(set, file, DownloadSource.grouped(before + length));
    }
  }

  private HttpResponse<InputStream> ask(URI address, long from) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(policy.stall()) // limit for the first byte of the answer
            .header("Accept-Encoding", "identity");
    if (from > 0) {
      request.header("Range", "bytes=" + from + "-");
    }
    try {
      return client.send(request.build(), BodyHandlers.ofInputStream());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException("interrupted", new InterruptedIOException());
    }
  }

  /** Reads no further than one byte beyond the file's size, whatever the server sends. */
  private void receive(
      StallGuard body, PartFile part, DataSet set, DataFile file, LongConsumer moved)
      throws IOException {
    byte[] buffer = new byte[BUFFER];
    for (long left = file.bytes() - part.size(); left >= 0; left = file.bytes() - part.size()) {
      int n = body.read(buffer, (int) Math.min(BUFFER, left + 1));
      if (n > left) {
        part.clear();
        throw otherSize(set, file, "more than " + DownloadSource.grouped(file.bytes()));
      }
      if (n < 0) {
        break;
      }
      part.append(buffer, n);
      moved.accept(part.size());
    }
    if (part.size() < file.bytes()) {
      throw new IOException("the connection was closed");
    }
  }

  private void pause(String place, IOException e, Duration time) {
    progress.note(
        place
            + ": "
            + DownloadFailure.inWords(e, policy)
            + "; trying again in "
            + RetryPolicy.inWords(time));
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException("interrupted", new InterruptedIOException());
    }
  }

  private UncheckedIOException gaveUp(String place, IOException e, long have, long all) {
    String kept =
        have > 0
            ? ", which resumes after "
                + DownloadSource.grouped(have)
                + " of "
                + DownloadSource.grouped(all)
                + " bytes"
            : "";
    return new UncheckedIOException(
        "cannot get %s: %s; check address and network, then run the same command again%s"
            .formatted(place, DownloadFailure.inWords(e, policy), kept),
        e);
  }
}
