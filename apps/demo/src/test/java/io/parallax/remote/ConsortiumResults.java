package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.coordinator.Tokens;
import io.parallax.data.Json;
import io.parallax.demo.DemoConsortium;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Runs studies that every party of a consortium approves. */
final class ConsortiumResults {
  private final DemoConsortium consortium;
  private final String token;

  ConsortiumResults(DemoConsortium consortium) {
    this.consortium = consortium;
    this.token = consortium.token("ana", Tokens.Role.RESEARCHER, Duration.ofHours(1));
  }

  /** Returns the result of a study when it is there. */
  JsonNode of(String yaml) throws Exception {
    String id = consortium.submit(token, yaml);
    DemoConsortium.PARTIES.keySet().forEach(party -> consortium.decide(party, id, ""));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(consortium.dashboard() + "/v1/studies/" + id + "/result"))
            .header("Authorization", "Bearer " + token)
            .build();
    while (true) {
      HttpResponse<String> reply =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
      if (reply.statusCode() == 200) {
        return Json.MAPPER.readTree(reply.body());
      }
      assertThat(reply.statusCode()).as(reply.body()).isEqualTo(409);
      Thread.sleep(100);
    }
  }
}
