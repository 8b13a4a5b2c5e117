package io.parallax.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A small tracking server: the calls of the API that are used, with the limits it documents. */
public final class RecordingMlflow implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String API = "/api/2.0/mlflow/";
  private static final String ARTIFACTS = "/api/2.0/mlflow-artifacts/artifacts/";
  private final HttpServer server;
  private final String token;
  private final Map<String, String> status = new TreeMap<>();
  private final Map<String, String> params = new TreeMap<>(); // of the last run
  private final Map<String, String> once = new TreeMap<>(); // by run: they cannot be changed
  private final Map<String, String> tags = new TreeMap<>();
  private final Map<String, String> files = new TreeMap<>();
  private final List<JsonNode> metrics = new ArrayList<>();
  private final List<String> experiments = new ArrayList<>();
  private String failing = "";
  private String babble = "";

  private RecordingMlflow(HttpServer server, String token) {
    this.server = server;
    this.token = token;
  }

  /**
   * Starts a server on this machine.
   *
   * @param token that every call has to show; empty: none
   */
  public static RecordingMlflow start(String token) throws IOException {
    InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    RecordingMlflow mlflow = new RecordingMlflow(HttpServer.create(free, 0), token);
    mlflow.server.createContext("/", mlflow::answer);
    mlflow.server.start();
    return mlflow;
  }

  public String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private synchronized void answer(HttpExchange call) throws IOException {
    String path = call.getRequestURI().getPath();
    byte[] body = call.getRequestBody().readAllBytes();
    String shown = call.getRequestHeaders().getFirst("Authorization");
    if (!token.isEmpty() && !("Bearer " + token).equals(shown)) {
      reply(call, 401, "{}");
    } else if (!babble.isEmpty()) {
      reply(call, 200, babble);
    } else if (!failing.isEmpty() && path.equals(API + failing)) {
      reply(call, 500, "{}");
    } else if (path.startsWith(ARTIFACTS) && call.getRequestMethod().equals("PUT")) {
      files.put(path.substring(ARTIFACTS.length()), new String(body, StandardCharsets.UTF_8));
      reply(call, 200, "{}");
    } else if (path.equals(API + "experiments/get-by-name")) {
      boolean known = experiments.contains(call.getRequestURI().getQuery().split("=", 2)[1]);
      reply(call, known ? 200 : 404, known ? "{\"experiment\":{\"experiment_id\":\"7\"}}" : "{}");
    } else if (body.length > 1_000_000) {
      reply(call, 400, "{}");
    } else {
      posted(call, path.substring(API.length()), JSON.readTree(body));
    }
  }

  private void posted(HttpExchange call, String name, JsonNode body) throws IOException {
    switch (name) {
      case "experiments/create" -> {
        experiments.add(body.get("name").asText());
        reply(call, 200, "{\"experiment_id\":\"7\"}");
      }
      case "runs/create" -> {
        String id = "run-" + (status.size() + 1);
        status.put(id, "RUNNING");
        reply(
            call,
            body.get("experiment_id").asText().equals("7") ? 200 : 400,
            "{\"run\":{\"info\":{\"run_id\":\"%s\",\"artifact_uri\":\"mlflow-artifacts:/7/%s/artifacts\"}}}"
                .formatted(id, id));
      }
      case "runs/log-batch" -> reply(call, logged(body) ? 200 : 400, "{}");
      case "runs/update" -> {
        status.put(body.get("run_id").asText(), body.get("status").asText());
        reply(call, 200, "{}");
      }
      default -> reply(call, 404, "{}");
    }
  }

  private boolean logged(JsonNode body) {
    JsonNode values = body.path("metrics");
    boolean fits =
        status.containsKey(body.path("run_id").asText())
            && values.size() + body.path("params").size() + body.path("tags").size() <= 1000
            && body.path("params").size() <= 100
            && body.path("tags").size() <= 100;
    for (String kind : List.of("metrics", "params", "tags")) {
      for (JsonNode one : body.path(kind)) {
        fits &= one.get("key").asText().matches("[A-Za-z0-9_./ -]{1,250}");
      }
    }
    for (JsonNode one : values) {
      fits &= one.get("value").isNumber() && one.has("timestamp") && one.has("step");
      metrics.add(one);
    }
    for (JsonNode one : body.path("params")) {
      String value = one.get("value").asText();
      String key = one.get("key").asText();
      String before = once.put(body.get("run_id").asText() + "/" + key, value);
      params.put(key, value);
      fits &= value.length() <= 500 && (before == null || before.equals(value));
    }
    body.path("tags").forEach(one -> tags.put(one.get("key").asText(), one.get("value").asText()));
    return fits;
  }

  private static void reply(HttpExchange call, int code, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    call.sendResponseHeaders(code, bytes.length);
    call.getResponseBody().write(bytes);
    call.close();
  }

  /** Makes a call fail; empty: none. */
  public synchronized void failAt(String call) {
    failing = call;
  }

  /** Makes it answer everything with a text, as another program would; empty: no more. */
  public synchronized void answerAll(String text) {
    babble = text;
  }

  public synchronized int runs() {
    return status.size();
  }

  public synchronized String status(String run) {
    return status.get(run);
  }

  public synchronized List<String> experiments() {
    return List.copyOf(experiments);
  }

  public synchronized Map<String, String> params() {
    return Map.copyOf(params);
  }

  public synchronized Map<String, String> tags() {
    return Map.copyOf(tags);
  }

  public synchronized Map<String, String> files() {
    return Map.copyOf(files);
  }

  public synchronized double metric(String key, int step) {
    return metrics.stream()
        .filter(m -> m.get("key").asText().equals(key) && m.get("step").asInt() == step)
        .mapToDouble(m -> m.get("value").asDouble())
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
