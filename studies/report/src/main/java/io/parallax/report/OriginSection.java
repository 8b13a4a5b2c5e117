package io.parallax.report;

import static io.parallax.pages.NumberText.format;
import static j2html.TagCreator.code;
import static j2html.TagCreator.dd;
import static j2html.TagCreator.dl;
import static j2html.TagCreator.dt;

import io.parallax.pages.NumberText;
import io.parallax.pages.Page;
import io.parallax.run.RunNotes;
import io.parallax.run.StudyResult;
import io.parallax.study.Version;
import j2html.tags.specialized.DlTag;

/**
 * The part of a report by which its numbers can be made again.
 *
 * @param file the study file; empty: there is none
 */
record OriginSection(StudyResult run, RunNotes notes, String file, Page page) {
  private static final double LONG = 120; // seconds; longer ones are told in minutes

  void add() {
    page.section("Where this comes from");
    DlTag facts = dl();
    run.about()
        .settings()
        .forEach((name, value) -> facts.with(dt(name), dd(NumberText.setting(value))));
    facts.with(dt("seed"), dd(Long.toString(run.about().seed())));
    notes
        .instant()
        .ifPresent(began -> facts.with(dt("began"), dd(RunList.MINUTE.format(began) + " UTC")));
    page.add(
        facts.with(
            dt("trainings took"),
            dd(duration(run.training().seconds())),
            dt("program"),
            dd("Parallax " + Version.NUMBER + ", build " + Version.build()),
            dt("result hash"),
            dd(code(run.resultHash()))));
    if (!run.folder().isEmpty()) {
      page.soft(
          "The same numbers as data: result.json, metrics.csv, splits.csv and predictions.csv beside this page; the data files' hashes are in manifest.json.");
    }
    if (!file.isEmpty()) {
      page.folded("The study file", file);
    }
  }

  /** Returns a time in seconds or minutes. */
  static String duration(double seconds) {
    return seconds < LONG
        ? format("%.1f s", seconds)
        : format("%,d min %02d s", (long) seconds / 60, (long) seconds % 60);
  }
}
