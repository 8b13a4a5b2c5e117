package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.engine.MessageCodec;
import io.parallax.remote.NetworkManifest;
import io.parallax.remote.NodeMessages;
import io.parallax.remote.SetupTable;
import io.parallax.run.PartName;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study begins with the rows that were approved, and with enough of them. */
class ApprovedRowsTest {
  private static final String VERTICAL =
      """
      study: mood
      purpose: to try the program
      method: vfedmv
      align: %s
      parties: {birch: {view: b, labels: true}, cedar: {view: c}, maple: {view: a}}
      """;
  private static final String HORIZONTAL =
      """
      study: sites
      purpose: to try the program
      method: hfedmv
      views: {b: [x]}
      parties: {birch: {}, cedar: {}, maple: {}}
      """;
  @TempDir Path folder;

  @BeforeEach
  void rows() throws Exception {
    rows("rows.csv", 40);
  }

  private void rows(String file, int count) throws Exception {
    StringBuilder csv = new StringBuilder("id,x,y,ill\n");
    for (int i = 0; i < count; i++) {
      csv.append("p%d,%d,%d,%s\n".formatted(i, i % 7, i % 5, i % 2 == 0 ? "yes" : "no"));
    }
    Files.writeString(folder.resolve(file), csv);
  }

  private PartyConfig birch(String data, String policy) throws Exception {
    Path file = folder.resolve("party.yaml");
    Files.writeString(
        file,
        """
        party: birch
        coordinator: localhost
        data: {b: %s, unused: {csv: nowhere.csv, id: id}}
        labels: {csv: rows.csv, id: id, column: ill}
        policy: {%s}
        """
            .formatted(data, policy));
    return PartyConfig.read(file);
  }

  private static byte[] manifest(String yaml) {
    Map<String, String> keys = Map.of("birch", "b", "cedar", "c", "maple", "a");
    return NetworkManifest.of(yaml, "ana", new TreeMap<>(keys)).json();
  }

  private PartWork begin(PartyConfig party, String yaml, List<Decision.Rows> rows) {
    PartyStudies studies = new PartyStudies(party); // as after a restart
    byte[] manifest = manifest(yaml);
    Proposal proposal = studies.read(manifest);
    byte[] opening =
        MessageCodec.encode(
            new NodeMessages.SetupOpening(new String(manifest, StandardCharsets.UTF_8)));
    String part = yaml.contains("align: {}") ? PartName.aligning(1) : PartName.SETUP;
    try (Ledger ledger = Ledger.open(Node.Setup.ledger(party.state()), note -> {})) {
      return studies.begin(proposal, SetupTable.approved(proposal, rows), part, opening, ledger);
    }
  }

  private List<Decision.Rows> rows(PartyConfig party, String yaml) {
    PartyStudies studies = new PartyStudies(party);
    return studies.rows(studies.read(manifest(yaml)));
  }

  @Test
  void rowsAreKnownByNumberColumnsAndHash() throws Exception {
    String yaml = VERTICAL.formatted("none");
    PartyConfig party = birch("{csv: rows.csv, id: id}", "");
    List<Decision.Rows> rows = rows(party, yaml);
    assertThat(rows).extracting(Decision.Rows::view).containsExactly("b", "b labels");
    assertThat(rows.get(0).count()).isEqualTo(40);
    assertThat(rows.get(0).columns()).containsExactly("x", "y");
    assertThat(rows.get(0).sha256()).hasSize(64);
    assertThat(rows(birch("{csv: rows.csv, id: id}", "columns: [y]"), yaml).get(0).columns())
        .containsExactly("y");
    assertThat(rows(party, HORIZONTAL).get(0).columns()).containsExactly("x");
    begin(party, yaml, rows);
  }

  @Test
  void otherRowsThanTheApprovedAreRefusedBeforeAnythingIsAnswered() throws Exception {
    String yaml = VERTICAL.formatted("none");
    PartyConfig party = birch("{csv: rows.csv, id: id}", "");
    List<Decision.Rows> approved = rows(party, yaml);
    String good = Files.readString(folder.resolve("rows.csv"));
    for (String changed :
        List.of(
            good.replace("p3,3,", "p3,4,"),
            good + "p40,1,1,yes\n",
            good.replace("\np39,4,4,no", ""),
            good.replace("id,x,y", "id,x,z"))) {
      Files.writeString(folder.resolve("rows.csv"), changed);
      assertThatThrownBy(() -> begin(party, yaml, approved))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("the rows of view b have changed since the approval of 20")
          .hasMessageContaining("propose the study anew, or restore them");
    }
    Files.writeString(folder.resolve("rows.csv"), good);
    begin(party, yaml, approved); // the control: the rows as they were
  }

  /** A table may change at any time; what was approved is its snapshot. */
  @Test
  void aTableIsTheOneThatWasApprovedAndItsSnapshotCannotBeChanged() throws Exception {
    String yaml = VERTICAL.formatted("none");
    String database = "jdbc:sqlite:" + folder.resolve("rows.db");
    try (Connection c = DriverManager.getConnection(database);
        Statement s = c.createStatement()) {
      s.execute("create table t (id text, x real)");
      for (int i = 0; i < 40; i++) {
        s.execute("insert into t values ('p%d', %d)".formatted(i, i));
      }
      PartyConfig party =
          birch("{sql: 'select * from t', jdbc: '%s', id: id}".formatted(database), "");
      List<Decision.Rows> approved = rows(party, yaml);
      assertThat(approved.get(0).count()).isEqualTo(40);
      s.execute("update t set x = 7");
      begin(party, yaml, approved);
      Path snapshot =
          party.state().resolve("snapshots").resolve(NetworkManifest.hash(manifest(yaml)));
      Path csv = snapshot.resolve("b.csv");
      Files.writeString(csv, Files.readString(csv).replaceFirst("p3,.*", "p3,99"));
      assertThatThrownBy(() -> begin(party, yaml, approved))
          .hasMessageContaining("the rows of view b have changed");
    }
  }

  /** Before anything of them leaves, in the alignment, the setup, and at a site of its own. */
  @Test
  void aStudyOfTooFewPeopleDoesNotBegin() throws Exception {
    rows("rows.csv", 29);
    for (String yaml : List.of(VERTICAL.formatted("none"), VERTICAL.formatted("{}"), HORIZONTAL)) {
      PartyConfig party = birch("{csv: rows.csv, id: id}", "");
      assertThatThrownBy(() -> begin(party, yaml, rows(party, yaml)))
          .isInstanceOf(Refused.class)
          .hasMessageContaining(
              "too few people would take part; policy.minimum-rows of party birch is 30")
          .hasMessageNotContaining("29");
      PartyConfig mild = birch("{csv: rows.csv, id: id}", "minimum-rows: 29");
      assertThat(begin(mild, yaml, rows(mild, yaml)).party()).isNotNull(); // the control
    }
  }

  /** The whole file has enough; what all parties have in common has not. */
  @Test
  void theCommonPeopleAreCountedToo() throws Exception {
    String yaml = VERTICAL.formatted("{}");
    PartyConfig party = birch("{csv: rows.csv, id: id}", "");
    NetworkManifest manifest = NetworkManifest.read(manifest(yaml));
    List<String> ids = LocalRows.read(party, manifest.parse()).ids();
    AlignmentFile alignment = new AlignmentFile(party.state(), manifest, manifest.parse(), ids);
    alignment.keep("found", ids.subList(0, 12));
    byte[] opening =
        MessageCodec.encode(
            new NodeMessages.SetupOpening(new String(manifest(yaml), StandardCharsets.UTF_8)));
    PartyStudies studies = new PartyStudies(party);
    Proposal proposal = studies.read(manifest(yaml));
    Decision approved = SetupTable.approved(proposal, studies.rows(proposal));
    try (Ledger ledger = Ledger.open(Node.Setup.ledger(party.state()), note -> {})) {
      assertThatThrownBy(() -> studies.begin(proposal, approved, PartName.SETUP, opening, ledger))
          .isInstanceOf(Refused.class)
          .hasMessageContaining("policy.minimum-rows")
          .hasMessageNotContaining("12");
    }
  }
}
