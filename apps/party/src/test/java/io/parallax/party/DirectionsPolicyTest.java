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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How many combinations of the parties' columns a study may tell is for the owner to say. */
class DirectionsPolicyTest {
  private static final String STUDY =
      """
      study: mood
      purpose: to try the program
      method: %s
      parties: {birch: {view: b, labels: true}, cedar: {view: c}, maple: {view: a}}
      evaluate: {split: random, test: 0.25, repeats: 2}
      stop: {rounds: 10}
      align: none
      model: true
      """;
  private static final String CLASSES = "ill\nunwell\nwell";
  @TempDir Path folder;

  @BeforeEach
  void rows() throws Exception {
    StringBuilder csv = new StringBuilder("id,x,y,mood\n");
    String[] classes = CLASSES.split("\n");
    for (int i = 0; i < 60; i++) {
      csv.append("p%d,%d,%d,%s\n".formatted(i, i % 7, i % 5, classes[i % 3]));
    }
    Files.writeString(folder.resolve("rows.csv"), csv);
  }

  private PartyConfig birch(String policy) {
    Path file = folder.resolve("party.yaml");
    try {
      Files.writeString(
          file,
          """
          party: birch
          coordinator: localhost
          data: {b: {csv: rows.csv, id: id}}
          labels: {csv: rows.csv, id: id, column: mood}
          policy: {%s}
          """
              .formatted(policy));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return PartyConfig.read(file);
  }

  private static byte[] manifest(String method) {
    Map<String, String> keys = Map.of("birch", "b", "cedar", "c", "maple", "a");
    return NetworkManifest.of(STUDY.formatted(method), "ana", new TreeMap<>(keys)).json();
  }

  private PartWork begin(PartyConfig party, String method) {
    PartyStudies studies = new PartyStudies(party);
    byte[] manifest = manifest(method);
    Proposal proposal = studies.read(manifest);
    assertThat(party.policy().objections(proposal)).isEmpty();
    byte[] opening =
        MessageCodec.encode(
            new NodeMessages.TrainingOpening(
                new String(manifest, StandardCharsets.UTF_8),
                1,
                CLASSES,
                NodeMessages.NONE,
                "",
                NodeMessages.NONE));
    try (Ledger ledger = Ledger.open(Node.Setup.ledger(party.state()), note -> {})) {
      return studies.begin(
          proposal,
          SetupTable.approved(proposal, studies.rows(proposal)),
          PartName.of(1),
          opening,
          ledger);
    }
  }

  /** Ten rounds of three classes in three trainings. */
  @ParameterizedTest
  @ValueSource(strings = {"vfedmv", "mmvfl", "joint"})
  void aTrainingThatMayTellMoreIsRefusedBeforeItAnswers(String method) {
    assertThatThrownBy(() -> begin(birch("directions: 89"), method))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("the policy of party birch: it may reveal 30 directions")
        .hasMessageContaining("in each of 3 trainings; policy.directions is 89 for all")
        .hasMessageContaining("use fewer rounds, landmarks or splits, or have its owner raise it");
    begin(birch("directions: 90"), method);
    begin(birch(""), method); // the control: without a bound
  }

  /** With the fewest classes there can be. */
  @Test
  void whatIsTooManyInAnyCaseIsSaidBeforeTheApproval() {
    PartyStudies studies = new PartyStudies(birch(""));
    Proposal proposal = studies.read(manifest("joint"));
    assertThat(proposal.directions())
        .isEqualTo(new Proposal.Directions("10 × number of classes", 20, 3, false, false));
    assertThat(birch("directions: 60").policy().objections(proposal)).isEmpty();
    assertThat(birch("directions: 59").policy().objections(proposal))
        .extracting(Objection::text)
        .singleElement()
        .asString()
        .contains("may reveal 20 directions in each of 3 trainings; policy.directions is 59");
  }

  @Test
  void aMethodThatTellsNoneIsNotBounded() {
    PartyStudies studies = new PartyStudies(birch(""));
    Proposal proposal = studies.read(manifest("apfed"));
    assertThat(proposal.directionsTold()).isEmpty();
    assertThat(birch("directions: 1").policy().objections(proposal)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, policy.directions is 0 and must be at least 1",
    "-1, policy.directions is -1 and must be at least 1",
    "many, policy.directions is 'many'",
    "1.5, policy.directions is '1.5'",
    "99999999999, policy.directions is '99999999999'",
    "[30], policy.directions"
  })
  void aBoundIsAWholeNumberAboveZero(String bound, String complaint) {
    assertThatThrownBy(() -> birch("directions: " + bound))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(complaint);
  }

  /** What the party with the labels reads counts as much as what everybody does. */
  @Test
  void landmarksOfModeKernelAreBoundedToo() {
    String kernel = "joint\nmode: kernel\nsettings: {landmarks: 20}";
    Proposal proposal = new PartyStudies(birch("")).read(manifest(kernel));
    assertThat(proposal.directions())
        .isEqualTo(new Proposal.Directions("20 + 1", 21, 3, true, false));
    assertThat(birch("directions: 62").policy().objections(proposal)).hasSize(1);
    begin(birch("directions: 63"), kernel);
  }
}
