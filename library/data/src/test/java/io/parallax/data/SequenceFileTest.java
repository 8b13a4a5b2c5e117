package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.core.Sequences;
import io.parallax.math.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequenceFileTest {
  private static final List<Column> HOLD = List.of(Column.numeric("hold"));
  private static final Steps ALL = new Steps("press", false, 0, 1);
  @TempDir Path dir;

  private Path file(String... lines) throws IOException {
    return Files.write(dir.resolve("k.csv"), List.of(lines));
  }

  private Path typed() throws IOException {
    return file(
        "session,press,hold,group",
        "b,3,30,letter",
        "a,1,1,space",
        "b,1,10,space",
        "b,2,20,letter",
        "b,1,11,letter");
  }

  @Test
  void theRowsOfAnIdAreOneSequenceInTheOrderOfTheirTime() throws IOException {
    Table table = SequenceFile.read(CsvFile.of(typed()), "session", HOLD, ALL);
    assertThat(table.ids()).containsExactly("b", "a");
    assertThat(table.sequences()).contains(new Sequences(4, List.of("hold")));
    assertThat(table.values())
        .isEqualTo(Matrix.of(new double[][] {{4, 10, 11, 20, 30}, {1, 0, 0, 0, 1}}));
    assertThat(table.features()).containsExactly("hold");
    assertThat(table.columns()).startsWith("length", "hold.1");
  }

  @Test
  void ofALongSequenceTheLastStepsAreKept() throws IOException {
    Table two =
        SequenceFile.read(CsvFile.of(typed()), "session", HOLD, new Steps("press", false, 2, 1));
    assertThat(two.values()).isEqualTo(Matrix.of(new double[][] {{2, 20, 30}, {1, 0, 1}}));
    Table nine =
        SequenceFile.read(CsvFile.of(typed()), "session", HOLD, new Steps("press", false, 9, 1));
    assertThat(nine.sequences().orElseThrow().steps()).isEqualTo(4);
  }

  @Test
  void categoriesAreChannelsAndTheGapIsOneMore() throws IOException {
    List<Column> columns =
        List.of(
            new Column("group", List.of("letter", "space"), List.of(), List.of()),
            new Column(Steps.GAP, List.of(), List.of(), List.of(0.0, 0.5)));
    Table table =
        SequenceFile.read(CsvFile.of(typed()), "session", columns, new Steps("press", true, 3, 1));
    assertThat(table.features()).containsExactly("group=letter", "group=space", "gap");
    assertThat(table.values().row(0)).containsExactly(3, 1, 0, 0, 1, 0, 0.5, 1, 0, 0.5);
    assertThat(table.values().row(1)).containsExactly(1, 0, 0, 0, 0, 0, 0, 0, 1, 0);
  }

  @Test
  void shortSequencesCanBeLeftOut() throws IOException {
    Table table = SequenceFile.read(CsvFile.of(typed()), "session", HOLD, ALL);
    assertThat(table.atLeast(1)).isSameAs(table);
    assertThat(table.atLeast(2).ids()).containsExactly("b");
    assertThat(table.atLeast(2).sequences()).isPresent();
    assertThatThrownBy(() -> table.atLeast(5))
        .hasMessageEndingWith("k.csv: no sequence has 5 steps or more; set 'least' lower");
  }

  @Test
  void anArrayOfThreeDimensionsHoldsSequencesInEitherOrder() throws IOException {
    double[] rows = IntStream.range(0, 12).asDoubleStream().toArray();
    double[] fortran = new double[12];
    for (int i = 0; i < 12; i++) {
      fortran[i / 6 + 2 * (i / 2 % 3 + 3 * (i % 2))] = i;
    }
    for (boolean byColumns : new boolean[] {false, true}) {
      byte[] data = NpyBytes.doubles(byColumns ? fortran : rows);
      Path npy =
          Files.write(dir.resolve("x.npy"), NpyBytes.file("<f8", byColumns, "(2, 3, 2)", data));
      Table table = new MatrixFile(npy, Optional.empty(), false).table();
      assertThat(table.ids()).containsExactly("0", "1");
      assertThat(table.sequences()).contains(new Sequences(3, List.of("1", "2")));
      assertThat(table.values().row(1)).containsExactly(3, 6, 7, 8, 9, 10, 11);
      assertThat(table.withRoom(1).values().row(0)).containsExactly(1, 4, 5);
      assertThat(table.withRoom(4).values().row(0)).containsExactly(3, 0, 0, 0, 1, 2, 3, 4, 5);
    }
  }

  @Test
  void channelsAreChosenAndUnderstoodLikeColumns() throws IOException {
    byte[] data = NpyBytes.doubles(-1, 2, 9, 4);
    Path npy = Files.write(dir.resolve("x.npy"), NpyBytes.file("<f8", false, "(1, 2, 2)", data));
    Table table = new MatrixFile(npy, Optional.empty(), false).table().withRoom(3);
    Table second = table.encoded(List.of(Column.numeric("2")));
    assertThat(second.values().row(0)).containsExactly(2, 0, 2, 4);
    Column clipped = new Column("1", List.of(), List.of(9.0), List.of(0.0, 5.0));
    Table first = table.encoded(List.of(clipped));
    assertThat(first.values().row(0)).containsExactly(2, 0, 0, Double.NaN);
    assertThat(first.firstMissing())
        .contains(npy + " row 0 (rows count from 0), step 2 of the 2 that are kept, channel '1'");
  }

  @Test
  void stackedTablesGetTheRoomOfTheLongest() throws IOException {
    Table one = SequenceFile.read(CsvFile.of(typed()), "session", HOLD, ALL);
    Table two = one.rowsFor(List.of("a")).withRoom(1).withIds(List.of("c"));
    Table both = Table.stack("both", List.of(two, one));
    assertThat(both.ids()).containsExactly("c", "b", "a");
    assertThat(both.values().row(0)).containsExactly(1, 0, 0, 0, 1);
    assertThat(both.sequences()).isEqualTo(one.sequences());
  }

  @Test
  void channelsAreScaledOverRealStepsAndPaddingStaysNought() throws IOException {
    Path file = file("id,t,x", "a,1,2", "a,2,4", "b,1,6", "b,2,8", "b,3,NA", "c,1,1e6");
    Table table =
        SequenceFile.read(
            CsvFile.of(file), "id", List.of(Column.numeric("x")), new Steps("t", false, 0, 1));
    ColumnMoments moments = Scaling.NONE.moments(table.at(new int[] {0, 1}));
    assertThat(moments.counts()).containsExactly(4);
    Scaler scaler = Scaler.from(moments);
    assertThat(scaler.means()).containsExactly(5);
    Matrix scaled = scaler.apply(table, Missing.MEAN);
    double deviation = Math.sqrt(5);
    assertThat(scaled.row(0)).containsExactly(2, 0, -3 / deviation, -1 / deviation);
    assertThat(scaled.row(1)).containsExactly(3, 1 / deviation, 3 / deviation, 0);
    assertThat(Scaler.from(Scaling.NONE, moments).apply(table, Missing.MEAN).row(1))
        .containsExactly(3, 6, 8, 5);
    assertThat(
            Scaler.from(Scaling.NONE, moments).apply(table.at(new int[] {0}), Missing.ERROR).row(0))
        .containsExactly(2, 0, 2, 4);
  }

  @Test
  void statisticsDescribeRealStepsAndLeaveMissingOnesOut() throws IOException {
    Path file =
        file("id,t,x,y", "a,1,2,1", "a,2,4,2", "a,3,NA,5", "a,4,9,6", "b,1,7,NA", "b,2,7,NA");
    Steps steps = new Steps("t", false, 0, 1, true);
    List<Column> columns = List.of(Column.numeric("x"), Column.numeric("y"));
    Table table =
        steps.taken("v", SequenceFile.read(CsvFile.of(file), "id", columns, steps), note -> {});
    assertThat(table.sequences()).isEmpty();
    assertThat(table.columns()).isEqualTo(steps.features(List.of("x", "y"))).hasSize(21);
    assertThat(table.columns()).startsWith("x:mean", "x:deviation").endsWith("x:y");
    double[] a = table.values().row(0);
    assertThat(a[0]).isEqualTo(5);
    assertThat(a[1]).isCloseTo(Math.sqrt(26.0 / 3), within(1e-12));
    assertThat(Arrays.copyOfRange(a, 2, 7)).containsExactly(2, 3, 4, 6.5, 9);
    assertThat(a[7]).isEqualTo(3.5);
    assertThat(a[9]).isEqualTo(4.5); // the mean of 4 and 9, less 2
    assertThat(a[20]).isBetween(0.99, 1.0); // 2, 4, 9 beside 1, 2, 6
    double[] b = table.values().row(1);
    assertThat(b[1]).isZero();
    assertThat(b[10]).isNaN();
  }

  @Test
  void aMissingValueIsPlaced() throws IOException {
    Path file = file("id,t,x", "a,1,2", "b,1,6", "b,2,");
    Table table =
        SequenceFile.read(
            CsvFile.of(file), "id", List.of(Column.numeric("x")), new Steps("t", false, 0, 1));
    assertThatThrownBy(() -> table.under(Missing.ERROR))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            file
                + " sequence number 2, step 2 of the 2 that are kept, channel 'x': the value is"
                + " missing (1 in all); fill it in, or set 'missing: mean' in the study");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id,t,x;a,noon,1 | line 2, column 't': is not a finite number; the time of a step is a number, such as seconds",
        "id,t,x;a,1,1;a,NaN,1 | line 3, column 't': has no time; fill it in or remove the row",
        "id,t,x;,1,1 | line 2, column 'id': the id is empty; give every row an id",
        "id,t,x;a,1,low | line 2, column 'x': is not a finite number; correct it, leave the cell empty, or name the column under 'categorical'",
        "id,t,x | : a header but no rows; add the data",
        "id,time,x;a,1,1 | : no column 't' for the time; did you mean 'x'? the file has id, time, x",
        "id,t,y;a,1,1 | : no column 'x' for the view; did you mean 't'? the file has id, t, y"
      })
  void aMistakeIsToldInOneLine(String lines, String message) throws IOException {
    Path file = file(lines.split(";"));
    assertThatThrownBy(
            () ->
                SequenceFile.read(
                    CsvFile.of(file),
                    "id",
                    List.of(Column.numeric("x")),
                    new Steps("t", false, 0, 1)))
        .isInstanceOf(BadInput.class)
        .hasMessage(file + (message.startsWith(":") ? message : " " + message));
  }

  @Test
  void aCategoryThatIsNotKnown() throws IOException {
    Column group = new Column("group", List.of("letter"), List.of(), List.of());
    Path file = typed();
    assertThatThrownBy(() -> SequenceFile.read(CsvFile.of(file), "session", List.of(group), ALL))
        .hasMessage(
            file
                + " line 3, column 'group': is not one of its 1 categories; correct it, or add the"
                + " category to the study");
  }

  @Test
  void moreThanTheMemoryHoldsIsRefusedBeforeThereIsRoom() {
    assertThatThrownBy(() -> SequenceRows.requireRoom("k.csv", 1 << 20, 4000, 12))
        .hasMessage(
            "k.csv: 1048576 sequences of 4000 steps and 12 channels need 384008 MB of memory; keep"
                + " fewer with 'steps', or set PARALLAX_MEMORY to several times that");
  }

  @Test
  void stepsThatMakeNoSense() {
    assertThatThrownBy(() -> new Steps("t", false, 5, 6))
        .hasMessage("least is 6, but only 5 steps are kept; set 'least' to no more than 'steps'");
    assertThatThrownBy(() -> new Steps("t", false, 5, 0)).isInstanceOf(BadInput.class);
  }

  @Test
  void sharedSequencesAreReadWhole() {
    Table windows =
        new MatrixFile(SharedData.file("har/body_acc.npy.gz"), Optional.empty(), false).table();
    assertThat(windows.ids()).hasSize(10411);
    assertThat(windows.sequences()).contains(new Sequences(128, List.of("1", "2", "3")));
    Table typing =
        SequenceFile.read(
            CsvFile.of(SharedData.file("neuroqwerty/keystrokes.csv.gz")), "session", HOLD, ALL);
    assertThat(typing.ids()).hasSize(116);
    int[] lengths = typing.steps().orElseThrow().lengths();
    assertThat(IntStream.of(lengths).sum()).isEqualTo(176_694);
    assertThat(IntStream.of(lengths).min()).hasValue(305);
    assertThat(IntStream.of(lengths).max()).hasValue(3590);
  }

  @Test
  void generatedSessionsAreSequencesToo() {
    TypingSessions made = TypingSessions.generate(new TypingSessions.Settings(4, 60, 1));
    Table accel = made.sequences(TypingSessions.View.ACCEL, new Steps("t", false, 100, 1));
    assertThat(accel.sequences()).contains(new Sequences(100, List.of("x", "y", "z")));
    float[][] own = made.sequence(TypingSessions.View.ACCEL, 7);
    double[] row = accel.values().row(7);
    assertThat(row[0]).isEqualTo(Math.min(100, own.length));
    assertThat(row[300]).isEqualTo(own[own.length - 1][2]);
  }
}
