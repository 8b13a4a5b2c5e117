package io.parallax.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines of a log have a date, a level, and one line. */
class NodeLogTest {
  @Test
  void everyLineHasADateAndALevelAndNoNoteLooksLikeTwo() {
    StringWriter printed = new StringWriter();
    NodeLog log = new NodeLog(new PrintWriter(printed));
    log.accept("connected");
    NodeLog.warn(log, "late\n2026-01-01T00:00:00Z INFO all is well");
    NodeLog.error(log, "failed");
    String time = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ";
    assertThat(printed.toString().lines())
        .hasSize(3)
        .satisfiesExactly(
            line -> assertThat(line).matches(time + " INFO connected"),
            line -> assertThat(line).matches(time + " WARN late " + time + " INFO all is well"),
            line -> assertThat(line).matches(time + " ERROR failed"));
  }

  @Test
  void aNoteDrawsNothingOnTheScreen() {
    StringWriter printed = new StringWriter();
    new NodeLog(new PrintWriter(printed)).accept("refused CN=\u001b[1A\u001b[2Kadmitted\u202e");
    assertThat(printed.toString().strip())
        .endsWith(" INFO refused CN=\\u{1b}[1A\\u{1b}[2Kadmitted\\u{202e}");
  }

  @Test
  void notesWithoutLevelsGetTheTextAlone() {
    List<String> notes = new ArrayList<>();
    NodeLog.warn(notes::add, "late");
    assertThat(notes).containsExactly("late");
  }
}
