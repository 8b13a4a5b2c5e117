package io.parallax.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import io.parallax.coordinator.Tokens;
import io.parallax.core.PartyId;
import io.parallax.demo.DemoConsortium;
import io.parallax.identity.Authority;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Role;
import io.parallax.party.Node;
import io.parallax.party.PartyConfig;
import io.parallax.party.PartyStudies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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

  /** Makes the folder of a further party, with a signed key and the rows and labels of st-mary. */
  static Path home(String party) throws IOException {
    Path home = folder.resolve(party);
    sign(home, party, Role.PARTY, List.of());
    for (String file : List.of("rows.csv", "labels.csv")) {
      Files.copy(folder.resolve("st-mary").resolve(file), home.resolve(file));
    }
    return home;
  }

  static void sign(Path home, String name, Role role, List<String> hosts) {
    KeyRequest.Made made = KeyRequest.make(home, PartyId.of(name), role, hosts, false);
    Authority.open(folder.resolve("ca")).sign(made.request(), role, Duration.ofDays(1));
  }

  /**
   * Writes the file of a further party, and starts it.
   *
   * @param more what its file says beside name, coordinator and rows
   */
  static Node joined(Path home, String more) throws IOException {
    String coordinator =
        Files.readAllLines(folder.resolve("st-mary/party.yaml")).stream()
            .filter(line -> line.startsWith("coordinator:"))
            .findFirst()
            .orElseThrow();
    String head =
        "party: %s\n%s\nidentity: {authority: ../ca/ca.pem}\ndata: {alphanum: {csv: rows.csv, id: id}}\n";
    Path file = home.resolve("party.yaml");
    Files.writeString(file, head.formatted(home.getFileName(), coordinator) + more);
    PartyConfig config = PartyConfig.read(file);
    Node node = new Node(config.setup(), new PartyStudies(config), note -> {});
    Thread thread = new Thread(node::run, "party " + config.name());
    thread.setDaemon(true);
    thread.start();
    return node;
  }

  @AfterEach
  void nothingIsAskedOfStrangersAndThePolicyHolds() {
    chromium.closePages();
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
