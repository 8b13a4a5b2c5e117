package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.data.Json;
import io.parallax.engine.MessageCodec;
import io.parallax.remote.NetworkManifest;
import io.parallax.remote.NodeMessages;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ledger as its owner reads it: by study, filtered, exported, and message by message. */
class LedgerPagesTest {
  private static final String MASKED =
      "masked: the coordinator can read only the sum over all parties";
  private static final String OTHER = "cd".repeat(32);
  private static final String TODAY = SentMessages.day(Instant.now()).toString();
  @TempDir Path folder;
  private Path state;
  private String mood;

  @BeforeEach
  void write() throws IOException {
    state = folder.resolve("state");
    Files.writeString(folder.resolve("rows.csv"), "id,a,label\np1,1,ill\np2,2,well\n");
    Files.writeString(
        folder.resolve("party.yaml"),
        """
        party: maple
        coordinator: localhost
        data: {a: {csv: rows.csv, id: id, columns: [a]}}
        labels: {csv: rows.csv, id: id, column: label}
        ledger: {keep: 30 days, most: 1 MB}
        """);
    byte[] manifest = manifest("mood", "");
    mood = NetworkManifest.hash(manifest);
    Files.createDirectories(state.resolve("approvals"));
    Files.write(state.resolve("approvals").resolve(mood + ".manifest.json"), manifest);
    fill(60);
  }

  private static byte[] manifest(String name, String more) {
    String yaml =
        """
        study: %s
        method: vfedmv
        parties:
          maple: {view: a, labels: true}
          birch: {view: b}
          cedar: {view: c}
        align: none
        purpose: to test the ledger
        seed: 3
        %s
        """
            .formatted(name, more);
    return NetworkManifest.of(
            yaml, "ana", new TreeMap<>(Map.of("maple", "m", "birch", "b", "cedar", "c")))
        .json();
  }

  private PartyConfig config() {
    return PartyConfig.read(folder.resolve("party.yaml"));
  }

  private Path ledger() {
    return Node.Setup.ledger(state);
  }

  /** Volumes of a few entries each, of which the last study's are the newest. */
  private void fill(int masks) {
    try (Ledger ledger = Ledger.open(ledger(), 5000, note -> {})) {
      ledger.keep(config().keep().map(rule -> new SentMessages(state, rule)));
      byte[] rows = MessageCodec.encode(new NodeMessages.Rows(60, 1, "", "ab", true, "ill\nwell"));
      add(ledger, mood, "setup", new Ledger.Kind("Rows", "", "shown to the coordinator"), rows);
      for (int i = 0; i < masks; i++) {
        String keys = "keys, encrypted shares and codes of a masked sum; nothing of the rows";
        add(ledger, mood, "split-01", new Ledger.Kind("MaskKeys", "", keys), new byte[] {1, 2});
      }
      add(ledger, mood, "split-01", new Ledger.Kind("Projections", "2x2", MASKED), sum());
      ledger.judging(mood, "split-01", "rows.csv label", 2);
      ledger.told(OTHER, "", 0, "Objection", "=cmd|' /C calc'!A0");
    }
  }

  private static byte[] sum() {
    byte[] message = new byte[8 + 6 * 8]; // a matrix, and a number of two words
    message[0] = 2;
    message[4] = 2;
    return message;
  }

  private static void add(
      Ledger ledger, String study, String part, Ledger.Kind kind, byte[] message) {
    ledger.add(study, part, 1, kind, message, HexFormat.of().formatHex(Hashes.of(message)));
  }

  private LedgerPages pages() {
    return new LedgerPages(state, new PartyStudies(config()));
  }

  private LedgerFilter filter(String study, String kind, String from, String to) {
    return new LedgerText(config()).filter(study, kind, from, to);
  }

  private static List<Long> numbers(LedgerPages.Page page) {
    return page.entries().stream().map(LedgerEntry::number).toList();
  }

  @Test
  void aStudyIsSummedUpByNameMostDelicateFirstAndItsMasksAreFolded() {
    List<LedgerSummary> all = pages().page(LedgerFilter.ALL, 0).studies();
    assertThat(all).extracting(LedgerSummary::name).contains("mood", "cdcdcdcdcdcd");
    LedgerSummary one = all.stream().filter(s -> s.study().equals(mood)).findFirst().orElseThrow();
    assertThat(one.researcher()).isEqualTo("ana");
    assertThat(one.first()).isEqualTo(TODAY);
    assertThat(one.labels())
        .isEqualTo(
            "Labels told as they are, not randomised: the coordinator and every other party can"
                + " read them. Held-out rows were judged by them: metrics of 2 sets of scores.");
    assertThat(one.lines())
        .extracting(LedgerSummary.Line::message)
        .containsExactly("LabelsJudged", "Rows", "Projections");
    assertThat(one.lines().get(1).what()).startsWith("to the coordinator: how many rows");
    assertThat(one.lines().get(2).reader()).isEqualTo(MASKED);
    assertThat(one.masks().messages()).isEqualTo(60);
    assertThat(one.masks().bytes()).isEqualTo(120);
    assertThat(String.join("\n", new LedgerText(config()).summary(LedgerFilter.ALL)))
        .contains("mood  " + mood.substring(0, 12) + "  " + TODAY)
        .contains("mask keys: 60 messages, 120 bytes; they tell nothing of rows")
        .contains("read   " + MASKED);
  }

  @Test
  void labelsThatWereNotToldAreNotCalledTold() throws IOException {
    for (String more : List.of("", "protection: {labels: {epsilon: 2}}")) {
      byte[] manifest = manifest("other", more);
      String study = NetworkManifest.hash(manifest);
      Files.write(state.resolve("approvals").resolve(study + ".manifest.json"), manifest);
      try (Ledger ledger = Ledger.open(ledger(), note -> {})) {
        ledger.told(study, "", 0, "Failure", "a file is missing");
      }
      assertThat(new LedgerText(config()).summary(filter(study, "", "", "")).toString())
          .contains("Not told: nothing of a training has left. No held-out row was judged");
      try (Ledger ledger = Ledger.open(ledger(), note -> {})) {
        add(ledger, study, "split-01", new Ledger.Kind("Projections", "2x2", MASKED), sum());
      }
      assertThat(new LedgerText(config()).summary(filter(study, "", "", "")).toString())
          .contains(
              more.isEmpty()
                  ? "Labels told as they are, not randomised"
                  : "Labels told randomised, with epsilon 2.0:");
    }
  }

  @Test
  void entriesComeAPageAtATimeOverVolumesTheNewestFirstAndNewOnesAreFound() {
    LedgerPages book = pages();
    LedgerPages.Page newest = book.page(LedgerFilter.ALL, 0);
    assertThat(LedgerVolumes.of(ledger())).hasSizeGreaterThan(3);
    assertThat(newest.messages()).isEqualTo(65);
    assertThat(numbers(newest)).hasSize(25).startsWith(65L, 64L).endsWith(41L);
    assertThat(numbers(book.page(LedgerFilter.ALL, 41))).hasSize(25).startsWith(40L);
    assertThat(numbers(book.page(LedgerFilter.ALL, 16))).hasSize(15).endsWith(2L, 1L);
    fill(1);
    assertThat(numbers(book.page(LedgerFilter.ALL, 0))).startsWith(70L).doesNotHaveDuplicates();
  }

  @Test
  void aFilterChoosesByStudyKindAndDay() {
    LedgerPages book = pages();
    LedgerPages.Page one = book.page(filter("mood", "method", TODAY, TODAY), 0);
    assertThat(one.chosen()).isEqualTo(1);
    assertThat(one.entries()).extracting(LedgerEntry::message).containsExactly("Projections");
    assertThat(one.studies()).hasSize(1);
    assertThat(one.choices()).as("all of them can be chosen next").hasSize(3);
    assertThat(book.page(filter(mood.substring(0, 8), "masks", "", ""), 0).chosen()).isEqualTo(60);
    assertThat(book.page(filter(OTHER, "", "", ""), 0).chosen()).isEqualTo(1);
    assertThat(book.page(filter("", "", "", "2020-01-01"), 0).chosen()).isZero();
    assertThat(book.page(filter("", "notes", "", ""), 0).entries())
        .extracting(LedgerEntry::text)
        .containsExactly("kept for 30 days, at most 1 MB");
  }

  @Test
  void aBadFilterIsRejectedInOneLine() {
    reject("the ledger has no study 'moon'; it has cdcdcdcdcdcd, mood", "moon", "", "", "");
    reject("the ledger has no study", mood.substring(0, 7), "", "", "");
    reject("it must be a day such as 2026-11-30", "", "", "yesterday", "");
    reject("it must be a day such as 2026-11-30", "", "", "", "2026-13-01");
    reject("is after the last", "", "", "2026-02-01", "2026-01-01");
    reject("the kind of entries is 'all'; it must be one of labels,", "", "all", "", "");
    assertThatThrownBy(() -> LedgerExport.Format.of("xlsx"))
        .hasMessage("the format is 'xlsx'; it must be csv or json");
  }

  private void reject(String why, String study, String kind, String from, String to) {
    assertThatThrownBy(() -> filter(study, kind, from, to))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(why);
  }

  @Test
  void anExportHasTheChosenEntriesAndNoFormula() throws IOException {
    StringWriter csv = new StringWriter();
    LedgerExport.write(config(), LedgerFilter.ALL, LedgerExport.Format.CSV, csv);
    assertThat(csv.toString().lines()).hasSize(66);
    assertThat(csv.toString())
        .startsWith("number,time,study,part,")
        .contains("'=cmd|' /C calc'!A0");
    StringWriter json = new StringWriter();
    LedgerExport.write(config(), filter("mood", "labels", "", ""), LedgerExport.Format.JSON, json);
    assertThat(Json.MAPPER.readTree(json.toString()))
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.path("name").asText()).isEqualTo("mood");
              assertThat(entry.path("kind").asText()).isEqualTo("labels");
              assertThat(entry.path("verdicts").asInt()).isEqualTo(2);
            });
    StringWriter none = new StringWriter();
    LedgerExport.write(config(), filter("", "", "", "2020-01-01"), LedgerExport.Format.JSON, none);
    assertThat(Json.MAPPER.readTree(none.toString())).isEmpty();
  }

  @Test
  void anAuditorSeesWhatAMessageHolds() throws IOException {
    assertThat(String.join("\n", SentText.of(config(), 2)))
        .contains("message   Rows", "kept      yes", "samples: 60", "classes: ill\\u{a}well");
    assertThat(String.join("\n", SentText.of(config(), 3))).contains("random bytes");
    assertThat(String.join("\n", SentText.of(config(), 63)))
        .contains("message   Projections 2x2", "6 of 6 words", "alone it tells nothing");
    assertThat(String.join("\n", SentText.of(config(), 65))).contains("text      =cmd");
    assertThatThrownBy(() -> SentText.of(config(), 66)).hasMessageContaining("entry 66 is not");
    Path kept = SentMessages.file(SentMessages.in(state), TODAY, 63);
    Files.copy(
        SentMessages.file(SentMessages.in(state), TODAY, 3),
        kept,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> SentText.of(config(), 63)).hasMessageContaining("it was changed");
    assertThat(SentCheck.of(config()).wrong()).isEqualTo(1);
  }

  @Test
  void aBadSectionOfThePartysFileIsRejected() throws IOException {
    for (String section :
        List.of("{keep: 30}", "{keep: 0 days}", "{keep: 30 days, most: much}", "{most: 1 GB}")) {
      Files.writeString(
          folder.resolve("bad.yaml"),
          Files.readString(folder.resolve("party.yaml"))
              .replaceFirst("ledger: .*", "ledger: " + section));
      assertThatThrownBy(() -> PartyConfig.read(folder.resolve("bad.yaml")))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("ledger.");
    }
  }

  @Test
  void aChangedLineIsFoundWhenAllIsReadAgainAlsoInAnOldVolume() throws IOException {
    LedgerPages book = pages();
    assertThat(book.page(LedgerFilter.ALL, 0).fault()).isEmpty();
    assertThat(book.page(LedgerFilter.ALL, 0).from()).as("of the newest volume").isGreaterThan(1);
    assertThat(book.verified().from()).isEqualTo(1);
    String good = Files.readString(ledger());
    Files.writeString(ledger(), good.replaceFirst("\"bytes\":(\\d)", "\"bytes\":9$1"));
    assertThat(book.verified().fault())
        .isEqualTo(
            "ledger.jsonl: line 1 does not fit what stands before it: it was changed, or lines are"
                + " missing");
    assertThat(book.page(LedgerFilter.ALL, 0).entries()).isEmpty();
    Files.writeString(ledger(), good);
    assertThat(book.verified().fault()).isEmpty();
    assertThat(book.page(LedgerFilter.ALL, 0).messages()).isEqualTo(65);
  }

  @Test
  void theOwnersTokenIsKeptAndFitsOnlyItself() {
    OwnerToken token = OwnerToken.in(folder);
    assertThat(OwnerToken.in(folder).text()).isEqualTo(token.text());
    assertThat(token.fits(token.text())).isTrue();
    for (String wrong : List.of("", "own_", token.text() + "x", token.text().substring(1))) {
      assertThat(token.fits(wrong)).isFalse();
    }
  }
}
