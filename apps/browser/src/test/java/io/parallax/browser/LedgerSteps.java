package io.parallax.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import io.parallax.data.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Chooses and exports entries of the ledger, as the owner of a party with labels does. */
final class LedgerSteps {
  private LedgerSteps() {}

  /** Goes through the section after two studies, "mood" and "mood-alone". */
  static void choose(Page owner, String study) throws IOException {
    Locator ledger = owner.locator("#ledger");
    Locator mood = owner.getByLabel("ledger of mood", new Page.GetByLabelOptions().setExact(true));
    assertThat(mood).containsText("Labels told as they are, not randomised");
    assertThat(mood).containsText("ana");
    assertThat(mood).containsText(Pattern.compile("Mask keys: [\\d,]+ messages"));
    assertThat(mood.locator("tbody")).not().containsText("MaskKeys");
    assertThat(owner.getByLabel("ledger of mood-alone")).isVisible();
    owner.getByLabel("Study", new Page.GetByLabelOptions().setExact(true)).selectOption(study);
    assertThat(ledger.locator("article")).hasCount(1);
    owner.getByText("Entries, one by one").click();
    assertThat(ledger.locator("[aria-label=entries] tbody tr")).hasCount(25);
    BrowserTest.button(owner, "Older").click();
    assertThat(BrowserTest.button(owner, "Newer")).isEnabled();
    BrowserTest.button(owner, "Newer").click();
    assertThat(BrowserTest.button(owner, "Newer")).isDisabled();
    owner.getByLabel("Kind").selectOption("masks");
    assertThat(ledger.locator("[aria-label=entries] tbody tr")).hasCount(6); // two in each part
    owner.getByLabel("Kind").selectOption("decisions");
    assertThat(ledger.locator("[aria-label=entries] tbody tr")).hasCount(1);
    export(owner, study);
    owner.getByLabel("From").fill("2099-01-01");
    assertThat(ledger.locator(".empty")).containsText("No entry is chosen");
    owner.getByLabel("To", new Page.GetByLabelOptions().setExact(true)).fill("2020-01-01");
    assertThat(ledger.locator("[role=alert] .note")).containsText("is after the last");
    BrowserTest.look(owner, "party-ledger-filter");
    for (String field : new String[] {"From", "To"}) {
      owner.getByLabel(field, new Page.GetByLabelOptions().setExact(true)).fill("");
    }
    assertThat(ledger.locator("[role=alert] .note")).hasCount(0);
    dropsLateAnswers(owner, ledger);
    owner.getByLabel("Kind").selectOption("");
    owner.getByLabel("Study", new Page.GetByLabelOptions().setExact(true)).selectOption("");
    assertThat(owner.getByLabel("ledger of mood-alone")).isVisible();
  }

  /** An answer to the filters of before comes after that to the filters of now. */
  private static void dropsLateAnswers(Page owner, Locator ledger) {
    String late = "**/v1/ledger?*kind=masks*";
    List<Route> held = new ArrayList<>();
    owner.route(late, held::add);
    owner.getByLabel("Kind").selectOption("masks");
    owner.waitForCondition(() -> !held.isEmpty());
    owner.getByLabel("Kind").selectOption("decisions");
    assertThat(ledger.locator("[aria-label=entries] tbody tr")).hasCount(1);
    owner.waitForResponse(late, () -> held.forEach(Route::resume)).finished();
    owner.waitForTimeout(200); // an answer that is not dropped is drawn by then
    assertThat(ledger.locator("[aria-label=entries] tbody tr")).hasCount(1);
    owner.unroute(late);
  }

  private static void export(Page owner, String study) throws IOException {
    Download csv = owner.waitForDownload(() -> BrowserTest.button(owner, "Export CSV").click());
    assertThat(csv.suggestedFilename()).isEqualTo("ledger.csv");
    assertThat(Files.readAllLines(csv.path()))
        .hasSize(2)
        .anyMatch(line -> line.contains(study) && line.endsWith(",mood,decisions"));
    Download json = owner.waitForDownload(() -> BrowserTest.button(owner, "Export JSON").click());
    assertThat(Json.MAPPER.readTree(Files.readString(json.path()))).hasSize(1);
  }
}
