package io.parallax.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The OpenAPI document of a node: what it says holds for a node that answers. With {@code
 * -Dparallax.rewrite=true} the file in docs is written anew.
 */
public abstract class ApiContract {
  protected static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String BEGINNING = "retry: 1000"; // of a stream

  /** An answer; of a stream, its beginning. */
  public record Got(int status, String type, String body) {
    static Got of(HttpResponse<?> reply, String body) {
      String type = reply.headers().firstValue("Content-Type").orElse("").replaceAll(";.*", "");
      return new Got(reply.statusCode(), type, body);
    }
  }

  /** A call as the document describes it. */
  private record Described(String method, String path, JsonNode operation) {
    boolean stream() {
      return operation.at("/responses/200/content").has("text/event-stream");
    }

    Set<String> roles() {
      Set<String> roles = new TreeSet<>();
      operation.get("security").forEach(one -> roles.add(one.at("/token/0").asText()));
      return roles;
    }
  }

  /** Returns the beginning of the node's addresses: http://127.0.0.1:PORT. */
  protected abstract String origin();

  /** Returns words of the refusal of somebody without the role. */
  protected abstract String ofRoles();

  /** Returns the file in docs. */
  protected abstract String file();

  /** Returns a token for each role. */
  protected abstract Map<String, String> tokens();

  /** Returns values of parameters, by name, with which calls have something to answer. */
  protected abstract Map<String, String> values();

  /** Returns the status of calls that have no answer of 200 here, by path. */
  protected abstract Map<String, Integer> otherwise();

  /** Calls the node; an empty token is not shown. */
  protected final Got call(String token, String method, String address) {
    return call(token, method, address, "");
  }

  /** Calls the node with a body. */
  protected final Got call(String token, String method, String address, String body) {
    try {
      HttpResponse<String> reply =
          HTTP.send(
              request(token, address).method(method, BodyPublishers.ofString(body)).build(),
              BodyHandlers.ofString());
      return Got.of(reply, reply.body());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private HttpRequest.Builder request(String token, String address) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin() + address));
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  private Got begun(String token, String address) throws IOException, InterruptedException {
    HttpResponse<InputStream> open =
        HTTP.send(request(token, address).build(), BodyHandlers.ofInputStream());
    try (InputStream in = open.body()) {
      byte[] begin = in.readNBytes(BEGINNING.length());
      return Got.of(open, new String(begin, StandardCharsets.UTF_8));
    }
  }

  private String text() {
    return call("", "GET", "/v1/openapi.json").body();
  }

  /** Returns the document that the node gives. */
  protected final JsonNode document() throws IOException {
    return JSON.readTree(text());
  }

  @Test
  void theFileInDocsIsWhatANodeGives() throws IOException {
    Path page = Path.of("..", "..", "docs", file());
    String now = text();
    if (Boolean.getBoolean("parallax.rewrite")) {
      Files.writeString(page, now);
    }
    assertThat(Files.exists(page) && Files.readString(page).equals(now))
        .as(
            "docs/%s is out of date; write it anew: ./parallax test %s -Dparallax.rewrite=true",
            file(), getClass().getSimpleName())
        .isTrue();
  }

  @Test
  void everyCallHasANameOfItsOwn() throws IOException {
    assertThat(described(document()))
        .extracting(one -> one.operation().get("operationId").asText())
        .doesNotHaveDuplicates();
  }

  @Test
  void everyGetAnswersAsItIsDescribed() throws Exception {
    JsonNode document = document();
    List<String> faults = new ArrayList<>();
    int checked = 0;
    for (Described one : described(document)) {
      if (one.method().equals("GET")) {
        faults.addAll(faults(document, one));
        checked++;
      }
    }
    assertThat(faults).isEmpty();
    assertThat(checked).isGreaterThan(10);
  }

  private List<String> faults(JsonNode document, Described one) throws Exception {
    String address = address(one);
    Got got = one.stream() ? begun(token(one), address) : call(token(one), "GET", address);
    assertThat(got.status())
        .as(address + ": " + got.body())
        .isEqualTo(otherwise().getOrDefault(one.path(), 200));
    JsonNode answer = resolved(document, one.operation().at("/responses/" + got.status()));
    assertThat(answer.isMissingNode()).as(address + ": " + got.status()).isFalse();
    if (answer.has("content")) {
      assertThat(answer.get("content").fieldNames()).toIterable().as(address).contains(got.type());
    }
    JsonNode schema = answer.path("content").path(got.type()).path("schema");
    return got.type().equals("application/json")
        ? new ShapeCheck(document).faults(address, schema, JSON.readTree(got.body()))
        : List.of();
  }

  /** Returns a token that may make the call. */
  private String token(Described one) {
    return one.roles().stream().map(tokens()::get).findFirst().orElse("");
  }

  /** Returns an address that the call can have. */
  private String address(Described one) {
    String address = one.path();
    List<String> query = new ArrayList<>();
    for (JsonNode parameter : one.operation().path("parameters")) {
      String name = parameter.get("name").asText();
      String value = values().get(name);
      if (value != null && parameter.get("in").asText().equals("path")) {
        address = address.replace("{" + name + "}", value);
      } else if (value != null) {
        query.add(name + "=" + value);
      }
    }
    return query.isEmpty() ? address : address + "?" + String.join("&", query);
  }

  @Test
  void everyCallIsOpenToItsRolesAndToNobodyElse() throws IOException {
    int checked = 0;
    for (Described one : described(document())) {
      if (one.roles().isEmpty()) {
        continue;
      }
      String call = one.method() + " " + one.path();
      assertThat(call("", one.method(), address(one)).status()).as(call).isEqualTo(401);
      for (String role : one.stream() ? Set.<String>of() : tokens().keySet()) {
        Got got = call(tokens().get(role), one.method(), address(one));
        boolean refused = got.status() == 403 && got.body().contains(ofRoles());
        assertThat(refused)
            .as("%s as %s: %s", call, role, got)
            .isEqualTo(!one.roles().contains(role));
        assertThat(got.status()).as(call).isNotIn(401, 500);
        checked++;
      }
    }
    assertThat(checked).isGreaterThan(40);
  }

  private static List<Described> described(JsonNode document) {
    List<Described> all = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> one : path.getValue().properties()) {
        String method = one.getKey().toUpperCase(Locale.ROOT);
        all.add(new Described(method, path.getKey(), one.getValue()));
      }
    }
    return all;
  }

  /** Returns an answer that the document describes, also where it refers to another place. */
  protected static JsonNode resolved(JsonNode document, JsonNode answer) {
    return answer.has("$ref") ? document.at(answer.get("$ref").asText().substring(1)) : answer;
  }
}
