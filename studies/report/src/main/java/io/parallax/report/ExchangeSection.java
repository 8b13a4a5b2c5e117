package io.parallax.report;

import static io.parallax.pages.NumberText.format;

import io.parallax.pages.Page;
import io.parallax.run.Metrics;
import io.parallax.run.SplitResult.Left;
import io.parallax.run.StudyResult;
import java.util.ArrayList;
import java.util.List;

/** The part of a report that says what left the parties, and what each side learns from it. */
record ExchangeSection(StudyResult run, Page page) {
  void add() {
    page.section("What left the building");
    List<List<String>> parties = new ArrayList<>();
    run.exchange()
        .traffic()
        .forEach(
            (party, bytes) ->
                parties.add(
                    List.of(
                        party,
                        bytes.view(),
                        format("%,d", bytes.samples()),
                        ResultText.bytes(bytes.up()),
                        ResultText.bytes(bytes.down()))));
    page.table(List.of("party", "view", "samples", "sent", "received"), parties);
    List<List<String>> kinds = new ArrayList<>();
    run.exchange()
        .left()
        .forEach(
            (kind, k) ->
                kinds.add(
                    List.of(
                        kind,
                        format("%,d", k.exchanges()),
                        ResultText.bytes(k.bytes()),
                        readable(k))));
    page.table(
        List.of("kind of answer", "exchanges", "bytes", "the coordinator could read"), kinds);
    page.soft(String.join(" ", run.exchange().protection()));
    Metrics.figuresExplained(run).forEach(page::soft);
    run.notes().forEach(note -> page.text("Note: " + note));
    learned();
  }

  /** Returns what could be read; a result of an earlier version does not tell. */
  private static String readable(Left left) {
    return left.readable() == null ? "–" : left.readable();
  }

  private void learned() {
    if (run.exchange().learned().isEmpty()) {
      return;
    }
    page.section("What each side learns");
    page.table(
        List.of("message", "what it tells"),
        run.exchange().learned().stream()
            .map(line -> List.of(line.message(), line.what()))
            .toList());
    page.soft("docs/privacy.md says what can be worked out from that.");
  }
}
