package io.parallax.web.oidc;

import com.nimbusds.jose.util.Resource;
import com.nimbusds.jose.util.ResourceRetriever;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPRequestSender;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.http.ReadOnlyHTTPRequest;
import com.nimbusds.oauth2.sdk.http.ReadOnlyHTTPResponse;
import io.parallax.web.TrustedAuthority;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls a provider: over TLS, without redirects, and with limits of time and size. */
final class ProviderHttp implements HTTPRequestSender, ResourceRetriever {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration WHOLE = Duration.ofSeconds(10);
  private static final int MOST_BYTES = 1 << 20;
  private final HttpClient client;

  ProviderHttp(Optional<Path> authority) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1);
    authority.ifPresent(file -> builder.sslContext(TrustedAuthority.context(file, "sign-in.ca")));
    this.client = builder.build();
  }

  String get(URI address) throws IOException {
    Answer answer = send(HttpRequest.newBuilder(address).GET());
    if (answer.status() != 200) {
      throw new IOException("it answers with status " + answer.status());
    }
    return answer.body();
  }

  @Override
  public Resource retrieveResource(URL url) throws IOException {
    return new Resource(get(URI.create(url.toString())), "application/json");
  }

  @Override
  public ReadOnlyHTTPResponse send(ReadOnlyHTTPRequest asked) throws IOException {
    HTTPRequest request = (HTTPRequest) asked;
    HttpRequest.Builder call = HttpRequest.newBuilder(request.getURI());
    request
        .getHeaderMap()
        .forEach((name, values) -> values.forEach(value -> call.header(name, value)));
    String body = request.getBody() == null ? "" : request.getBody();
    Answer answer = send(call.method(request.getMethod().name(), BodyPublishers.ofString(body)));
    HTTPResponse reply = new HTTPResponse(answer.status());
    try {
      reply.setContentType(answer.type());
    } catch (ParseException e) {
      throw new IOException("its answer has no valid content type", e);
    }
    reply.setBody(answer.body());
    return reply;
  }

  private record Answer(int status, String type, String body) {}

  private Answer send(HttpRequest.Builder call) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    CompletableFuture<HttpResponse<Void>> coming =
        client.sendAsync(
            call.timeout(WHOLE).build(),
            BodyHandlers.ofByteArrayConsumer(some -> some.ifPresent(bytes -> take(body, bytes))));
    try {
      HttpResponse<Void> reply = coming.get(WHOLE.toMillis(), TimeUnit.MILLISECONDS);
      return new Answer(
          reply.statusCode(),
          reply.headers().firstValue("Content-Type").orElse("application/json"),
          body.toString(StandardCharsets.UTF_8));
    } catch (TimeoutException e) {
      coming.cancel(true);
      throw new IOException("it does not answer within " + WHOLE.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failed ? failed : new IOException(e.getCause());
    } catch (InterruptedException e) {
      coming.cancel(true);
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static void take(ByteArrayOutputStream body, byte[] bytes) {
    if (body.size() + bytes.length > MOST_BYTES) {
      throw new UncheckedIOException(new IOException("its answer is too large"));
    }
    body.writeBytes(bytes);
  }
}
