package io.parallax.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who gets in, who does not, and what a page does when its node goes away. */
class DoorsTest extends BrowserTest {
  private static String study(String name) {
    return """
        study: %s
        method: mmvfl
        parties:
          st-mary: {view: alphanum, labels: true}
          riverside: {view: special}
          northgate: {view: accel}
        seed: 7
        """
        .formatted(name);
  }

  @Test
  void aWrongOrExpiredTokenIsRefusedAndAGoodOneLetsIn() {
    Page page = chromium.page(Chromium.WIDE, false);
    page.navigate(consortium.dashboard());
    for (String wrong : List.of("plx_0_wrong", token("bob", Duration.ofSeconds(-1)))) {
      page.getByLabel("Token").fill(wrong);
      page.getByRole(AriaRole.BUTTON).click();
      assertThat(page.locator("[role=alert] .note")).containsText("unknown, revoked or over");
    }
    look(page, "sign-in");
    page.getByLabel("Token").fill(token("bob", Duration.ofHours(1)));
    page.getByRole(AriaRole.BUTTON).click();
    assertThat(page.locator("h1")).hasText("Studies");
    assertThat(page.evaluate("document.cookie")).as("not for scripts").isEqualTo("");
    page.getByText("Sign out").click();
    assertThat(page.getByLabel("Token")).isVisible();
  }

  @Test
  void anotherPersonsStudyCannotBeSeenAndAnOwnersPageOpensToNobodyElse() throws Exception {
    String id = consortium.submit(token("carl", Duration.ofHours(1)), study("hers"));
    Page page = signedIn(Chromium.WIDE, false, "bob");
    go(page, "#/study/" + id);
    assertThat(page.locator("h1")).hasText("No such study");
    String other = consortium.page("riverside").replaceAll(".*#", "");
    page.navigate(consortium.page("st-mary").replaceAll("#.*", "#" + other));
    assertThat(page.locator("h1")).hasText("Sign in");
  }

  @Test
  void aCallFromAnotherPageIsRefused() {
    Page page = signedIn(Chromium.WIDE, false, "carl");
    Object without =
        page.evaluate("async () => (await fetch('/v1/check', {method: 'POST', body: 'x'})).status");
    assertThat(without).isEqualTo(403);
    Object huge =
        page.evaluate(
            "async () => (await fetch('/v1/check', {method: 'POST', body: 'x'.repeat(5e6),"
                + " headers: {'X-Parallax': '1'}})).json()");
    assertThat(huge.toString()).contains("larger than 1 MiB");
  }

  @Test
  void aPageStaysLiveOverARestartOfTheCoordinator() throws Exception {
    Page page = signedIn(Chromium.WIDE, false, "carl");
    assertThat(page.locator(".link")).hasText("Live");
    consortium.stopCoordinator();
    assertThat(page.locator(".link")).hasText("Disconnected, trying again");
    look(page, "disconnected");
    consortium.startCoordinator();
    assertThat(page.locator(".link")).hasText("Live");
    consortium.submit(token("carl", Duration.ofHours(1)), study("after-the-restart"));
    assertThat(page.locator("tbody")).containsText("after-the-restart");
  }
}
