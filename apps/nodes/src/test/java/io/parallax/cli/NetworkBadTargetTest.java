package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.consortium.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Targets of different people that nothing can be learnt from, between nodes: each study ends with
 * a sentence that says what to do, and no cell is in it.
 */
@Timeout(600)
class NetworkBadTargetTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final String TIME = "time: days, event: event";
  private static final String COUNT = "column: skips, kind: count";

  private static final String CLASSES = "classes";

  /** A cell that no sentence may have. */
  private static final String CELL = "98765";

  @TempDir Path folder;

  /** The columns of a row, in their order in the files. */
  private enum Column {
    ID,
    A0,
    A1,
    B0,
    B1,
    C0,
    GRAMS,
    SKIPS,
    AREA,
    DAYS,
    EVENT,
    WARD;

    String in(String[] row) {
      return row[ordinal()];
    }
  }

  /**
   * A study whose rows are changed in one column, and the sentence it ends with.
   *
   * @param target of every party's file
   * @param kind as the study says it
   * @param all whether all rows of all parties are changed, or one of cedar
   * @param cell what a row has in that column
   */
  private record Mistake(
      String view,
      String target,
      String kind,
      Column column,
      boolean all,
      Function<String[], String> cell,
      String sentence) {

    static Mistake cell(
        String view, String target, String kind, Column column, String cell, String sentence) {
      return new Mistake(view, target, kind, column, false, row -> cell, sentence);
    }

    static Mistake column(
        String view,
        String target,
        String kind,
        Column column,
        Function<String[], String> cell,
        String sentence) {
      return new Mistake(view, target, kind, column, true, cell, sentence);
    }

    String rows(String party, String table) {
      List<String> lines = new ArrayList<>(table.lines().toList());
      for (int i = 1; i < lines.size(); i++) {
        String[] cells = lines.get(i).split(",");
        if (all || party.equals("cedar") && i == 9) {
          cells[column.ordinal()] = cell.apply(cells);
        }
        lines.set(i, String.join(",", cells));
      }
      return String.join("\n", lines) + "\n";
    }
  }

  private static final String NOT_ABOVE_0 =
      "party cedar: the target in view '%s': the target's time in row 9 cannot be used; it must be above 0; correct it or leave the row out";
  private static final String NO_COUNT =
      "party cedar: the target in view '%s': the target's count in row 9 cannot be used; it must be a whole number from 0 to 2^31";
  private static final String NO_MAXIMUM =
      "the likelihood has no maximum: it rises without limit with the coefficient of column %d of view %%s; lambda must be above 0, or the column left out";

  private static final List<Mistake> MISTAKES =
      List.of(
          Mistake.cell("before", TIME, "time", Column.DAYS, "-" + CELL, NOT_ABOVE_0),
          Mistake.cell("zero", TIME, "time", Column.DAYS, "0", NOT_ABOVE_0),
          Mistake.cell("often", TIME, "time", Column.EVENT, CELL, "neither 0 nor 1 in row 9"),
          Mistake.cell("empty", TIME, "time", Column.DAYS, "", "column 'days': the target has no"),
          Mistake.cell("less", COUNT, "count", Column.SKIPS, "-" + CELL, NO_COUNT),
          Mistake.cell("part", COUNT, "count", Column.SKIPS, CELL + ".5", NO_COUNT),
          Mistake.cell(
              "alone",
              TIME + ", stratum: ward",
              "{kind: time, stratum: true}",
              Column.WARD,
              "w" + CELL,
              "party cedar has a stratum of fewer than 5 rows, and strata's names are revealed"),
          Mistake.column(
              "nobody", TIME, "time", Column.EVENT, row -> "0", "has an event; there must"),
          Mistake.column("none", COUNT, "count", Column.SKIPS, row -> "0", "all 225 counts of the"),
          Mistake.column(
              "tied", TIME, "time", Column.DAYS, row -> "4.321", "all times are in one cell"),
          Mistake.column("far", TIME, "time", Column.DAYS, row -> CELL, "in more than 16384 cells"),
          Mistake.column(
              "same", "column: grams", "number", Column.GRAMS, row -> CELL, "it must vary"),
          Mistake.column(
              "order", TIME, "time", Column.C0, Column.DAYS::in, NO_MAXIMUM.formatted(5)),
          Mistake.column(
              "rare",
              COUNT,
              "count",
              Column.C0,
              row -> Column.SKIPS.in(row).equals("0") ? "1" : "0",
              NO_MAXIMUM.formatted(5)),
          Mistake.column(
              "apart",
              "column: ward",
              CLASSES,
              Column.WARD,
              row -> Column.B1.in(row).startsWith("-") ? "north" : "south",
              NO_MAXIMUM.formatted(4)));

  private Path study(Mistake mistake) {
    boolean classes = mistake.kind().equals(CLASSES);
    String party = classes ? "labels: true" : "target: " + mistake.kind();
    String settings = classes ? "loss: logistic" : mistake.kind().contains("time") ? "grid: 5" : "";
    StringBuilder text = new StringBuilder("parties:\n");
    PARTIES.forEach(name -> text.append("  %s: {%s}\n".formatted(name, party)));
    return Network.write(
        folder.resolve(mistake.view() + ".yaml"),
        """
        study: %1$s
        purpose: to try the program
        method: hregression
        settings: {%2$s}
        views: {%1$s: [a0, a1, b0, b1, c0]}
        evaluate: {split: random, test: 0.25, repeats: 1}
        seed: 3
        """
                .formatted(mistake.view(), settings)
            + text);
  }

  /** Writes a party's rows once for each mistake, as a view of its own. */
  private void party(Network network, String party) {
    String table = Network.read(folder.resolve(party + ".csv"));
    StringBuilder data = new StringBuilder("data:\n");
    StringBuilder target = new StringBuilder("target:\n");
    StringBuilder labels = new StringBuilder("labels:\n");
    for (Mistake mistake : MISTAKES) {
      String view = mistake.view();
      Path file = folder.resolve(view).resolve(party + ".csv");
      Network.write(file, mistake.rows(party, table));
      data.append("  %s: {csv: '%s', id: id}\n".formatted(view, file));
      (mistake.kind().equals(CLASSES) ? labels : target)
          .append("  %s: {%s}\n".formatted(view, mistake.target()));
    }
    network.party(party, "" + data + target + labels, "approve: automatic, splits: 90");
    network.startParty(party);
  }

  @Test
  void studiesEndWithASentenceThatHasNoCell() throws Exception {
    TargetStudy.spread(folder, PARTIES);
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      network.coordinator();
      PARTIES.forEach(party -> party(network, party));
      for (Mistake mistake : MISTAKES) {
        String id = network.submit(study(mistake));
        Cli watched = Cli.run(network.asResearcher("study", "watch", id));
        assertThat(watched.exit()).as(mistake.view()).isEqualTo(ExitCode.FAILED);
        assertThat(watched.err())
            .contains("failed", mistake.sentence().formatted(mistake.view()))
            .doesNotContain(CELL, "4.321", folder.toString(), "Exception")
            .doesNotContainPattern("\\bp\\d+\\b");
      }
    }
  }
}
