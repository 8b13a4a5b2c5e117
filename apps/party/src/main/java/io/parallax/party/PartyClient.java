package io.parallax.party;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.engine.DurableFile;
import io.parallax.identity.CertificateChain;
import io.parallax.math.Matrix;
import io.parallax.run.Predictor;
import io.parallax.run.ViewCounts;
import io.parallax.run.certainty.Regions;
import io.parallax.study.model.ModelFolder;
import io.parallax.web.file.NearPage;
import io.parallax.web.file.PageSettings;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Calls the page of a party that runs on this machine. */
public final class PartyClient {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final String PORT = "page.port";
  private final PartyConfig party;
  private final String port;

  /** Finds the running party of a file. */
  public PartyClient(PartyConfig party) {
    this.party = party;
    this.port = port(party);
  }

  /** Notes the port of a party's page for those who call it. */
  public static void note(PartyConfig party, int port) {
    byte[] text = Integer.toString(port).getBytes(StandardCharsets.US_ASCII);
    DurableFile.replace(party.state().resolve(PORT), text);
  }

  private static String port(PartyConfig party) {
    try {
      return Files.readString(party.state().resolve(PORT)).strip();
    } catch (IOException e) {
      throw new BadInput(
          "party " + party.name() + " has no page now; start it: ./parallax party FILE", e);
    }
  }

  /** Returns an address that signs in; a browser keeps what is behind the # to itself. */
  public String link() {
    return link(OwnerToken.in(party.state()).text());
  }

  /** Returns an address that signs in a person with a token. */
  public String link(String token) {
    return party.page().orElseThrow().origin(Integer.parseInt(port)) + "/#token=" + token;
  }

  /**
   * Predictions, and the model that made them.
   *
   * @param absent ids that are not at every party
   */
  public record Predictions(ModelFolder model, Predictor.Predicted found, List<String> absent) {}

  /**
   * Scores people of the party with the model of a study.
   *
   * @param alone with the party's own part of the model
   * @param known classes by id, of people who are asked for as well; null: none
   * @param within the most seconds that it may take; none: as many as a prediction may take
   */
  public Predictions predict(
      String study, List<String> ids, boolean alone, Map<String, String> known, Integer within) {
    try {
      String body =
          Json.MAPPER.writeValueAsString(new PredictionWish(study, ids, alone, within, known));
      JointPredictions.Predicted told =
          Json.MAPPER.readValue(post("/v1/predictions", body), JointPredictions.Predicted.class);
      Path folder =
          party.state().resolve("models").resolve(told.name() + "-" + told.study().substring(0, 8));
      Matrix scores =
          told.scores().isEmpty()
              ? Matrix.zeros(1, 1)
              : Matrix.of(told.scores().toArray(double[][]::new));
      return new Predictions(
          ModelFolder.at(folder),
          new Predictor.Predicted(
              told.ids(),
              told.classes(),
              scores,
              Optional.empty(),
              Optional.empty(),
              regions(told),
              told.held().length > 0 ? Optional.of(told.held()) : Optional.empty(),
              notes(told, scores)),
          told.absent());
    } catch (JsonProcessingException e) {
      throw new BadInput("the party's answer cannot be read; its program has another version", e);
    }
  }

  private static Optional<Regions> regions(JointPredictions.Predicted told) {
    return Optional.ofNullable(told.certain()).map(own -> own.regions(told.classes()));
  }

  private static List<String> notes(JointPredictions.Predicted told, Matrix scores) {
    List<String> notes = new ArrayList<>();
    if (!told.note().isEmpty()) {
      notes.add(told.note());
    }
    if (told.held().length > 0) {
      notes.add(new ViewCounts(told.held(), told.parties(), scores, regions(told)).sentence());
    }
    if (told.before() != null) {
      notes.add("before, of other people: " + told.before());
    }
    return notes;
  }

  /** Returns the page as this machine reaches it. */
  public NearPage near() {
    PageSettings page =
        party
            .page()
            .orElseThrow(() -> new BadInput("party %s has no page".formatted(party.name())));
    return NearPage.of(
        "party " + party.name(),
        page.listen(),
        Integer.parseInt(port),
        page.tls().map(files -> CertificateChain.read(files.certificate(), files.key()).own()));
  }

  private String post(String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder()
            .timeout(PATIENCE)
            .header("Authorization", "Bearer " + OwnerToken.in(party.state()).text())
            .POST(HttpRequest.BodyPublishers.ofString(body));
    HttpResponse<String> reply = near().send(request, path);
    if (reply.statusCode() >= 400) {
      try {
        throw new BadInput(Json.MAPPER.readTree(reply.body()).path("error").asText());
      } catch (JsonProcessingException e) {
        throw new BadInput("the party's answer cannot be read; its program has another version", e);
      }
    }
    return reply.body();
  }
}
