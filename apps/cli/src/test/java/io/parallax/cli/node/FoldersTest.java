package io.parallax.cli.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a party tells of its failures has none of its machine's folders. */
class FoldersTest {
  private static final Folders FOLDERS =
      new Folders(
          Path.of("/home/x/net/birch"),
          List.of(Path.of("/home/x/net/birch/fou.csv"), Path.of("/srv/our rows/all.csv")));

  @Test
  void aFileIsNamedAsThePartysFileNamesIt() {
    assertThat(FOLDERS.out("/home/x/net/birch/fou.csv line 3: the same id as on line 2"))
        .isEqualTo("fou.csv line 3: the same id as on line 2");
    assertThat(FOLDERS.out("cannot read /home/x/net/birch/../rows/a.csv; check its rights"))
        .isEqualTo("cannot read ../rows/a.csv; check its rights");
    assertThat(FOLDERS.out("cannot write /home/x/net/birch/state/parts/0a/split-01.state: full"))
        .isEqualTo("cannot write state/parts/0a/split-01.state: full");
  }

  @Test
  void whatLiesElsewhereIsNamedByItsOwnName() {
    assertThat(FOLDERS.out("there is no file /srv/our rows/all.csv; check the path"))
        .isEqualTo("there is no file all.csv; check the path");
    assertThat(FOLDERS.out("cannot open '/var/lib/db/x.duckdb', or C:\\data\\y.csv"))
        .isEqualTo("cannot open 'x.duckdb', or y.csv");
  }

  @Test
  void whatIsNoFolderStays() {
    for (String text :
        List.of(
            "the query to jdbc:postgresql://db/typing failed: timeout",
            "column 'a/b' and/or 3 / 4",
            "party birch finds other numbers")) {
      assertThat(FOLDERS.out(text)).isEqualTo(text);
    }
  }
}
