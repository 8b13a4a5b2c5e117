package io.parallax.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.RequestOptions;
import io.parallax.party.Node;
import io.parallax.party.PageRole;
import io.parallax.party.PageTokens;
import io.parallax.party.PartyConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Officers read a study, sign it together, release its result, and withdraw. */
class ApprovalTest extends BrowserTest {
  private static final LocatorAssertions.ContainsTextOptions LONG =
      new LocatorAssertions.ContainsTextOptions().setTimeout(120_000);
  private static final String READ =
      "Any party reads the labels of 100 % of the training people rightly";
  private static PartyConfig config;
  private static Node node;

  @BeforeAll
  static void party() throws Exception {
    Path home = home("woodside");
    node =
        joined(
            home,
            """
            labels: {csv: labels.csv, id: id, column: depressed}
            policy: {signers: [Dr. Grey, Prof. Lin], signatures: 2, release: manual}
            """);
    config = PartyConfig.read(home.resolve("party.yaml"));
  }

  @AfterAll
  static void end() {
    node.close();
  }

  private static Page officer(String name, int width, boolean dark) {
    String token =
        new PageTokens(config.state())
            .add(name, Set.of(PageRole.READER, PageRole.SIGNER), Duration.ofHours(1));
    Page page = chromium.page(width, dark);
    page.navigate("http://127.0.0.1:" + node.pagePort().orElseThrow() + "/#token=" + token);
    assertThat(page.locator("h1")).hasText("Party woodside");
    return page;
  }

  private static String submitted(String name) throws Exception {
    return consortium.submit(
        token("hana", Duration.ofHours(1)),
        """
        study: %s
        purpose: to find signs of low mood in how people type; ethics board 2026-17
        method: vfedmv
        parties: {woodside: {view: alphanum, labels: true}, riverside: {view: special}, northgate: {view: accel}}
        evaluate: {split: random, test: 0.25, repeats: 1}
        stop: {rounds: 5}
        """
            .formatted(name));
  }

  private static Locator approve(Locator study) {
    return study.getByText("Approve", new Locator.GetByTextOptions().setExact(true));
  }

  private static void sign(Page page, String study) {
    Locator waiting = page.getByLabel("study " + study);
    assertThat(waiting).containsText("600 people");
    approve(waiting).click();
    assertThat(page.locator("dialog")).containsText("can read this party's label");
    button(page, "Approve and sign").click();
  }

  @Test
  void fromReadingToTheReleaseOfTheResult() throws Exception {
    String id = submitted("together");
    Page grey = officer("Dr. Grey", Chromium.WIDE, false);
    Locator waiting = grey.getByLabel("study together");
    assertThat(waiting).containsText("ethics board 2026-17");
    assertThat(waiting.locator(".note.bad")).containsText("can read this party's label");
    assertThat(waiting).containsText("Every other party: northgate, riverside");
    assertThat(waiting).containsText("Users of the model, later");
    assertThat(waiting).containsText("600 people, 28 columns");
    assertThat(waiting).containsText(READ, LONG);
    assertThat(waiting).not().containsText("[object");
    for (boolean dark : List.of(false, true)) {
      for (int width : List.of(Chromium.NARROW, Chromium.WIDE)) {
        Page page = officer("Dr. Grey", width, dark);
        assertThat(page.getByLabel("study together")).containsText(READ);
        look(page, "approval-%d-%s".formatted(width, dark));
      }
    }
    sign(grey, "together");
    assertThat(waiting).containsText("Signed by Dr. Grey. Another person must sign");
    sign(grey, "together");
    assertThat(grey.locator("#notes")).containsText("Dr. Grey has signed study together already");
    Page lin = officer("Prof. Lin", Chromium.WIDE, false);
    sign(lin, "together");
    Locator decided = lin.locator("#decided").getByLabel("study together");
    assertThat(decided).containsText("by Dr. Grey and Prof. Lin");
    List.of("riverside", "northgate").forEach(party -> consortium.decide(party, id, ""));
    assertThat(decided).containsText("The researcher sees the result when this party", LONG);
    assertThat(decided.locator("pre").first()).containsText("accuracy");
    look(lin, "approval-held");
    Page hana = signedIn(Chromium.WIDE, false, "hana");
    go(hana, "#/study/" + id);
    assertThat(hana.locator(".head .state")).containsText("held");
    assertThat(hana.locator("main")).not().containsText("accuracy on held-out rows");
    release(lin);
    assertThat(decided).containsText("Release signed by Prof. Lin. Another person must sign");
    release(lin);
    assertThat(lin.locator("#notes")).containsText("Prof. Lin has signed study together already");
    release(grey);
    assertThat(decided).containsText("released by Prof. Lin and Dr. Grey");
    assertThat(hana.locator(".head .state")).containsText("finished", LONG);
    assertThat(hana.locator("main")).containsText("accuracy on held-out rows");
    dossier(lin, id);
  }

  private static void release(Page page) {
    button(page, "Release the result").click();
    button(page, "Release and sign").click();
  }

  private static void dossier(Page page, String id) throws Exception {
    String address = page.url().replaceAll("/#?$", "") + "/v1/dossier?study=" + id;
    Path file = folder.resolve("dossier.html");
    RequestOptions patient = RequestOptions.create().setTimeout(120_000); // it reads every jar
    Files.write(file, page.request().get(address, patient).body());
    for (int width : List.of(Chromium.WIDE, Chromium.NARROW)) {
      Page dossier = chromium.page(width, width == Chromium.NARROW);
      dossier.navigate(file.toUri().toString());
      assertThat(dossier.locator("body")).containsText("Prof. Lin");
      assertThat(dossier.locator("body")).containsText("What has left this party");
      look(dossier, "dossier-" + width);
    }
  }

  @Test
  void aStudyIsTakenBack() throws Exception {
    submitted("taken-away");
    Page grey = officer("Dr. Grey", Chromium.WIDE, false);
    othersThanWereShown(grey, "taken-away");
    Locator waiting = grey.getByLabel("study taken-away");
    approve(waiting).scrollIntoViewIfNeeded();
    approve(waiting).hover();
    grey.mouse().down();
    sign(officer("Prof. Lin", Chromium.WIDE, false), "taken-away");
    grey.waitForTimeout(2000); // the page has been told of the signature
    grey.mouse().up();
    assertThat(grey.locator("dialog")).containsText("can read this party's label");
    assertThat(waiting).containsText("Signed by Prof. Lin");
    button(grey, "Approve and sign").click();
    grey.getByLabel("Withdraw taken-away").click();
    grey.locator("dialog input").fill("the ethics board says no");
    grey.locator("dialog button.danger").click();
    assertThat(grey.locator("#decided").getByLabel("study taken-away"))
        .containsText("the ethics board says no");
  }

  /** Rows that are replaced after they were shown are not signed. */
  private static void othersThanWereShown(Page page, String study) throws Exception {
    Path rows = folder.resolve("woodside/rows.csv");
    List<String> lines = Files.readAllLines(rows);
    assertThat(page.getByLabel("study " + study)).containsText("600 people");
    Files.write(rows, lines.subList(0, lines.size() - 1));
    try {
      sign(page, study);
      assertThat(page.locator("#notes")).containsText("the rows are others than were shown");
      assertThat(page.getByLabel("study " + study)).containsText("599 people");
    } finally {
      Files.write(rows, lines);
    }
    page.reload();
    assertThat(page.getByLabel("study " + study)).containsText("600 people");
  }
}
