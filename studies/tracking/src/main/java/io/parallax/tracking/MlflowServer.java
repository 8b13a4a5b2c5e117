package io.parallax.tracking;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** An MLflow tracking server, called by its REST API of version 2.0. */
public final class MlflowServer {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(30);
  private static final int OK = 200;
  private static final String API = "/api/2.0/mlflow/";
  private static final String ARTIFACTS = "/api/2.0/mlflow-artifacts/artifacts/";
  private final URI address;
  private final Optional<String> authorization;
  private final HttpClient http =
      HttpClient.newBuilder()
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  private MlflowServer(URI address, Optional<String> authorization) {
    this.address = address;
    this.authorization = authorization;
  }

  /** An answer that is no success. */
  static final class Rejected extends IOException {
    private static final long serialVersionUID = 1;
    private final int status;

    Rejected(int status, String call) {
      super("it answered %d to %s".formatted(status, call));
      this.status = status;
    }

    /** Makes an answer that is none of MLflow. */
    Rejected(String call) {
      super("it does not answer %s as MLflow does".formatted(call));
      this.status = OK;
    }

    boolean missing() {
      return status == 404;
    }
  }

  /**
   * Returns the server at an address.
   *
   * @param environment its variables {@code MLFLOW_TRACKING_TOKEN}, or {@code
   *     MLFLOW_TRACKING_USERNAME} and {@code MLFLOW_TRACKING_PASSWORD}, are sent to it; null: unset
   */
  public static MlflowServer at(String address, UnaryOperator<String> environment) {
    URI uri = uri(address);
    Optional<String> authorization = authorization(environment);
    boolean here = uri.getHost().matches("localhost|127\\.[0-9.]+|\\[::1\\]");
    if (authorization.isPresent() && uri.getScheme().equals("http") && !here) {
      throw new BadInput(
          "the MLflow server is called by http, which would show its token to everybody on the way; use https");
    }
    return new MlflowServer(uri, authorization);
  }

  private static URI uri(String address) {
    try {
      URI uri = URI.create(address.replaceAll("/+$", ""));
      if (uri.getHost() != null
          && uri.getUserInfo() == null
          && uri.getQuery() == null
          && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // said below
    }
    throw new BadInput(
        "the address of the MLflow server is not of the form https://host:port; a token goes into MLFLOW_TRACKING_TOKEN");
  }

  private static Optional<String> authorization(UnaryOperator<String> environment) {
    String token = environment.apply("MLFLOW_TRACKING_TOKEN");
    String user = environment.apply("MLFLOW_TRACKING_USERNAME");
    String password = environment.apply("MLFLOW_TRACKING_PASSWORD");
    if (token != null) {
      return Optional.of("Bearer " + token);
    }
    return user == null || password == null
        ? Optional.empty()
        : Optional.of(
            "Basic "
                + Base64.getEncoder()
                    .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns the answer to a question; the query is of one parameter. */
  JsonNode get(String call, String key, String value) throws IOException {
    String query = key + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    return json(request(API + call + "?" + query).GET(), call);
  }

  JsonNode post(String call, Object body) throws IOException {
    BodyPublisher json = BodyPublishers.ofByteArray(Json.MAPPER.writeValueAsBytes(body));
    return json(request(API + call).header("Content-Type", "application/json").POST(json), call);
  }

  /**
   * Stores a file of a run.
   *
   * @param place below the server's artifacts, as the run's artifact address names it
   */
  void put(String place, Path file) throws IOException {
    send(
        request(ARTIFACTS + place + "/" + file.getFileName())
            .header("Content-Type", "application/octet-stream")
            .PUT(BodyPublishers.ofFile(file)),
        "an artifact");
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + path)).timeout(ANSWER);
    authorization.ifPresent(value -> request.header("Authorization", value));
    return request;
  }

  private JsonNode json(HttpRequest.Builder request, String call) throws IOException {
    String body = send(request, call);
    try {
      return body.isBlank() ? Json.MAPPER.createObjectNode() : Json.MAPPER.readTree(body);
    } catch (JsonProcessingException e) {
      throw new Rejected(call);
    }
  }

  private String send(HttpRequest.Builder request, String call) throws IOException {
    try {
      HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
      if (answer.statusCode() / 100 != 2) {
        throw new Rejected(answer.statusCode(), call);
      }
      return answer.body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("it was not waited for", e);
    }
  }

  @Override
  public String toString() {
    return address.toString();
  }
}
