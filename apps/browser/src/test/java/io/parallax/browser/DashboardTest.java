package io.parallax.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.SelectOption;
import io.parallax.coordinator.Tokens;
import io.parallax.demo.DemoConsortium;
import io.parallax.party.Node;
import io.parallax.report.Report;
import io.parallax.run.RunOptions;
import io.parallax.run.StudyRun;
import io.parallax.study.file.StudyFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Submit, approve, watch, compare, read the ledger: the pages as people use them. */
class DashboardTest extends BrowserTest {
  private static final String SIMULATED =
      """
      study: simulated
      purpose: to try the program
      method: vfedmv
      settings: {beta: 4}
      search: {zeta: [1, 8], eta: [1, 16]}
      data: {generate: typing-sessions, sessions: 300}
      parties:
        st-mary: {view: alphanum, labels: true}
        riverside: {view: special}
        northgate: {view: accel}
      evaluate: {split: random, test: 0.3, repeats: 1}
      stop: {rounds: 20, tolerance: 1e-6}
      seed: 7
      """;
  private static final LocatorAssertions.ContainsTextOptions LONG =
      new LocatorAssertions.ContainsTextOptions().setTimeout(60_000);

  /** Fills in the form, which tells what is wrong until nothing is. */
  private static void submit(Page page, String name, String method) {
    go(page, "#/submit");
    Locator send = button(page, "Submit study");
    assertThat(send).isDisabled();
    page.getByLabel("Purpose").fill("to try the page of three hospitals");
    page.getByLabel("Name").fill("no <b>name</b>");
    assertThat(page.locator("aside .note")).containsText("study");
    assertThat(page.getByLabel("Name")).hasAttribute("aria-invalid", "true");
    page.getByLabel("Name").fill(name);
    page.locator("#f-method").selectOption(method);
    int row = 0;
    for (var party : DemoConsortium.PARTIES.entrySet()) {
      Locator group = page.locator("[role=group][aria-label^='party ']").nth(row++);
      group.locator("select").selectOption(party.getKey());
      group.locator("input").first().fill(party.getValue());
      group.getByLabel("has the labels").setChecked(party.getKey().equals("st-mary"));
    }
    page.getByLabel("Splits").fill("2");
    page.getByLabel("Rounds at most").fill("many");
    assertThat(page.locator("aside .note")).containsText("stop.rounds is 'many'");
    page.getByLabel("Rounds at most").fill("30");
    assertThat(page.locator("aside .note")).containsText("Ready: 3 parties");
    assertThat(page.getByLabel("The study file")).hasValue(Pattern.compile("study: " + name));
  }

  /** The form makes a sound file for every method in every mode, from what it offers alone. */
  @Test
  void everyMethodAndModeCanBeSubmitted() {
    Page page = signedIn(Chromium.WIDE, false, "erik");
    openForm(page);
    page.getByLabel("Purpose").fill("to try the page of three hospitals");
    page.getByLabel("Name").fill("any");
    Locator methods = page.locator("#f-method option");
    for (int m = 0; m < methods.count(); m++) {
      page.locator("#f-method").selectOption(methods.nth(m).getAttribute("value"));
      boolean same = page.locator("#f-people").inputValue().equals("same");
      if (same) {
        Locator views = page.locator("[role=group][aria-label^='party '] input:not([type])");
        for (int i = 0; i < views.count(); i++) {
          views.nth(i).fill("view-" + i);
        }
      } else {
        page.locator("[role=group][aria-label^='view '] input").first().fill("keys");
      }
      int modes = Math.max(1, page.locator("#f-mode option").count());
      for (int mode = 0; mode < modes; mode++) {
        if (page.locator("#f-mode").count() > 0) {
          page.locator("#f-mode").selectOption(new SelectOption().setIndex(mode));
        }
        assertThat(page.locator("aside .note")).containsText("Ready: 3 parties");
      }
    }
    page.locator("#f-method").selectOption("apfed");
    page.locator("#f-stop-lost").selectOption("continue");
    page.locator("#f-evaluate-split").selectOption("last");
    assertThat(page.locator("aside .note")).containsText("Ready: 3 parties");
    page.locator("#f-people").selectOption("different");
    assertThat(page.locator("aside .note")).containsText("APFed needs");
    page.locator("#yaml").fill("study: mine\n");
    page.locator("#f-people").selectOption("same");
    assertThat(page.locator("dialog")).containsText("Write the file anew?");
    button(page, "Cancel").click();
    assertThat(page.locator("#yaml")).hasValue("study: mine\n");
  }

  private static void openForm(Page page) {
    while (page.locator("#f-study").count() == 0) { // until the parties have come
      go(page, "#/studies");
      go(page, "#/submit");
      page.waitForTimeout(300);
    }
  }

  /** Different people at each party, with what each party tells of itself. */
  @Test
  void aStudyOfDifferentPeopleFromTheFormToItsReport() throws Exception {
    Page page = signedIn(Chromium.WIDE, false, "finn");
    openForm(page);
    page.getByLabel("Name").fill("sites");
    page.getByLabel("Purpose").fill("to try the page of three hospitals");
    page.locator("#f-method").selectOption("hfedmv");
    page.locator("#f-mode").selectOption("paper");
    assertThat(page.locator("aside .note")).hasText("View is empty; fill it in.");
    page.locator("[role=group][aria-label^='view '] input").first().fill("keys");
    button(page, "Add a view").click();
    page.locator("[role=group][aria-label^='view ']")
        .nth(1)
        .locator("input")
        .first()
        .fill("motion");
    page.getByLabel("Metrics by party and view").check();
    page.getByLabel("Splits").fill("2");
    page.getByLabel("Rounds at most").fill("12");
    assertThat(page.locator("aside .note")).containsText("Ready: 3 parties");
    look(page, "submit-sites");
    String id = send(page);
    Page mary = owner(Chromium.WIDE, false, "st-mary");
    assertThat(mary.locator("#waiting article")).containsText("OwnMetrics");
    DemoConsortium.PARTIES.keySet().forEach(party -> consortium.decide(party, id, ""));
    assertThat(page.locator(".head .state")).containsText("finished", LONG);
    Locator told = page.getByRole(AriaRole.REGION, named("results by party and view"));
    assertThat(told.locator("tbody tr")).hasCount(9);
    assertThat(told).containsText("motion");
    assertThat(page.locator("main")).containsText("600 different people at 3 parties");
    assertThat(page.locator("main")).containsText("most frequent class: ");
    assertThat(page.locator("main p.result")).containsText("H-FedMV reaches");
    assertThat(page.locator("main")).not().containsText("[object");
    look(page, "study-sites");
    read(page);
    Path report = folder.resolve("report.html");
    Files.write(
        report,
        page.request().get(consortium.dashboard() + "/v1/studies/" + id + "/report").body());
    assertThat(Files.size(report)).isLessThan(3_000_000);
    page.navigate(report.toUri().toString());
    assertThat(page.locator("p.result")).containsText("H-FedMV reaches");
    assertThat(page.locator("body")).containsText("Party by party");
    assertThat(page.locator("body")).containsText("Class by class");
    assertThat(page.locator("body")).not().containsText("ROC"); // rows' scores are not told
    assertThat(page.locator("body")).containsText("view motion alone");
    readReport(page);
    look(page, "report");
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name);
  }

  /** A chart tells its values to the keyboard and to the pointer. */
  private static void read(Page page) {
    Locator chart = page.locator("svg.chart").first();
    Locator tip = page.locator(".tip");
    assertThat(tip).isHidden();
    chart.focus();
    page.keyboard().press("End");
    assertThat(tip).containsText(Pattern.compile("model, round \\d+: [\\d.]+"));
    page.keyboard().press("Home");
    assertThat(tip).containsText("model, round 1: ");
    page.keyboard().press("ArrowDown");
    assertThat(tip).containsText("split-01, round 1: ");
    assertThat(page.locator("[aria-live=polite]").last()).containsText("split-01, round 1: ");
    point(page, chart, tip);
  }

  /** So does the first chart of the report, the accuracy of all that was compared. */
  private static void readReport(Page page) {
    Locator chart = page.locator("svg.chart").first();
    Locator tip = page.locator(".tip");
    assertThat(tip).isHidden();
    chart.focus();
    page.keyboard().press("End");
    assertThat(tip)
        .containsText(Pattern.compile("most frequent class: [\\d.]+ %, 95 % interval [\\d.]+ to"));
    page.keyboard().press("Home");
    assertThat(tip).containsText(Pattern.compile("H-FedMV: [\\d.]+ %, 95 % interval [\\d.]+ to"));
    point(page, chart, tip);
  }

  private static void point(Page page, Locator chart, Locator tip) {
    page.keyboard().press("Escape");
    assertThat(tip).isHidden();
    page.locator("svg.chart path.line").first().hover(new Locator.HoverOptions().setForce(true));
    assertThat(tip).isVisible();
    page.mouse().move(2, 2);
    chart.blur();
    page.mouse().move(3, 3);
    assertThat(tip).isHidden();
  }

  private static String send(Page page) {
    button(page, "Submit study").click();
    page.waitForURL(Pattern.compile(".*#/study/[0-9a-f]{64}"));
    return page.url().replaceAll(".*/", "");
  }

  @Test
  void fromTheFormToTheLedger() throws Exception {
    Page page = signedIn(Chromium.WIDE, false, "ana");
    assertThat(page.locator(".empty")).containsText("No studies yet");
    look(page, "studies-empty");
    openForm(page);
    submit(page, "mood", "vfedmv");
    look(page, "submit");
    String first = send(page);
    assertThat(page.locator(".note.wait")).containsText("northgate, riverside, st-mary");
    look(page, "study-waiting");

    Page mary = owner(Chromium.WIDE, false, "st-mary");
    assertThat(mary.locator("#waiting article")).containsText("Who learns what");
    assertThat(mary.locator("#waiting article")).containsText("to the coordinator: how many rows");
    look(mary, "party-waiting");
    approve(mary, "mood");
    Page river = owner(Chromium.WIDE, false, "riverside");
    approve(river, "mood");
    assertThat(page.locator(".note.wait")).hasText("Waits for the decision of northgate.");
    consortium.decide("northgate", first, "");
    assertThat(page.locator(".head .state")).containsText("finished", LONG);
    assertThat(page.locator(".figures")).containsText("accuracy on held-out rows");
    assertThat(page.locator("figure.card svg[aria-label^='The objective after each round']"))
        .isVisible();
    look(page, "study-finished");

    submit(page, "mood-alone", "mmvfl");
    String second = send(page);
    DemoConsortium.PARTIES.keySet().forEach(party -> consortium.decide(party, second, ""));
    assertThat(page.locator(".head .state")).containsText("finished", LONG);

    go(page, "#/studies");
    page.getByLabel("compare mood", new Page.GetByLabelOptions().setExact(true)).check();
    page.getByLabel("compare mood-alone").check();
    page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Compare 2")).click();
    Locator beside = page.getByRole(AriaRole.REGION, named("comparison"));
    assertThat(beside).containsText("accuracy, %");
    assertThat(beside).containsText("MMVFL");
    assertThat(page.getByRole(AriaRole.REGION, named("differences"))).containsText("mood-alone");
    look(page, "compare");

    assertThat(mary.locator("#ledger")).containsText("Projections");
    assertThat(mary.locator("#ledger .state")).hasText("chain unbroken");
    look(mary, "party-ledger");
    LedgerSteps.choose(mary, first);
    tamper(mary);
    everywhere(first, second);
  }

  @Test
  void anOwnerTakesAnApprovalBack() {
    Page page = signedIn(Chromium.WIDE, false, "gina");
    openForm(page);
    submit(page, "taken-back", "vfedmv");
    send(page);
    Page mary = owner(Chromium.WIDE, false, "st-mary");
    Locator waiting = mary.getByLabel("study taken-back");
    assertThat(waiting).containsText("gina, as the coordinator says");
    assertThat(waiting).containsText("rounds in each of 2 trainings");
    assertThat(mary.locator("#policy")).containsText("may be told as they are");
    assertThat(mary.locator("#policy")).containsText("at least 30 in common");
    waiting.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Approve")).click();
    mary.locator("dialog input[type=date]").fill("2099-01-31");
    button(mary, "Approve and sign").click();
    assertThat(mary.locator("#decided")).containsText("2099-01-31");
    mary.getByLabel("Withdraw taken-back").click();
    mary.locator("dialog input").fill("the ethics board says no");
    mary.locator("dialog button.danger").click();
    assertThat(mary.locator("#decided")).containsText("withdrawn");
    assertThat(page.locator(".head .state")).containsText("withdrawn", LONG);
    assertThat(page.locator("main"))
        .containsText("party st-mary withdrew: the ethics board says no");
    look(mary, "party-withdrawn");
  }

  /** What only a run in one process can draw is shown by the dashboard, too. */
  @Test
  void aSimulationIsShownWithItsPictures() {
    Path runs = folder.resolve("runs");
    StudyRun.of(
        StudyFile.parse("simulated.yaml", SIMULATED, runs),
        RunOptions.in(runs.resolve("simulated")).reportedBy(Report::of));
    for (int width : List.of(Chromium.WIDE, Chromium.NARROW)) {
      Page page = signedIn(width, width == Chromium.NARROW, "dora");
      go(page, "#/runs");
      page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("simulated")).click();
      assertThat(page.locator("svg.scatter")).hasCount(3);
      assertThat(page.locator("main")).containsText("The search");
      look(page, "simulation-" + width);
    }
  }

  @Test
  void anOperatorSeesTheHealthThePartiesAndTheAuditLog() {
    String token = consortium.token("olga", Tokens.Role.OPERATOR, Duration.ofHours(1));
    for (int width : List.of(Chromium.WIDE, Chromium.NARROW)) {
      Page page = chromium.page(width, width == Chromium.NARROW);
      page.navigate(consortium.dashboard() + "/#token=" + token);
      page.getByText("Activity").click();
      assertThat(page.locator("main")).containsText("certificate: it ends in 1 day; renew it");
      Locator parties = page.getByRole(AriaRole.REGION, named("parties"));
      assertThat(parties).containsText("northgate");
      assertThat(parties).containsText("connected");
      assertThat(page.getByRole(AriaRole.REGION, named("audit log"))).containsText("start version");
      look(page, "activity-" + width);
      page.context().close();
    }
  }

  /** What a party shows is offered where its view is asked for. */
  @Test
  void theFormSuggestsTheViewsThatAPartyShows() throws Exception {
    Path home = home("zurich");
    try (Node node =
        joined(
            home,
            "catalogue: {views: true, rows: rounded}\nlabels: {csv: labels.csv, id: id, column: depressed}\n")) {
      assertThat(node.pagePort()).isPresent();
      Page page = signedIn(Chromium.WIDE, false, "hana");
      Locator hint = page.locator("[role=group][aria-label^='party '] small").first();
      for (int tries = 0;
          tries < 100 && !(hint.count() > 0 && hint.textContent().contains("It shows"));
          tries++) {
        go(page, "#/studies");
        openForm(page);
        Locator party = page.locator("[role=group][aria-label^='party ']").first();
        if (party.locator("option[value=zurich]").count() > 0) {
          party.locator("select").selectOption("zurich");
        }
        page.waitForTimeout(200);
      }
      assertThat(hint).hasText("It shows alphanum");
      assertThat(page.locator("datalist option").first()).hasAttribute("value", "alphanum");
      look(page, "submit-suggested");
    }
  }

  private static void approve(Page owner, String study) {
    Locator waiting = owner.locator("#waiting").getByLabel("study " + study);
    waiting.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Approve")).click();
    button(owner, "Approve and sign").click();
    assertThat(waiting).hasCount(0);
    assertThat(owner.locator("#decided").getByLabel("study " + study)).containsText("approved");
  }

  /** A line that somebody has changed is found when the owner asks. */
  private static void tamper(Page owner) throws Exception {
    Path ledger = folder.resolve("st-mary/state/ledger.jsonl");
    String good = Files.readString(ledger);
    Files.writeString(ledger, good.replaceFirst("\"bytes\":(\\d)", "\"bytes\":9$1"));
    button(owner, "Verify again").click();
    assertThat(owner.locator("#ledger .state")).hasText("chain broken");
    assertThat(owner.locator("#ledger .note")).containsText("line 1 does not fit");
    look(owner, "party-ledger-broken");
    Files.writeString(ledger, good);
    button(owner, "Verify again").click();
    assertThat(owner.locator("#ledger .state")).hasText("chain unbroken");
  }

  /** Every page at both widths, light and dark. */
  private static void everywhere(String first, String second) {
    for (int width : List.of(Chromium.WIDE, Chromium.NARROW)) {
      for (boolean dark : List.of(false, true)) {
        String how = "-" + width + (dark ? "-dark" : "-light");
        Page page = signedIn(width, dark, "ana");
        assertThat(page.locator("tbody tr")).hasCount(2);
        look(page, "studies" + how);
        go(page, "#/study/" + first);
        assertThat(page.locator("figure.card").first()).isVisible();
        look(page, "study" + how);
        go(page, "#/compare/" + first.substring(0, 16) + "," + second.substring(0, 16));
        assertThat(page.locator("table").first()).isVisible();
        look(page, "compare" + how);
        go(page, "#/submit");
        assertThat(page.locator("#f-study")).isVisible();
        look(page, "submit" + how);
        page.context().close();
        Page owner = owner(width, dark, "riverside");
        assertThat(owner.locator("#ledger table").first()).isVisible();
        look(owner, "party" + how);
        owner.context().close();
      }
    }
  }
}
