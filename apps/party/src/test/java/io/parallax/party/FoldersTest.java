package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a party tells of its failures has none of its machine's files, folders and addresses. */
class FoldersTest {
  private static final Folders FOLDERS =
      new Folders(
          Path.of("/home/x/net/birch"),
          Path.of("/home/x/net/birch/state"),
          Map.of(
              Path.of("/home/x/net/birch/fou.csv"), "view 'fou'",
              Path.of("/srv/our rows/all.csv"), "the labels of view 'fou'",
              Path.of("/home/x/net/birch"), "view 'table'"));

  @Test
  void rowsAreCalledByTheirView() {
    assertThat(FOLDERS.out("/home/x/net/birch/fou.csv line 3: the same id as on line 2"))
        .isEqualTo("view 'fou' line 3: the same id as on line 2");
    assertThat(FOLDERS.out("/srv/our rows/all.csv line 4, column 'y': is no label"))
        .isEqualTo("the labels of view 'fou' line 4, column 'y': is no label");
    assertThat(
            FOLDERS.out(
                "/home/x/net/birch/state/snapshots/0aff/lab.csv line 2, column 'b': is not a number;"
                    + " /home/x/net/birch/state/snapshots/0aff/lab-labels.csv line 3"))
        .isEqualTo(
            "view 'lab' line 2, column 'b': is not a number; the labels of view 'lab' line 3");
  }

  @Test
  void otherFilesLoseTheirFolders() {
    assertThat(FOLDERS.out("state/secret of /home/x/net/birch/state/secret: cannot be used"))
        .isEqualTo("state/secret of state/secret: cannot be used");
    assertThat(FOLDERS.out("cannot open '/var/lib/db/x.duckdb', or C:\\data\\y.csv; look"))
        .isEqualTo("cannot open 'a file', or a file; look");
  }

  @Test
  void addressesDoNotLeave() {
    assertThat(FOLDERS.out("the master spark://db.st-mary.example:7077 does not answer"))
        .isEqualTo("the master an address does not answer");
    assertThat(FOLDERS.out("cannot read jdbc:postgresql://db/typing?password=x; check it"))
        .isEqualTo("cannot read an address; check it");
  }

  @Test
  void whatIsNoFolderStays() {
    for (String text :
        List.of("column 'a/b' and/or 3 / 4", "party birch finds other numbers", "view 'a': x")) {
      assertThat(FOLDERS.out(text)).isEqualTo(text);
    }
  }
}
