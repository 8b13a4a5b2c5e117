package io.parallax.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import io.parallax.coordinator.Tokens;
import io.parallax.demo.DemoConsortium;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;

/** One browser and one consortium for all tests: both take seconds to start. */
@Timeout(300)
abstract class BrowserTest {
  private static final Path SHOTS = Path.of("target", "screenshots");
  static Chromium chromium;
  static DemoConsortium consortium;
  static Path folder;

  @BeforeAll
  static void start() throws IOException {
    if (chromium != null) {
      return;
    }
    chromium = Chromium.start();
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
    Files.createDirectories(SHOTS);
    folder = Files.createTempDirectory(Path.of("target"), "consortium").toAbsolutePath();
    consortium = new DemoConsortium(folder, folder.resolve("runs"), note -> {});
    Runtime.getRuntime().addShutdownHook(new Thread(() -> consortium.close()));
  }

  @AfterEach
  void nothingIsAskedOfStrangersAndThePolicyHolds() {
    assertThat(chromium.complaints()).isEmpty();
  }

  static String token(String name, Duration valid) {
    return consortium.token(name, Tokens.Role.RESEARCHER, valid);
  }

  static Page signedIn(int width, boolean dark, String name) {
    Page page = chromium.page(width, dark);
    page.navigate(consortium.dashboard() + "/#token=" + token(name, Duration.ofHours(1)));
    assertThat(page.locator("h1")).hasText("Studies");
    assertThat(page.url()).doesNotContain("token");
    return page;
  }

  static Page owner(int width, boolean dark, String party) {
    Page page = chromium.page(width, dark);
    page.navigate(consortium.page(party));
    assertThat(page.locator("h1")).hasText("Party " + party);
    return page;
  }

  static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  static void go(Page page, String hash) {
    page.evaluate("hash => { location.hash = hash }", hash);
  }

  /** A picture for people, no serious finding, and nothing beyond the screen. */
  static void look(Page page, String name) {
    page.screenshot(
        new Page.ScreenshotOptions().setPath(SHOTS.resolve(name + ".png")).setFullPage(true));
    assertThat(Axe.findings(page)).as(name).isEmpty();
    Object over = page.evaluate("document.documentElement.scrollWidth - innerWidth");
    assertThat(((Number) over).intValue()).as(name + " is wider than the screen").isLessThan(1);
  }
}
