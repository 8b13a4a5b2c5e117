package io.parallax.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.parallax.coordinator.CoordinatorConfig;
import io.parallax.coordinator.CoordinatorServer;
import io.parallax.core.BadInput;
import io.parallax.identity.Role;
import io.parallax.party.Node;
import io.parallax.party.PageRole;
import io.parallax.party.PageTokens;
import io.parallax.party.PartyClient;
import io.parallax.party.PartyConfig;
import io.parallax.web.file.PageSettings;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.OAuth2Config;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** People sign in by an OpenID Connect server, at a party's page over TLS and at a coordinator. */
class SignInTest extends BrowserTest {
  private static final String GREY =
      "{\"email\": \"dr.grey@hospital.example\", \"email_verified\": true, \"groups\": [\"dpo\"]}";
  private static final String KIM =
      "{\"email\": \"kim@hospital.example\", \"email_verified\": true, \"groups\": [\"staff\"]}";
  private static final String FORM =
      """
      <!doctype html><title>The provider's page</title>
      <form method="post"><input name="username"><textarea name="claims"></textarea>
      <button type="submit">Go on</button></form>
      """;
  private static MockOAuth2Server provider;
  private static Node node;
  private static String page;

  @BeforeAll
  static void party() throws Exception {
    Path form = Files.writeString(folder.resolve("provider.html"), FORM); // its own asks for fonts
    provider = new MockOAuth2Server(new OAuth2Config(true, form.toString()));
    provider.start(InetAddress.getByName("127.0.0.1"), 0);
    Path home = home("westside");
    sign(home, "page", Role.COORDINATOR, List.of("localhost"));
    node =
        joined(
            home,
            """
            page: {listen: '127.0.0.1:0', host: localhost, certificate: page.pem, key: page.key}
            sign-in:
              issuer: %s
              client: parallax
              roles: {signer: {groups: [dpo]}, reader: {groups: [dpo, staff]}}
            """
                .formatted(provider.issuerUrl("staff")));
    PartyConfig config = PartyConfig.read(home.resolve("party.yaml"));
    page = config.page().orElseThrow().origin(node.pagePort().orElseThrow());
  }

  @AfterAll
  static void end() {
    node.close();
    provider.shutdown();
  }

  /** Clicks through the provider's own form. */
  private static void enter(Page tab, String name, String claims) {
    tab.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Sign in with localhost"))
        .click();
    tab.locator("input[name=username]").fill(name);
    tab.locator("textarea[name=claims]").fill(claims);
    tab.locator("[type=submit]").click();
  }

  @Test
  void anOfficerSignsInOverTlsSeesTheirNameAndSignsOut() {
    for (int width : List.of(Chromium.WIDE, Chromium.NARROW)) {
      for (boolean dark : List.of(false, true)) {
        String how = "-" + width + (dark ? "-dark" : "-light");
        Page tab = chromium.page(width, dark);
        tab.navigate(page);
        assertThat(tab.locator("h1")).hasText("Sign in");
        look(tab, "sign-in-provider" + how);
        enter(tab, "grey", GREY);
        assertThat(tab.locator("h1")).hasText("Party westside");
        assertThat(tab.locator(".who")).containsText("dr.grey@hospital.example");
        assertThat(tab.locator("#policy")).containsText("Methods");
        assertThat(tab.url()).isEqualTo(page + "/");
        assertThat(tab.evaluate("document.cookie")).as("not for scripts").isEqualTo("");
        look(tab, "signed-in" + how);
        button(tab, "Sign out").click();
        assertThat(tab.locator("#sign-in .note")).containsText("You have signed out.");
        assertThat(tab.locator("#sign-in .note"))
            .hasText(
                "You have signed out. localhost may still know you in this browser: sign out there,"
                    + " too.");
        look(tab, "signed-out" + how);
        tab.reload();
        assertThat(tab.locator("h1")).hasText("Sign in");
        tab.context().close();
      }
    }
  }

  @Test
  void aReaderLooksAndMayNotDecideAndAStrangerStaysOutside() {
    Page tab = chromium.page(Chromium.WIDE, false);
    tab.navigate(page);
    enter(tab, "kim", KIM);
    assertThat(tab.locator("#notes")).containsText("Decisions need the role signer");
    Object status =
        tab.evaluate(
            "async () => (await fetch('/v1/approve?study=x', {method: 'POST', headers:"
                + " {'X-Parallax': '1'}})).status");
    assertThat(status).isEqualTo(403);
    button(tab, "Sign out").click();
    enter(tab, "eve", KIM.replace("staff", "visitors").replace("kim", "eve"));
    assertThat(tab.locator("[role=alert] .note")).containsText("you have no role here");
    assertThat(tab.url()).isEqualTo(page + "/");
    look(tab, "sign-in-no-role");
  }

  @Test
  void aPersonWithALinkIsKnownByNameUntilItIsRevoked() {
    PageTokens tokens = new PageTokens(folder.resolve("westside/state"));
    String token = tokens.add("Dr. Stone", Set.of(PageRole.READER), Duration.ofDays(1));
    Page tab = chromium.page(Chromium.WIDE, false);
    tab.navigate(page + "/#token=" + token);
    assertThat(tab.locator(".who")).containsText("Dr. Stone");
    assertThat(tab.locator("#ledger .state")).hasText("chain unbroken");
    tokens.revoke(tokens.list().get(0).id());
    assertThat(tab.locator("[role=alert] .note")).containsText("this token was revoked on 20");
    assertThat(tab.locator("[role=alert] .note")).containsText("party page FILE");
  }

  /** What 'doctor' says, and the way of the command line to a page over TLS. */
  @Test
  void thePageIsCheckedAndCalledFromItsOwnMachine() {
    PartyConfig config = PartyConfig.read(folder.resolve("westside/party.yaml"));
    PageSettings settings = config.page().orElseThrow();
    assertThat(settings.checkSignIn()).contains("answers, with 1 keys; roles: [reader, signer]");
    assertThatThrownBy(settings::checkCertificate)
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("the page's certificate ends in 0 days");
    PartyClient.note(config, node.pagePort().orElseThrow());
    PartyClient client = new PartyClient(config);
    assertThat(client.link("x")).isEqualTo(page + "/#token=x");
    assertThatThrownBy(() -> client.predict("unknown-study", List.of("1"), true, null, null))
        .hasMessageContaining("there is no such study of this party");
  }

  @Test
  void aResearcherSignsInAtTheCoordinatorAndTheAuditLogSaysSo() throws Exception {
    Path home = folder.resolve("hub-two");
    sign(home, "hub-two", Role.COORDINATOR, List.of("localhost"));
    Files.writeString(
        home.resolve("hub.yaml"),
        """
        coordinator: hub-two
        listen: 127.0.0.1:0
        people: {listen: '127.0.0.1:0', host: localhost}
        identity: {authority: ../ca/ca.pem}
        sign-in:
          issuer: %s
          client: parallax
          name: preferred_username
          roles: {researcher: {groups: [research]}, operator: {groups: [ops]}}
        """
            .formatted(provider.issuerUrl("staff")));
    CoordinatorConfig config = CoordinatorConfig.read(home.resolve("hub.yaml"));
    try (CoordinatorServer server = new CoordinatorServer(config.setup(), note -> {})) {
      Page tab = chromium.page(Chromium.WIDE, false);
      tab.navigate("https://localhost:" + server.peoplePort() + "/#/activity");
      assertThat(tab.locator("h1")).hasText("Sign in");
      look(tab, "sign-in-coordinator-provider");
      enter(tab, "ana", "{\"preferred_username\": \"ana\", \"groups\": [\"research\", \"ops\"]}");
      assertThat(tab.locator("h1")).hasText("Activity");
      assertThat(tab.locator("[aria-label='audit log'] table"))
          .containsText("sign in by localhost from 127.0.0.1");
      assertThat(tab.locator("[aria-label='audit log'] table"))
          .not()
          .containsText("no valid token");
      assertThat(tab.locator(".who")).containsText("ana");
      go(tab, "#/submit");
      assertThat(tab.locator("h1")).hasText("New study");
      tab.context().close();
    }
  }
}
