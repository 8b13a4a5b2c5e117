package io.parallax.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.testkit.ApiContract;
import io.parallax.testkit.ShapeCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The coordinator's OpenAPI document, docs/openapi.json. */
class ApiDocumentTest extends ApiContract {
  @TempDir static Path folder;
  private static SmallCoordinator hub;
  private static final Map<String, String> TOKENS = new HashMap<>();

  @BeforeAll
  static void start() throws IOException {
    hub = new SmallCoordinator(folder);
    for (Tokens.Role role : Tokens.Role.values()) {
      boolean owner = role == Tokens.Role.RESEARCHER;
      TOKENS.put(role.word(), hub.token(owner ? "ana" : "some-" + role.word(), role));
    }
  }

  @AfterAll
  static void end() {
    hub.close();
  }

  @Override
  protected String origin() {
    return hub.origin();
  }

  @Override
  protected String ofRoles() {
    return "may not do this";
  }

  @Override
  protected String file() {
    return "openapi.json";
  }

  @Override
  protected Map<String, String> tokens() {
    return TOKENS;
  }

  @Override
  protected Map<String, String> values() {
    String id = hub.study().substring(0, 12);
    return Map.of("id", id, "ids", id + "," + id, "name", hub.run(), "newest", "5");
  }

  /** Returns the status of calls for a sign-in by a service, which is not there. */
  @Override
  protected Map<String, Integer> otherwise() {
    return Map.of("/v1/sign-in", 400, "/v1/sign-in/callback", 303);
  }

  private Got ana(String method, String path, String body) {
    return call(TOKENS.get("researcher"), method, path, body);
  }

  @Test
  void everyFailureIsOneSentenceAsDescribed() throws IOException {
    String resume = "/v1/studies/" + hub.study() + "/resume";
    Map<String, Got> failures =
        Map.of(
            "/paths/~1v1~1studies/post/responses/400", ana("POST", "/v1/studies", "x"),
            "/paths/~1v1~1studies~1{id}/get/responses/404",
                ana("GET", "/v1/studies/0123456789", ""),
            "/paths/~1v1~1studies~1{id}~1resume/post/responses/409", ana("POST", resume, ""),
            "/paths/~1v1~1run/get/responses/404", ana("GET", "/v1/run?name=x", ""),
            "/paths/~1v1~1compare/get/responses/404", ana("GET", "/v1/compare", ""));
    JsonNode document = document();
    for (String place : failures.keySet()) {
      Got got = failures.get(place);
      assertThat(place).endsWith("/" + got.status());
      JsonNode schema =
          resolved(document, document.at(place)).at("/content/application~1json/schema");
      assertThat(schema.isMissingNode()).as(place).isFalse();
      assertThat(new ShapeCheck(document).faults("", schema, JSON.readTree(got.body()))).isEmpty();
    }
  }

  @Test
  void anAnswerOfAnotherShapeIsFound() throws IOException {
    JsonNode document = document();
    JsonNode schema = document.at("/components/schemas/StudyView.Brief");
    ShapeCheck shapes = new ShapeCheck(document);
    JsonNode brief = JSON.readTree(ana("GET", "/v1/studies", "").body()).get(0);
    assertThat(shapes.faults("", schema, brief)).isEmpty();
    assertThat(shapes.faults("", schema, JSON.readTree("{\"id\":1,\"more\":true}")))
        .contains(".id is not a text", ".more is not described", ".name is not there");
  }
}
