package io.parallax.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import io.parallax.web.oidc.OidcSettings;
import io.parallax.web.oidc.OpenIdService;
import io.parallax.web.oidc.RoleRule;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.OAuth2Config;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import no.nav.security.mock.oauth2.token.KeyProvider;
import no.nav.security.mock.oauth2.token.OAuth2TokenProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole way through a real OpenID Connect server, which signs and checks by itself. */
class OpenIdSignInTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Map<String, Object> GREY =
      Map.of(
          "email", "grey@hospital.example", "email_verified", true, "groups", List.of("dpo", "x"));
  @TempDir Path folder;
  private final TestSite site = new TestSite();
  private final HttpClient plain = HttpClient.newHttpClient();
  private final RotatingKeys keys = new RotatingKeys();
  private MockOAuth2Server provider;
  private TestWeb web;
  private WebServer server;
  private Visitor grey;

  /** Keys that the provider replaces whenever it likes. */
  private static final class RotatingKeys extends KeyProvider {
    private static final JWK FIRST = make(); // which takes a while
    private volatile JWK key = FIRST;

    private static JWK make() {
      try {
        return new RSAKeyGenerator(2048)
            .keyIDFromThumbprint(true)
            .algorithm(JWSAlgorithm.RS256)
            .keyUse(KeyUse.SIGNATURE)
            .generate();
      } catch (JOSEException e) {
        throw new IllegalStateException(e);
      }
    }

    void rotate() {
      key = make();
    }

    @Override
    public JWK signingKey(String issuer) {
      return key;
    }
  }

  @BeforeEach
  void start() throws Exception {
    OAuth2TokenProvider signing = new OAuth2TokenProvider(keys);
    provider = new MockOAuth2Server(new OAuth2Config(false, null, null, false, signing));
    provider.start(InetAddress.getByName("127.0.0.1"), 0);
    web = new TestWeb(folder);
    OidcSettings settings =
        new OidcSettings(
            URI.create(provider.issuerUrl("staff").toString()),
            "parallax",
            Optional.of("secret"),
            "email",
            List.of("openid", "email"),
            List.of(
                new RoleRule("signer", "groups", Set.of("dpo")),
                new RoleRule("reader", "realm_access.roles", Set.of("staff"))),
            Optional.empty(),
            Duration.ofMinutes(30),
            Duration.ofHours(8));
    server =
        new WebServer(
            new WebServer.Setup(
                new InetSocketAddress("127.0.0.1", 0),
                Optional.of(web.serverContext()),
                Optional.of("127.0.0.1"),
                Optional.of(new OpenIdService(settings)),
                "test",
                "party.html",
                "page"),
            site);
    grey = visitor();
  }

  @AfterEach
  void end() {
    server.close();
    provider.shutdown();
  }

  private Visitor visitor() {
    return new Visitor(web.client(PATIENCE), server.port());
  }

  /** Goes to the provider, which knows who this is, and returns the address of the way back. */
  private String back(Visitor visitor, String path, Map<String, Object> claims) throws Exception {
    provider.enqueueCallback(
        new DefaultOAuth2TokenCallback("staff", "sub-1", "JWT", List.of("parallax"), claims, 300));
    HttpResponse<String> reply = visitor.get(path);
    assertThat(reply.statusCode()).isEqualTo(303);
    HttpRequest there = HttpRequest.newBuilder(URI.create(Visitor.location(reply))).build();
    HttpResponse<String> answer = plain.send(there, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
    return Visitor.location(answer);
  }

  @Test
  void aPersonSignsInIsKnownByNameAndSignsOut() throws Exception {
    assertThat(grey.get("/v1/session").body())
        .contains("\"signedIn\":false", "\"service\":\"localhost\"");
    HttpResponse<String> in = grey.get(back(grey, "/v1/sign-in?to=%23%2Fstudies", GREY));
    assertThat(Visitor.location(in)).isEqualTo("/#/studies");
    assertThat(in.headers().allValues("Set-Cookie"))
        .anyMatch(
            line ->
                line.matches(
                    "__Host-test=ses_[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Secure;"
                        + " Max-Age=28800"));
    assertThat(in.headers().firstValue("Strict-Transport-Security")).contains("max-age=31536000");
    assertThat(grey.get("/v1/session").body()).contains("\"name\":\"grey@hospital.example\"");
    assertThat(site.happened)
        .containsExactly("grey@hospital.example: sign in by localhost from 127.0.0.1");
    String session = grey.cookies.get("__Host-test");
    HttpResponse<String> out = grey.send("DELETE", "/v1/session", "");
    assertThat(out.body()).contains("endsession?client_id=parallax");
    assertThat(grey.cookies).isEmpty();
    grey.cookies.put("__Host-test", session);
    HttpResponse<String> again = grey.get("/v1/any");
    assertThat(again.statusCode()).as("the node has forgotten it, too").isEqualTo(401);
    assertThat(again.body()).contains("this session is over");
    assertThat(site.happened).last().asString().contains("sign out");
  }

  @Test
  void aSessionIsNoTokenOfPrograms() throws Exception {
    grey.get(back(grey, "/v1/sign-in", GREY));
    String session = grey.cookies.remove("__Host-test");
    assertThat(grey.send("GET", "/v1/any", "", "Authorization", "Bearer " + session).statusCode())
        .isEqualTo(401);
  }

  @Test
  void theProvidersNewKeysAreFound() throws Exception {
    grey.get(back(grey, "/v1/sign-in", GREY));
    assertThat(grey.get("/v1/any").statusCode()).isEqualTo(200);
    keys.rotate();
    Visitor other = visitor();
    assertThat(Visitor.location(other.get(back(other, "/v1/sign-in", GREY)))).isEqualTo("/");
    assertThat(other.get("/v1/any").statusCode()).isEqualTo(200);
  }

  @Test
  void aCodeAndAReturnWorkOnce() throws Exception {
    String way = back(grey, "/v1/sign-in", GREY);
    Map<String, String> kept = Map.copyOf(grey.cookies);
    assertThat(Visitor.location(grey.get(way))).isEqualTo("/");
    Visitor thief = visitor();
    thief.cookies.putAll(kept);
    assertThat(Visitor.location(thief.get(way))).isEqualTo("/#refused=stale");
    assertThat(thief.cookies).doesNotContainKey("__Host-test");
    URI fresh = thief.begin();
    String code = Visitor.query(URI.create(way)).get("code");
    String old =
        "/v1/sign-in/callback?code=" + code + "&state=" + Visitor.query(fresh).get("state");
    assertThat(Visitor.location(thief.get(old))).isEqualTo("/#refused=invalid");
    assertThat(site.denied)
        .containsExactly(
            "GET /v1/sign-in/callback: no such sign-in was begun here, or it was finished",
            "GET /v1/sign-in/callback: the ID token is of another sign-in");
  }

  /** A link that somebody else has prepared would sign a victim in as that person. */
  @Test
  void anotherBrowsersReturnSignsNobodyIn() throws Exception {
    String prepared = back(grey, "/v1/sign-in", GREY);
    Visitor victim = visitor();
    assertThat(Visitor.location(victim.get(prepared))).isEqualTo("/#refused=stale");
    victim.begin();
    String second = back(grey, "/v1/sign-in", GREY);
    assertThat(Visitor.location(victim.get(second))).isEqualTo("/#refused=stale");
    assertThat(victim.cookies).doesNotContainKey("__Host-test");
    assertThat(Visitor.location(victim.get("/v1/sign-in/callback?code=x")))
        .isEqualTo("/#refused=stale");
  }

  @Test
  void aSessionThatSomebodyHasPlantedIsNotTaken() throws Exception {
    grey.get(back(grey, "/v1/sign-in", GREY));
    String first = grey.cookies.get("__Host-test");
    grey.get(back(grey, "/v1/sign-in", GREY));
    assertThat(grey.cookies.get("__Host-test")).isNotEqualTo(first);
    Visitor attacker = visitor();
    attacker.cookies.put("__Host-test", first);
    assertThat(attacker.get("/v1/any").statusCode()).as("the old one has ended").isEqualTo(401);
    Visitor victim = visitor();
    victim.cookies.put("__Host-test", "ses_planted");
    victim.get(back(victim, "/v1/sign-in", GREY));
    assertThat(victim.cookies.get("__Host-test")).isNotEqualTo("ses_planted");
  }

  @Test
  void noSignInLeadsToAnotherSite() throws Exception {
    for (String to :
        List.of(
            "https://evil.example",
            "//evil.example",
            "/%5Cevil.example",
            "%23token%3Dplx_x",
            "%23%0d%0aLocation:%20x",
            "javascript:alert(1)")) {
      HttpResponse<String> reply = grey.get("/v1/sign-in?to=" + to);
      assertThat(reply.statusCode()).as(to).isEqualTo(400);
      assertThat(reply.headers().firstValue("Location")).isEmpty();
    }
  }

  @Test
  void rolesComeFromClaimsAndAnUnverifiedAddressIsNone() throws Exception {
    Map<String, Object> nobody =
        Map.of("email", "eve@hospital.example", "email_verified", true, "groups", List.of("x"));
    assertThat(Visitor.location(grey.get(back(grey, "/v1/sign-in", nobody))))
        .isEqualTo("/#refused=role");
    assertThat(site.denied).last().asString().contains("eve@hospital.example has no role here");
    Map<String, Object> unverified =
        Map.of("email", "grey@hospital.example", "email_verified", false, "groups", "dpo");
    assertThat(Visitor.location(grey.get(back(grey, "/v1/sign-in", unverified))))
        .isEqualTo("/#refused=role");
    Map<String, Object> nested =
        Map.of(
            "email",
            "kim@hospital.example",
            "email_verified",
            true,
            "realm_access",
            Map.of("roles", List.of("staff")));
    grey.get(back(grey, "/v1/sign-in", nested));
    assertThat(grey.get("/v1/who").body()).contains("reader").doesNotContain("signer");
  }

  @Test
  void whoCancelsOrFindsNoProviderIsTold() throws Exception {
    String state = Visitor.query(grey.begin()).get("state");
    assertThat(
            Visitor.location(grey.get("/v1/sign-in/callback?error=access_denied&state=" + state)))
        .isEqualTo("/#refused=cancelled");
    provider.shutdown();
    String next = Visitor.query(grey.begin()).get("state");
    assertThat(Visitor.location(grey.get("/v1/sign-in/callback?code=x&state=" + next)))
        .isEqualTo("/#refused=service");
  }

  @Test
  void aPostOfAnotherSiteIsRefusedInSpiteOfTheSession() throws Exception {
    grey.get(back(grey, "/v1/sign-in", GREY));
    assertThat(grey.send("POST", "/v1/any", "").statusCode()).isEqualTo(200);
    assertThat(grey.send("POST", "/v1/any", "", "Origin", "https://evil.example").statusCode())
        .isEqualTo(403);
    String own = "https://127.0.0.1:" + server.port();
    assertThat(grey.send("POST", "/v1/any", "", "Origin", own).statusCode()).isEqualTo(200);
    assertThat(
            grey.send("POST", "/v1/any", "", "Origin", own.replace("https", "http")).statusCode())
        .isEqualTo(403);
    assertThat(grey.send("POST", "/v1/any", "", "Sec-Fetch-Site", "cross-site").statusCode())
        .isEqualTo(403);
    assertThat(grey.send("POST", "/v1/any", "", "Sec-Fetch-Site", "same-site").statusCode())
        .isEqualTo(403);
  }
}
