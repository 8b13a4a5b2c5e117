package io.parallax.cli.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.cli.Methods;
import io.parallax.cli.study.SettingsList;
import io.parallax.cli.study.Study;
import io.parallax.coordinator.Gallery;
import io.parallax.core.BadInput;
import io.parallax.core.Method;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What the dashboard shows of studies, drawn with the components of the reports. */
final class NodeGallery implements Gallery {
  private static final int SOME = 1000;
  private final RunShelf shelf;

  /**
   * @param runs a folder of runs in one process to show, too
   */
  NodeGallery(Optional<Path> runs) {
    this.shelf = new RunShelf(runs);
  }

  @Override
  public List<Map<String, Object>> methods() {
    return Methods.all().stream().map(NodeGallery::method).toList();
  }

  private static Map<String, Object> method(Method<?, ?> method) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", method.name());
    fields.put("title", method.about().title());
    fields.put("summary", method.about().summary());
    fields.put("modes", method.about().modes());
    fields.put("clusters", method.clusters());
    fields.put("samePeople", samePeople(method));
    fields.put("settings", SettingsList.of(method.defaults()));
    return fields;
  }

  /** Whether it is made for parties that hold different views of the same people. */
  private static <C extends Record, R extends Result> boolean samePeople(Method<C, R> method) {
    List<Roster.Member> members = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      boolean labels = members.isEmpty() && !method.clusters();
      members.add(Roster.Member.vertical(PartyId.of(name), name, labels, SOME));
    }
    try {
      method.check(method.defaults(), new Roster(members, SOME, SOME, 2, 1));
      return true;
    } catch (BadInput e) {
      return false;
    }
  }

  private static NetworkManifest manifest(String json) {
    return NetworkManifest.read(json.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String studyFile(String manifest) {
    try {
      return NetworkRun.JSON.readTree(manifest).path("study").asText();
    } catch (IOException e) {
      throw new BadInput("a study's manifest cannot be read", e);
    }
  }

  @Override
  public Map<String, Object> outline(String manifest) {
    Study study;
    try {
      study = manifest(manifest).parse();
    } catch (BadInput e) {
      return Map.of(); // of another version
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("title", study.method().method().about().title());
    fields.put("aggregation", study.protection().aggregation());
    fields.put("robust", study.protection().robust().name().toLowerCase(Locale.ROOT));
    fields.put("labelEpsilon", study.protection().labelEpsilon());
    fields.put("rounds", study.stop().rounds());
    fields.put("tolerance", study.stop().tolerance());
    fields.put("splits", study.evaluation().trials());
    fields.put("seed", study.seed());
    fields.put("byParty", study.evaluation().byParty());
    fields.put("sites", !study.sites().isEmpty());
    fields.put("settings", study.settings());
    fields.put("parties", parties(study));
    return fields;
  }

  private static List<Map<String, Object>> parties(Study study) {
    List<Map<String, Object>> parties = new ArrayList<>();
    String all = String.join(", ", study.views());
    study
        .sites()
        .forEach(
            site -> parties.add(Map.of("party", site.id().name(), "view", all, "labels", true)));
    if (parties.isEmpty()) {
      study
          .parties()
          .forEach(
              m ->
                  parties.add(
                      Map.of("party", m.id().name(), "view", m.view(), "labels", m.labels())));
    }
    return parties;
  }

  @Override
  public Map<String, Object> facts(Path folder) {
    Path file = folder.resolve(NetworkRun.SETUP_FILE);
    if (!Files.exists(file)) {
      return Map.of();
    }
    try {
      JsonNode facts = NetworkRun.JSON.readTree(file.toFile());
      return Map.of(
          "samples", facts.path("samples"),
          "classes", facts.path("classes"),
          "sites", facts.path("sites"));
    } catch (IOException e) {
      return Map.of(); // it is being written, or the study's end removes it
    }
  }

  @Override
  public List<Picture> pictures(Shown study) {
    return new StudyPictures(study).all();
  }

  @Override
  public List<Picture> compared(List<Shown> studies) {
    return StudyPictures.compared(studies);
  }

  @Override
  public String report(Shown study, List<Picture> pictures) {
    return StudyPage.of(study, studyFile(study.manifest()), pictures);
  }

  @Override
  public List<Map<String, Object>> runs() {
    return shelf.list();
  }

  @Override
  public Optional<String> run(String name) {
    return shelf.body(name);
  }
}
