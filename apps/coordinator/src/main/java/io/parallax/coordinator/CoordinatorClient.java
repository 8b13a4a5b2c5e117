package io.parallax.coordinator;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.core.Shown;
import io.parallax.core.Stopped;
import io.parallax.identity.Pem;
import io.parallax.identity.Role;
import io.parallax.identity.Trust;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/** Calls a coordinator's API over HTTPS. */
public final class CoordinatorClient {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private final URI server;
  private final String token;
  private final HttpClient http;
  private final AtomicReference<String> refusal = new AtomicReference<>();

  /** An answer of the coordinator. */
  public record Reply(int status, String body) {}

  /**
   * @param server such as https://parallax.example.org:7444
   * @param authority the consortium's certificate, ca.pem
   */
  public CoordinatorClient(String server, String token, Path authority) {
    this(server, token, Pem.certificate(authority));
  }

  /**
   * @param authority the consortium's certificate
   */
  public CoordinatorClient(String server, String token, X509Certificate authority) {
    this(
        server,
        token,
        refused -> new Trust(authority, Role.COORDINATOR, Optional.empty(), refused));
  }

  /**
   * @param trust returns the rule of which servers to trust, given a listener for refusals
   */
  CoordinatorClient(
      String server, String token, Function<BiConsumer<String, String>, TrustManager> trust) {
    this.server = address(server);
    this.token = token;
    TrustManager rule = trust.apply((who, why) -> refusal.set(who + ": " + why));
    this.http = HttpClient.newBuilder().sslContext(context(rule)).connectTimeout(PATIENCE).build();
  }

  private static URI address(String server) {
    try {
      URI uri = URI.create(server);
      if ("https".equals(uri.getScheme()) && uri.getHost() != null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // rejected below
    }
    throw new BadInput(
        "the server is '" + server + "' and must be like https://parallax.example.org:7444");
  }

  private static SSLContext context(TrustManager trust) {
    try {
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(null, new TrustManager[] {trust}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public String get(String path) {
    return call(HttpRequest.newBuilder().GET(), path);
  }

  public String post(String path, String body) {
    return call(HttpRequest.newBuilder().POST(HttpRequest.BodyPublishers.ofString(body)), path);
  }

  /** Sends a request and returns the reply with any status. */
  public Reply send(HttpRequest.Builder request, String path) {
    try {
      HttpResponse<String> reply =
          http.send(
              request
                  .uri(server.resolve(path))
                  .timeout(PATIENCE)
                  .header("Authorization", "Bearer " + token)
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      return new Reply(reply.statusCode(), reply.body());
    } catch (IOException e) {
      String advice =
          "no answer from " + server + "; check the address, and that the coordinator runs";
      throw refusal.get() == null
          ? BadInput.quoting(advice, e)
          : new BadInput(advice, " (" + refusal.get() + ")");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Stopped(0);
    }
  }

  private String call(HttpRequest.Builder request, String path) {
    Reply reply = send(request, path);
    if (reply.status() >= 400) {
      String text = Shown.brief(reply.body().replaceAll("(?s)^\\{\"error\":\"(.*)\"}$", "$1"));
      if (reply.status() == 401 || reply.status() == 403) {
        throw new Refused("the coordinator denies: " + text);
      }
      throw new BadInput("the coordinator says: " + text);
    }
    return reply.body();
  }
}
