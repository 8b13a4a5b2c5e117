package io.parallax.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parallax.web.ApiDocument;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The coordinator's OpenAPI document: what it says holds for a coordinator that answers. {@code
 * ./parallax test ApiDocumentTest -Dparallax.rewrite=true} writes docs/openapi.json anew.
 */
class ApiDocumentTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "openapi.json");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Calls of browsers that have a sign-in service, which this coordinator has not. */
  private static final Map<String, Integer> OTHERWISE =
      Map.of("/v1/sign-in", 400, "/v1/sign-in/callback", 303);

  @TempDir static Path folder;
  private static SmallCoordinator hub;
  private static final Map<Tokens.Role, String> TOKENS = new EnumMap<>(Tokens.Role.class);
  private static String text;
  private static JsonNode document;

  private record Described(String method, String path, JsonNode operation) {
    /** Returns an address that the call can have, of the study and the run that are there. */
    String address(String run) {
      String query = "";
      for (JsonNode one : operation.path("parameters")) {
        String name = one.get("name").asText();
        Map<String, String> values =
            Map.of("ids", hub.study() + "," + hub.study(), "name", run, "newest", "5");
        if (one.get("in").asText().equals("query") && values.containsKey(name)) {
          query = "?" + name + "=" + values.get(name);
        }
      }
      return path.replace("{id}", hub.study().substring(0, 12)) + query;
    }

    /** Returns whether its answer has no end. */
    boolean stream() {
      return operation.at("/responses/200/content").has("text/event-stream");
    }

    Set<String> roles() {
      Set<String> roles = new TreeSet<>();
      operation.get("security").forEach(one -> roles.add(one.at("/token/0").asText()));
      return roles;
    }
  }

  @BeforeAll
  static void start() throws Exception {
    hub = new SmallCoordinator(folder);
    TOKENS.put(Tokens.Role.RESEARCHER, hub.token("ana", Tokens.Role.RESEARCHER));
    for (Tokens.Role role : Tokens.Role.values()) {
      TOKENS.computeIfAbsent(role, one -> hub.token("some-" + one.word(), one));
    }
    text = hub.call("", "GET", ApiDocument.PATH, "").body();
    document = JSON.readTree(text);
  }

  @AfterAll
  static void end() {
    hub.close();
  }

  @Test
  void thePageInDocsIsWhatACoordinatorGives() throws Exception {
    if (Boolean.getBoolean("parallax.rewrite")) {
      Files.writeString(PAGE, text);
    }
    assertThat(Files.exists(PAGE) && Files.readString(PAGE).equals(text))
        .as(
            "docs/openapi.json is out of date; write it anew:"
                + " ./parallax test ApiDocumentTest -Dparallax.rewrite=true")
        .isTrue();
  }

  @Test
  void everyGetAnswersAsItIsDescribed() throws Exception {
    String run = run();
    ShapeCheck shapes = new ShapeCheck(document);
    List<String> faults = new ArrayList<>();
    int checked = 0;
    for (Described one : described()) {
      if (!one.method().equals("GET")) {
        continue;
      }
      String address = one.address(run);
      JsonNode answers = one.operation().get("responses");
      Got got = got(one, address);
      assertThat(got.status())
          .as(address + ": " + got.body())
          .isEqualTo(OTHERWISE.getOrDefault(one.path(), 200));
      JsonNode answer = resolved(answers.path(Integer.toString(got.status())));
      if (answer.has("content")) {
        assertThat(answer.get("content").fieldNames()).toIterable().as(address).contains(got.type);
      }
      if (got.type().equals("application/json")) {
        JsonNode schema = answer.get("content").get(got.type()).get("schema");
        faults.addAll(shapes.faults(address, schema, JSON.readTree(got.body())));
      }
      checked++;
    }
    assertThat(faults).isEmpty();
    assertThat(checked).isGreaterThan(20);
  }

  private record Got(int status, String type, String body) {
    static Got of(HttpResponse<?> reply, String body) {
      String type = reply.headers().firstValue("Content-Type").orElse("").replaceAll(";.*", "");
      return new Got(reply.statusCode(), type, body);
    }
  }

  private static Got got(Described one, String address) throws Exception {
    Set<String> roles = one.roles();
    String token =
        TOKENS.entrySet().stream()
            .filter(entry -> roles.contains(entry.getKey().word()))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse("");
    if (!one.stream()) {
      HttpResponse<String> reply = hub.call(token, "GET", address, "");
      return Got.of(reply, reply.body());
    }
    HttpResponse<InputStream> open = hub.begun(token, address);
    try (InputStream in = open.body()) {
      byte[] begin = in.readNBytes("retry: 1000".length());
      return Got.of(open, new String(begin, StandardCharsets.UTF_8));
    }
  }

  @Test
  void everyCallIsOpenToItsRolesAndToNobodyElse() {
    int checked = 0;
    for (Described one : described()) {
      if (one.roles().isEmpty()) {
        continue;
      }
      String call = one.method() + " " + one.address("");
      assertThat(hub.call("", one.method(), one.address(""), "").statusCode())
          .as(call)
          .isEqualTo(401);
      for (Tokens.Role role : one.stream() ? Set.<Tokens.Role>of() : TOKENS.keySet()) {
        int status = hub.call(TOKENS.get(role), one.method(), one.address(""), "").statusCode();
        assertThat(status == 403)
            .as("%s as %s: %d", call, role.word(), status)
            .isEqualTo(!one.roles().contains(role.word()));
        assertThat(status).as(call).isNotIn(401, 500);
        checked++;
      }
    }
    assertThat(checked).isGreaterThan(80);
  }

  @Test
  void everyFailureIsOneSentenceAsDescribed() throws Exception {
    String ana = TOKENS.get(Tokens.Role.RESEARCHER);
    Map<String, HttpResponse<String>> failures =
        Map.of(
            "/paths/~1v1~1studies/post/responses/400", hub.call(ana, "POST", "/v1/studies", "x"),
            "/paths/~1v1~1studies~1{id}/get/responses/404",
                hub.call(ana, "GET", "/v1/studies/0123456789", ""),
            "/paths/~1v1~1studies~1{id}~1resume/post/responses/409",
                hub.call(ana, "POST", "/v1/studies/" + hub.study() + "/resume", ""),
            "/paths/~1v1~1run/get/responses/404", hub.call(ana, "GET", "/v1/run?name=x", ""),
            "/paths/~1v1~1compare/get/responses/404", hub.call(ana, "GET", "/v1/compare", ""));
    for (String place : failures.keySet()) {
      HttpResponse<String> reply = failures.get(place);
      assertThat(place).endsWith("/" + reply.statusCode());
      JsonNode schema = resolved(document.at(place)).at("/content/application~1json/schema");
      assertThat(new ShapeCheck(document).faults("", schema, JSON.readTree(reply.body())))
          .as(place + schema)
          .isEmpty();
      assertThat(schema.isMissingNode()).as(place).isFalse();
    }
  }

  @Test
  void anAnswerOfAnotherShapeIsFound() throws Exception {
    JsonNode schema = document.at("/components/schemas/StudyView.Brief");
    ShapeCheck shapes = new ShapeCheck(document);
    JsonNode brief =
        JSON.readTree(hub.call(TOKENS.get(Tokens.Role.RESEARCHER), "GET", "/v1/studies", "").body())
            .get(0);
    assertThat(shapes.faults("", schema, brief)).isEmpty();
    assertThat(shapes.faults("", schema, JSON.readTree("{\"id\":1,\"more\":true}")))
        .contains(".id is not a text", ".more is not described", ".name is not there");
  }

  private static List<Described> described() {
    List<Described> all = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> one : path.getValue().properties()) {
        String method = one.getKey().toUpperCase(Locale.ROOT);
        all.add(new Described(method, path.getKey(), one.getValue()));
      }
    }
    return all;
  }

  private static JsonNode resolved(JsonNode answer) {
    return answer.has("$ref") ? document.at(answer.get("$ref").asText().substring(1)) : answer;
  }

  private static String run() throws Exception {
    JsonNode runs =
        JSON.readTree(hub.call(TOKENS.get(Tokens.Role.OPERATOR), "GET", "/v1/runs", "").body());
    return StreamSupport.stream(runs.spliterator(), false)
        .map(one -> one.get("name").asText())
        .findFirst()
        .orElseThrow();
  }
}
