package io.parallax.coordinator;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.report.Report;
import io.parallax.run.StudyResult;
import io.parallax.study.Study;
import io.parallax.web.Call;
import io.parallax.web.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Answers the dashboard's requests, one page of data at a time. */
final class DashboardApi {
  private static final int PAGE = 50;
  private static final int LOG = 100;
  private static final int MOST_COMPARED = 12;
  private final StudyStore studies;
  private final PartyRegistry parties;
  private final RoundStore book;
  private final Runner runner;
  private final AuditLog audit;
  private final RunCatalogue runs;
  private final CatalogueStore catalogue;

  /** All that a study can be made of. */
  record Form(List<MethodForm> methods, List<String> parties, List<CatalogueStore.Shown> shown) {}

  /**
   * The answer about a study file: what it is, or the mistake in it.
   *
   * @param good whether it could be submitted
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Checked(boolean good, String name, List<String> parties, String error) {}

  /** The report of a run in one process. */
  record ShownRun(String name, String html) {}

  DashboardApi(
      StudyStore studies,
      PartyRegistry parties,
      RoundStore book,
      Runner runner,
      AuditLog audit,
      RunCatalogue runs,
      CatalogueStore catalogue) {
    this.studies = studies;
    this.parties = parties;
    this.book = book;
    this.runner = runner;
    this.audit = audit;
    this.runs = runs;
    this.catalogue = catalogue;
  }

  /** Returns a page of the list of studies and the number of studies in each state. */
  Reply studies(String owner, Call call) {
    StudyQuery wanted = new StudyQuery(owner, call.text("state"), call.text("text"));
    StudyQuery any = new StudyQuery(owner, "", call.text("text"));
    List<StudyView.Row> rows =
        studies.some(wanted, call.number("skip"), PAGE).stream().map(this::row).toList();
    return Reply.json(200, new StudyView.Rows(studies.counts(any), PAGE, rows));
  }

  private StudyView.Row row(StudyEntry study) {
    return new StudyView.Row(
        study.id(),
        study.name(),
        study.method(),
        study.state().word(),
        study.owner(),
        study.created(),
        study.note(),
        book.count(study.id()),
        waits(study));
  }

  /** Returns the parties for whose decision, or late answer, a study waits. */
  private List<String> waits(StudyEntry study) {
    return switch (study.state()) {
      case WAITING ->
          parties.members(study.id()).stream()
              .filter(StudyMember::undecided)
              .map(StudyMember::party)
              .toList();
      case RUNNING -> runner.late(study.id());
      case HELD -> parties.holding(study.id());
      default -> List.of();
    };
  }

  Reply form() {
    return Reply.json(200, new Form(MethodForm.all(), parties.parties(), catalogue.all()));
  }

  /** Checks a study file; a mistake in it is part of the answer, not a failure. */
  Reply check(String yaml) {
    try {
      Study study = studies.check(yaml);
      List<String> members = study.members().stream().map(PartyId::name).toList();
      return Reply.json(200, new Checked(true, study.name(), members, null));
    } catch (BadInput e) {
      return Reply.json(200, new Checked(false, null, null, e.getMessage()));
    }
  }

  /** Returns the data of one study's page without its table of rounds. */
  Reply page(StudyView.Whole whole, StudyEntry study) {
    ShownStudy shown = shown(study);
    return Reply.json(
        200,
        new StudyView.Page(
            whole,
            waits(study),
            StudyOutline.file(study.manifest()),
            StudyOutline.of(study.manifest()),
            StudyOutline.Facts.in(runner.folder(study.id())),
            parts(study),
            audit.about(study.id(), LOG),
            new StudyPictures(shown).all(),
            shown.outdated(),
            StudyView.raw(shown.json())));
  }

  private List<RoundStore.Part> parts(StudyEntry study) {
    List<RoundStore.Part> parts = book.parts(study.id());
    return parties.closed(study)
        ? parts.stream().map(RoundStore.Part::withoutObjective).toList()
        : parts;
  }

  private ShownStudy shown(StudyEntry study) {
    String result = study.state() == StudyState.FINISHED ? studies.result(study.id()) : "";
    List<RoundStore.Round> rounds = parties.closed(study) ? List.of() : book.after(study.id(), 0);
    return ShownStudy.of(study.name(), study.manifest(), result, rounds);
  }

  Reply report(StudyEntry study) {
    if (study.state() != StudyState.FINISHED) {
      return Reply.error(409, "the study is " + study.state().word() + ", not finished");
    }
    StudyResult result = StudyResult.read(studies.result(study.id()));
    Instant submitted = Instant.parse(study.created());
    String page = Report.of(result, submitted, StudyOutline.file(study.manifest()));
    return Reply.text(200, "text/html; charset=utf-8", page)
        .with("Content-Disposition", "attachment; filename=\"" + study.name() + ".html\"");
  }

  Reply compared(List<StudyEntry> chosen) {
    if (chosen.size() > MOST_COMPARED) {
      throw new BadInput(
          "%d studies are too many to compare; choose at most %d"
              .formatted(chosen.size(), MOST_COMPARED));
    }
    List<ShownStudy> shown = chosen.stream().map(this::shown).toList();
    List<StudyView.Compared> rows = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      StudyEntry study = chosen.get(i);
      rows.add(
          new StudyView.Compared(
              study.id(),
              study.name(),
              study.method(),
              study.state().word(),
              StudyOutline.of(study.manifest()),
              StudyView.raw(shown.get(i).json()),
              PairedStudies.of(study, shown.get(i).json(), chosen.get(0), shown.get(0).json())));
    }
    return Reply.json(200, new StudyView.Comparison(rows, StudyPictures.compared(shown)));
  }

  Reply runs() {
    return Reply.json(200, runs.list());
  }

  Reply run(String name) {
    return runs.body(name)
        .map(html -> Reply.json(200, new ShownRun(name, html)))
        .orElse(Reply.error(404, "there is no such run; /v1/runs lists them"));
  }
}
