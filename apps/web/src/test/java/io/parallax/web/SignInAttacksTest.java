package io.parallax.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import io.parallax.web.oidc.OidcSettings;
import io.parallax.web.oidc.OpenIdService;
import io.parallax.web.oidc.RoleRule;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every lie about a person is refused with its reason; the control, which is honest, signs in. */
class SignInAttacksTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String SECRET = "a-secret-of-at-least-thirty-two-bytes";
  @TempDir Path folder;
  private final TestSite site = new TestSite();
  private LyingProvider provider;
  private TestWeb web;
  private WebServer server;

  @BeforeEach
  void start() throws Exception {
    provider = new LyingProvider();
    web = new TestWeb(folder);
    OidcSettings settings =
        new OidcSettings(
            URI.create(provider.address()),
            LyingProvider.CLIENT,
            Optional.of(SECRET),
            "preferred_username",
            List.of("openid"),
            List.of(new RoleRule("signer", "groups", Set.of("dpo"))),
            Optional.empty(),
            Duration.ofMinutes(30),
            Duration.ofHours(8));
    server =
        new WebServer(
            new WebServer.Setup(
                new InetSocketAddress("127.0.0.1", 0),
                Optional.of(web.serverContext()),
                Optional.of("node.example"),
                Optional.of(new OpenIdService(settings)),
                "test",
                "party.html",
                "page"),
            site);
  }

  @AfterEach
  void end() {
    server.close();
    provider.close();
  }

  private Visitor visitor() {
    return new Visitor(web.client(PATIENCE), server.port());
  }

  /** Signs in with the token that the provider makes; returns where the browser is sent. */
  private String outcome(Visitor visitor, String more) throws Exception {
    Map<String, String> asked = Visitor.query(visitor.begin());
    provider.nonce = asked.get("nonce");
    return Visitor.location(
        visitor.get("/v1/sign-in/callback?code=c&state=" + asked.get("state") + more));
  }

  private Map<String, Function<JWTClaimsSet.Builder, String>> lies() throws Exception {
    Map<String, Function<JWTClaimsSet.Builder, String>> lies = new LinkedHashMap<>();
    lies.put("of another issuer", c -> provider.signed(c.issuer("https://evil.example")));
    lies.put("made for another client", c -> provider.signed(c.audience("other")));
    lies.put(
        "made for another client ",
        c -> provider.signed(c.audience(List.of("parallax", "other")).claim("azp", "other")));
    lies.put("made for another client  ", c -> provider.signed(c.claim("azp", "other")));
    lies.put("has expired", c -> provider.signed(c.expirationTime(ago(120))));
    lies.put("of the future", c -> provider.signed(c.issueTime(ago(-600))));
    lies.put("not valid yet", c -> provider.signed(c.notBeforeTime(ago(-600))));
    lies.put("older than this sign-in", c -> provider.signed(c.issueTime(ago(600))));
    lies.put("of another sign-in", c -> provider.signed(c.claim("nonce", "replayed")));
    lies.put("of another sign-in ", c -> provider.signed(c.claim("nonce", null)));
    lies.put("not of this access token", c -> provider.signed(c.claim("at_hash", "AAAA")));
    lies.put("not signed", LyingProvider::unsigned);
    lies.put("not signed ", c -> LyingProvider.signedBy(LyingProvider.FOREIGN, c));
    byte[] known = LyingProvider.KEY.toRSAPublicKey().getEncoded();
    lies.put("not signed  ", c -> LyingProvider.mac(known, c));
    byte[] shared = SECRET.getBytes(StandardCharsets.UTF_8);
    lies.put("not signed   ", c -> LyingProvider.mac(shared, c));
    lies.put("cannot be read", c -> "no.token.at-all");
    return lies;
  }

  private static Date ago(int seconds) {
    return new Date(System.currentTimeMillis() - 1000L * seconds);
  }

  @TestFactory
  Stream<DynamicTest> everyLieIsRefusedAndTheTruthIsNot() throws Exception {
    Map<String, Function<JWTClaimsSet.Builder, String>> lies = lies();
    return Stream.concat(
        Stream.of(
            DynamicTest.dynamicTest(
                "control",
                () -> {
                  Visitor honest = visitor();
                  assertThat(outcome(honest, "")).isEqualTo("/");
                  assertThat(honest.get("/v1/who").body()).contains("grey", "signer");
                })),
        lies.entrySet().stream()
            .map(
                lie ->
                    DynamicTest.dynamicTest(
                        lie.getKey(), () -> refused(lie.getKey().strip(), lie.getValue()))));
  }

  private void refused(String reason, Function<JWTClaimsSet.Builder, String> lie) throws Exception {
    provider.token = lie;
    Visitor visitor = visitor();
    assertThat(outcome(visitor, "")).startsWith("/#refused=").isNotEqualTo("/#refused=role");
    assertThat(visitor.cookies).doesNotContainKey("__Host-test");
    assertThat(site.denied).last().asString().contains(reason).doesNotContain("evil", "sub-1");
    provider.token = provider::signed;
  }

  @Test
  void anAnswerOfAnotherProviderIsRefused() throws Exception {
    assertThat(outcome(visitor(), "&iss=https%3A%2F%2Fevil.example"))
        .isEqualTo("/#refused=invalid");
    assertThat(outcome(visitor(), "&iss=" + provider.address().replace(":", "%3A"))).isEqualTo("/");
  }

  @Test
  void aProviderByAnotherNameIsNotBelieved() throws Exception {
    provider.name = "https://evil.example";
    assertThat(Visitor.location(visitor().get("/v1/sign-in"))).isEqualTo("/#refused=service");
    assertThat(site.denied).last().asString().contains("calls itself by another name");
  }

  /** Tokens with unknown keys make the node ask for keys, and nobody can make it ask for ever. */
  @Test
  void unknownKeysDoNotMakeTheNodeCallTheProviderWithoutEnd() throws Exception {
    provider.token = c -> LyingProvider.signedBy(LyingProvider.UNKNOWN, c);
    for (int i = 0; i < 10; i++) {
      assertThat(outcome(visitor(), "")).startsWith("/#refused=");
    }
    assertThat(provider.keysAsked.get()).isLessThanOrEqualTo(4);
  }

  @Test
  void failuresAreLimitedAndAGoodSessionIsNot() throws Exception {
    Visitor honest = visitor();
    assertThat(outcome(honest, "")).isEqualTo("/");
    Visitor eve = visitor();
    for (int i = 0; i < FailureLimit.MOST; i++) {
      eve.get("/v1/sign-in/callback?code=c&state=guess" + i);
    }
    assertThat(Visitor.location(eve.get("/v1/sign-in"))).isEqualTo("/#refused=busy");
    assertThat(eve.send("POST", "/v1/session", "good").statusCode()).isEqualTo(429);
    assertThat(honest.get("/v1/any").statusCode()).isEqualTo(200);
  }

  @Test
  void theProviderSendsPeopleBackToTheConfiguredNameOnly() throws Exception {
    Map<String, String> asked = Visitor.query(visitor().begin());
    assertThat(asked.get("redirect_uri"))
        .isEqualTo("https://node.example:" + server.port() + "/v1/sign-in/callback");
    assertThat(asked)
        .containsEntry("code_challenge_method", "S256")
        .containsEntry("response_type", "code")
        .containsKeys("code_challenge", "nonce", "state");
  }

  /** A name of somebody else's that leads here makes its pages no pages of this node. */
  @Test
  void onlyTheNodesOwnNamesAreServed() throws Exception {
    assertThat(status("evil.example:" + server.port())).isEqualTo("403");
    assertThat(status("node.example")).isEqualTo("403");
    assertThat(status("Node.example:" + server.port())).isEqualTo("200");
    assertThat(status("127.0.0.1:" + server.port())).isEqualTo("200");
  }

  private String status(String host) throws Exception {
    try (SSLSocket socket = web.socket(server.port())) {
      String text = "GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII)
          .substring(9);
    }
  }
}
