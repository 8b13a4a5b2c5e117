package io.parallax.report;

import static io.parallax.pages.NumberText.format;
import static j2html.TagCreator.code;
import static j2html.TagCreator.dd;
import static j2html.TagCreator.dl;
import static j2html.TagCreator.dt;

import io.parallax.pages.NumberText;
import io.parallax.pages.Page;
import io.parallax.run.StudyResult;
import io.parallax.study.Version;
import j2html.tags.specialized.DlTag;
import java.time.Instant;
import java.util.Optional;

/** The part of a report by which its numbers can be made again. */
record OriginSection(StudyResult run, Origin origin, Page page) {
  private static final double LONG = 120; // seconds; longer ones are told in minutes

  /**
   * The beginning of a study.
   *
   * @param word for its date: began, or submitted
   * @param date if it is known
   * @param writer whose program wrote the report, if it need not be the one that trained; or empty
   * @param file the study file; empty: there is none
   */
  record Origin(String word, Optional<Instant> date, String writer, String file) {}

  void add() {
    page.section("Where this comes from");
    DlTag facts = dl();
    run.about()
        .settings()
        .forEach((name, value) -> facts.with(dt(name), dd(NumberText.setting(value))));
    facts.with(dt("seed"), dd(Long.toString(run.about().seed())));
    origin
        .date()
        .ifPresent(date -> facts.with(dt(origin.word()), dd(RunList.MINUTE.format(date) + " UTC")));
    page.add(
        facts.with(
            dt("trainings took"),
            dd(duration(run.training().seconds())),
            dt("program"),
            dd(Version.program() + (origin.writer().isEmpty() ? "" : "; " + origin.writer())),
            dt("result hash"),
            dd(code(run.resultHash()))));
    if (!run.folder().isEmpty()) {
      page.soft(
          "The same numbers as data: result.json, metrics.csv, splits.csv and predictions.csv beside this page; the data files' hashes are in manifest.json.");
    }
    if (!origin.file().isEmpty()) {
      page.folded("The study file", origin.file());
    }
  }

  /** Returns a time in seconds or minutes. */
  static String duration(double seconds) {
    return seconds < LONG
        ? format("%.1f s", seconds)
        : format("%,d min %02d s", (long) seconds / 60, (long) seconds % 60);
  }
}
