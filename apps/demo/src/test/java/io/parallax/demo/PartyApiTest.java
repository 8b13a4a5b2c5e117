package io.parallax.demo;

import io.parallax.coordinator.Tokens;
import io.parallax.core.Refused;
import io.parallax.party.PageRole;
import io.parallax.party.PageTokens;
import io.parallax.testkit.ApiContract;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A party's OpenAPI document, docs/openapi-party.json, with a finished study and one that waits.
 */
@Timeout(300)
class PartyApiTest extends ApiContract {
  private static final String STUDY =
      """
      study: %s
      purpose: to try the program
      method: vfedmv
      parties:
        st-mary: {view: alphanum, labels: true}
        riverside: {view: special}
        northgate: {view: accel}
      evaluate: {split: random, test: 0.3, repeats: 2}
      stop: {rounds: 5}
      model: false
      seed: 7
      """;
  private static final String PARTY = "riverside";
  @TempDir static Path folder;
  private static DemoConsortium consortium;
  private static String origin;
  private static String study;
  private static final Map<String, String> TOKENS = new HashMap<>();

  @BeforeAll
  static void start() throws InterruptedException {
    consortium = new DemoConsortium(folder, folder.resolve("runs"), note -> {});
    String ana = consortium.token("ana", Tokens.Role.RESEARCHER, Duration.ofHours(1));
    study = consortium.submit(ana, STUDY.formatted("finished"));
    for (String party : DemoConsortium.PARTIES.keySet()) {
      decided(party);
    }
    consortium.submit(ana, STUDY.formatted("waiting"));
    origin = consortium.page(PARTY).replaceFirst("/#.*", "");
    PageTokens tokens = new PageTokens(folder.resolve(PARTY).resolve("state"));
    for (PageRole role : PageRole.values()) {
      TOKENS.put(role.word(), tokens.add("Kim", Set.of(role), Duration.ofHours(1)));
    }
  }

  /** Approves the study as soon as the party knows it. */
  private static void decided(String party) throws InterruptedException {
    for (int tries = 0; ; tries++) {
      try {
        consortium.decide(party, study, "");
        return;
      } catch (Refused e) {
        if (tries > 200) {
          throw e;
        }
        Thread.sleep(50);
      }
    }
  }

  @BeforeEach
  void waitForTheStudies() throws InterruptedException {
    for (String state : List.of("finished", "waiting")) {
      String there = "\"name\":\"" + state + "\",\"state\":\"" + state + "\"";
      while (!call(TOKENS.get("reader"), "GET", "/v1/party").body().contains(there)) {
        Thread.sleep(50);
      }
    }
  }

  @AfterAll
  static void end() {
    consortium.close();
  }

  @Override
  protected String origin() {
    return origin;
  }

  @Override
  protected String ofRoles() {
    return "this needs the role";
  }

  @Override
  protected String file() {
    return "openapi-party.json";
  }

  @Override
  protected Map<String, String> tokens() {
    return TOKENS;
  }

  @Override
  protected Map<String, String> values() {
    return Map.of("study", study, "format", "csv");
  }

  /** Returns the status of calls for a result that nobody holds, and for a sign-in service. */
  @Override
  protected Map<String, Integer> otherwise() {
    return Map.of("/v1/result", 403, "/v1/sign-in", 400, "/v1/sign-in/callback", 303);
  }
}
