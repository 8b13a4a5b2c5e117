package io.parallax.coordinator;

import com.fasterxml.jackson.databind.util.RawValue;
import io.parallax.coordinator.Gallery.Picture;
import io.parallax.coordinator.Gallery.Shown;
import io.parallax.coordinator.Studies.Member;
import io.parallax.coordinator.Studies.State;
import io.parallax.coordinator.Studies.Study;
import io.parallax.coordinator.Studies.Wanted;
import io.parallax.core.BadInput;
import io.parallax.web.Call;
import io.parallax.web.Reply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the dashboard's pages show, a page's worth at a time. */
final class Board {
  private static final int PAGE = 50;
  private static final int LOG = 100;
  private static final int MOST_COMPARED = 12;
  private final Studies studies;
  private final RoundBook book;
  private final Runner runner;
  private final Audit audit;
  private final Gallery gallery;

  Board(Studies studies, RoundBook book, Runner runner, Audit audit, Gallery gallery) {
    this.studies = studies;
    this.book = book;
    this.runner = runner;
    this.audit = audit;
    this.gallery = gallery;
  }

  /** A page of the list of studies, and how many there are in each state. */
  Reply studies(String owner, Call call) {
    Wanted wanted = new Wanted(owner, call.text("state"), call.text("text"));
    Wanted any = new Wanted(owner, "", call.text("text"));
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Study study : studies.some(wanted, call.number("skip"), PAGE)) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("id", study.id());
      row.put("name", study.name());
      row.put("method", study.method());
      row.put("state", study.state().word());
      row.put("owner", study.owner());
      row.put("created", study.created());
      row.put("note", study.note());
      row.put("rounds", book.count(study.id()));
      row.put("waits", waits(study));
      rows.add(row);
    }
    return Reply.json(200, Map.of("counts", studies.counts(any), "page", PAGE, "studies", rows));
  }

  /** For whom a study waits: an owner's decision, or an answer that is late. */
  private List<String> waits(Study study) {
    return switch (study.state()) {
      case WAITING ->
          studies.members(study.id()).stream()
              .filter(m -> m.decision().isEmpty())
              .map(Member::party)
              .toList();
      case RUNNING -> runner.late(study.id());
      default -> List.of();
    };
  }

  Reply form() {
    return Reply.json(200, Map.of("methods", gallery.methods(), "parties", studies.parties()));
  }

  /** Whether a study file could be submitted; what is wrong with it is an answer, not a failure. */
  Reply check(String yaml) {
    try {
      Laboratory.Draft draft = studies.check(yaml);
      return Reply.json(
          200,
          Map.of(
              "good",
              true,
              "name",
              draft.name(),
              "parties",
              draft.parties().stream().map(id -> id.name()).toList()));
    } catch (BadInput e) {
      return Reply.json(200, Map.of("good", false, "error", e.getMessage()));
    }
  }

  /** All that one study's page shows, but for its table of rounds. */
  Reply page(Map<String, Object> whole, Study study) {
    Map<String, Object> fields = new LinkedHashMap<>(whole);
    Shown shown = shown(study);
    fields.put("waits", waits(study));
    fields.put("file", gallery.studyFile(study.manifest()));
    fields.put("outline", gallery.outline(study.manifest()));
    fields.put("facts", gallery.facts(runner.folder(study.id())));
    fields.put("parts", book.parts(study.id()));
    fields.put("log", audit.about(study.id(), LOG));
    fields.put("pictures", gallery.pictures(shown));
    fields.put("result", new RawValue(shown.result().isEmpty() ? "null" : shown.result()));
    return Reply.json(200, fields);
  }

  private Shown shown(Study study) {
    String result = study.state() == State.FINISHED ? studies.result(study.id()) : "";
    return new Shown(study.name(), study.manifest(), result, book.after(study.id(), 0));
  }

  Reply report(Study study) {
    if (study.state() != State.FINISHED) {
      return Reply.error(409, "the study is " + study.state().word() + ", not finished");
    }
    Shown shown = shown(study);
    return Reply.text(
            200, "text/html; charset=utf-8", gallery.report(shown, gallery.pictures(shown)))
        .with("Content-Disposition", "attachment; filename=\"" + study.name() + ".html\"");
  }

  Reply compared(List<Study> chosen) {
    if (chosen.size() > MOST_COMPARED) {
      throw new BadInput(
          "%d studies are too many to compare; choose at most %d"
              .formatted(chosen.size(), MOST_COMPARED));
    }
    List<Shown> shown = chosen.stream().map(this::shown).toList();
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("id", chosen.get(i).id());
      row.put("name", chosen.get(i).name());
      row.put("method", chosen.get(i).method());
      row.put("state", chosen.get(i).state().word());
      row.put("outline", gallery.outline(chosen.get(i).manifest()));
      String result = shown.get(i).result();
      row.put("result", new RawValue(result.isEmpty() ? "null" : result));
      rows.add(row);
    }
    List<Picture> pictures = gallery.compared(shown);
    return Reply.json(200, Map.of("studies", rows, "pictures", pictures));
  }

  Reply runs() {
    return Reply.json(200, gallery.runs());
  }

  Reply run(String name) {
    return gallery
        .run(name)
        .map(html -> Reply.json(200, Map.of("name", name, "html", html)))
        .orElse(Reply.error(404, "there is no such run"));
  }
}
