package io.parallax.web.file;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.BadInput;
import io.parallax.core.Stopped;
import io.parallax.data.Json;
import io.parallax.identity.PinnedCertificate;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The page of a node that runs on this machine.
 *
 * @param node its name, for messages
 * @param address its address as this machine reaches it
 * @param only the certificate that it shows; empty: it has none
 */
public record NearPage(String node, String address, Optional<X509Certificate> only) {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * A node's health.
   *
   * @param ready whether it can work
   * @param why what keeps it from that
   */
  public record Health(boolean ready, List<String> why) {
    /** Returns a sentence's end. */
    public String text() {
      return (ready ? "ready" : "not ready") + (why.isEmpty() ? "" : ": " + String.join("; ", why));
    }
  }

  /** Returns the page of a node that listens on an address, on the port that it was given. */
  public static NearPage of(
      String node, InetSocketAddress listen, int port, Optional<X509Certificate> only) {
    String host =
        listen.getAddress().isAnyLocalAddress()
            ? "127.0.0.1"
            : listen.getAddress().getHostAddress();
    String named = host.contains(":") ? "[" + host + "]" : host;
    return new NearPage(
        node, (only.isPresent() ? "https://" : "http://") + named + ":" + port, only);
  }

  /** Sends a request to a path; trusts the page's own certificate, whatever this machine's name. */
  public HttpResponse<String> send(HttpRequest.Builder request, String path) {
    HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(PATIENCE);
    only.ifPresent(own -> client.sslContext(PinnedCertificate.context(own)));
    try {
      return client
          .build()
          .send(
              request.uri(URI.create(address + path)).build(),
              HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new BadInput("%s does not answer at %s; start it".formatted(node, address), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Stopped(0);
    }
  }

  /** Asks a running node how it is; fails if it does not answer. */
  public Health health() {
    HttpResponse<String> reply =
        send(HttpRequest.newBuilder().timeout(PATIENCE).GET(), "/health/ready");
    try {
      JsonNode told = Json.MAPPER.readTree(reply.body());
      List<String> why = new ArrayList<>();
      told.path("why").forEach(one -> why.add(one.asText()));
      return new Health(reply.statusCode() == 200, why);
    } catch (IOException e) {
      throw new BadInput(
          "what answers for %s at %s is no node of Parallax".formatted(node, address), e);
    }
  }
}
