package io.parallax.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.parallax.coordinator.CoordinatorClient;
import io.parallax.coordinator.Mailbox;
import io.parallax.coordinator.Mailbox.Invited;
import io.parallax.coordinator.MailboxClient;
import io.parallax.core.BadInput;
import io.parallax.core.Failure;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.data.Json;
import io.parallax.identity.Authority;
import io.parallax.identity.Credentials;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.KeyWords;
import io.parallax.identity.OneTimeKey;
import io.parallax.identity.Pem;
import io.parallax.identity.Role;
import io.parallax.web.Call;
import io.parallax.web.Person;
import io.parallax.web.Reply;
import io.parallax.web.Site;
import io.parallax.web.WebServer;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator with a real certificate that answers a joining party with what is not its own. */
class LyingCoordinatorTest {
  private static final String DRAWN = "\u001b[2J\nparallax: st-mary was admitted.";
  private static final Duration DAY = Duration.ofDays(1);
  @TempDir Path folder;
  private Authority authority;
  private Credentials hub;
  private Joining joining;
  private Predicate<String> same = words -> true;
  private final StringWriter printed = new StringWriter();

  /** Answers every request in one way. */
  private record Liar(Map<String, Object> answer) implements Site {
    @Override
    public Optional<Function<String, Reply>> letter(String from, Call call) {
      return Optional.of(body -> Reply.json(200, answer));
    }

    @Override
    public Optional<Person> person(String token) {
      return Optional.empty();
    }

    @Override
    public String reason(String token) {
      return "";
    }

    @Override
    public Map<String, Object> self(Person person) {
      return Map.of();
    }

    @Override
    public Reply answer(Person person, Call call) {
      return Reply.error(404, "");
    }

    @Override
    public String mark(Person person, Call call) {
      return "";
    }

    @Override
    public void happened(String who, String what) {}

    @Override
    public void denied(String from, String what, String why) {}

    @Override
    public Reply failed(String from, String what, Throwable e) {
      return Reply.error(500, String.valueOf(e));
    }
  }

  @BeforeEach
  void found() {
    authority = Authority.init(folder.resolve("ca"), "Consortium", DAY);
    Path home = folder.resolve("hub");
    KeyRequest.Made made =
        KeyRequest.make(home, PartyId.of("hub"), Role.COORDINATOR, List.of("localhost"), false);
    authority.sign(made.request(), Role.COORDINATOR, DAY);
    hub =
        Credentials.read(
            made.key(), home.resolve("hub.pem"), folder.resolve("ca/ca.pem"), Role.COORDINATOR);
  }

  /** Joins at a coordinator that gives this answer at once. */
  private void join(String certificate, long clock) {
    Map<String, Object> answer =
        new HashMap<>(
            Map.of(
                "state", "admitted", "name", "st-mary", "role", "party", "reason", "", "port", 1));
    answer.put("certificate", certificate);
    answer.put("clock", clock);
    WebServer.Setup setup =
        new WebServer.Setup(
            new InetSocketAddress("127.0.0.1", 0),
            Optional.of(hub.serverContext()),
            Optional.empty(),
            Optional.empty(),
            "parallax",
            "coordinator.html",
            "people");
    try (WebServer server = new WebServer(setup, new Liar(answer))) {
      Invitation invitation =
          new Invitation(
              "localhost",
              server.port(),
              KeyWords.hash(authority.certificate()),
              OneTimeKey.draw(),
              "st-mary",
              "party",
              Instant.now().plus(DAY));
      joining =
          new Joining(invitation, folder.resolve("st-mary"), same, new PrintWriter(printed, true));
      joining.join();
    }
  }

  private String signed(Authority by, String name, Role role, Path home) {
    KeyRequest.Made made = KeyRequest.make(home, PartyId.of(name), role, List.of(), false);
    return Pem.text(by.sign(KeyRequest.read(made.request()), DAY));
  }

  private void refuses(String certificate, String why) {
    assertThatThrownBy(() -> join(certificate, System.currentTimeMillis()))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(why);
    assertThat(folder.resolve("st-mary/st-mary.pem")).doesNotExist();
    assertThat(folder.resolve("st-mary/ca.pem")).doesNotExist();
  }

  @Test
  void noCertificateButThePartysOwnIsTaken() {
    String why = "or for another key; nothing was written";
    refuses(signed(authority, "riverside", Role.PARTY, folder.resolve("a")), why);
    refuses(signed(authority, "st-mary", Role.PARTY, folder.resolve("b")), why);
    Authority foreign = Authority.init(folder.resolve("foreign"), "Other", DAY);
    refuses(
        signed(foreign, "st-mary", Role.PARTY, folder.resolve("c")),
        "was not signed by this consortium's authority");
    refuses("nothing", "holds no 'CERTIFICATE'");
  }

  /** Runs work at a coordinator that gives this very answer to every call. */
  private void at(int status, String body, Consumer<CoordinatorClient> work) throws Exception {
    HttpsServer server = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(hub.serverContext()));
    server.createContext(
        "/",
        call -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          call.getRequestBody().readAllBytes();
          call.sendResponseHeaders(status, bytes.length);
          call.getResponseBody().write(bytes);
          call.close();
        });
    server.start();
    try {
      String address = "https://localhost:" + server.getAddress().getPort();
      work.accept(new CoordinatorClient(address, "token", authority.certificate()));
    } finally {
      server.stop(0);
    }
  }

  @Test
  void wordsOfACoordinatorAreOneShortLineThatDrawsNothing() throws Exception {
    String words = "{\"error\":\"" + DRAWN + "x".repeat(500) + "\"}";
    for (int status : List.of(400, 403, 500)) {
      at(
          status,
          words,
          client ->
              assertThatThrownBy(() -> client.get("/v1/studies"))
                  .isInstanceOf(Failure.class)
                  .hasMessageContaining(": \\u{1b}[2J\\u{a}parallax: st-mary was admitted.x")
                  .message()
                  .hasSizeLessThan(400)
                  .doesNotContainPattern("\\p{Cc}"));
    }
  }

  @Test
  void aNameThatDrawsOnTheScreenIsShownAsText() throws Exception {
    Invited forged =
        new Invited("k", DRAWN, "party", Instant.now().plus(DAY).toString(), "admitted", "", DRAWN);
    at(
        200,
        Json.MAPPER.writeValueAsString(new Mailbox(List.of(forged), List.of(), "")),
        client -> {
          PrintWriter out = new PrintWriter(printed, true);
          Questions nobody = new Questions(InputStream.nullInputStream(), out);
          new Admitting(new MailboxClient(client), authority, nobody, out)
              .admit(List.of("k"), false);
        });
    assertThat(printed.toString())
        .contains("\\u{1b}[2J")
        .doesNotContain("\u001b")
        .doesNotContain("\nparallax");
  }

  @Test
  void whoeverAdmitsAtOnceIsNotBelievedBeforeTheWordsAreCompared() {
    long now = System.currentTimeMillis();
    assertThatThrownBy(() -> join("nothing", now)).isInstanceOf(BadInput.class); // makes the key
    KeyRequest asked = KeyRequest.read(folder.resolve("st-mary/st-mary.csr"));
    String signed = Pem.text(authority.sign(asked, DAY));
    String words = Invitation.words(authority.certificate(), asked);
    PrintWriter out = new PrintWriter(printed, true);
    same = answering(Optional.empty(), "", out);
    refuses(signed, "nobody said that the words are the same");
    assertThat(printed.toString()).contains("  words        " + words);
    for (Predicate<String> differ :
        List.of(
            answering(Optional.empty(), "no\n", out),
            answering(Optional.of("some other words that differ"), "yes\n", out))) {
      same = differ;
      assertThatThrownBy(() -> join(signed, now))
          .isInstanceOf(Refused.class)
          .hasMessageContaining("nothing was written");
      assertThat(folder.resolve("st-mary/ca.pem")).doesNotExist();
    }
    same = answering(Optional.of(" " + words.replace(' ', '-').toUpperCase(Locale.ROOT)), "", out);
    join(signed, now);
    assertThat(folder.resolve("st-mary/st-mary.pem")).exists();
    same = answering(Optional.empty(), "", out);
    join(signed, now); // the same certificate again: nothing to ask
  }

  private static SameWords answering(Optional<String> given, String typed, PrintWriter out) {
    byte[] bytes = typed.getBytes(StandardCharsets.UTF_8);
    return new SameWords(given, new Questions(new ByteArrayInputStream(bytes), out));
  }

  /** Handles a request that waits under a key that was given to riverside, and says yes. */
  private void admits(Role role, String name, boolean here) throws Exception {
    Path home = folder.resolve("forged-" + role.word() + name + here);
    KeyRequest.Made made = KeyRequest.make(home, PartyId.of(name), role, List.of(), false);
    String until = Instant.now().plus(DAY).toString();
    Invited forged =
        new Invited("k", name, role.word(), until, "waiting", Pem.text(made.request()), "");
    at(
        200,
        Json.MAPPER.writeValueAsString(new Mailbox(List.of(forged), List.of(), "")),
        client -> {
          PrintWriter out = new PrintWriter(printed, true);
          InputStream yes = new ByteArrayInputStream("yes\n".getBytes(StandardCharsets.UTF_8));
          Admitting admitting =
              new Admitting(new MailboxClient(client), authority, new Questions(yes, out), out);
          assertThat(
                  here
                      ? admitting.admit(Map.of("k", "riverside"))
                      : admitting.admit(List.of("k"), false))
              .as("what this coordinator says at the end")
              .isFalse();
        });
  }

  @Test
  void noOtherNameOrRoleIsSignedThanWasInvited() throws Exception {
    String before = Files.readString(folder.resolve("ca/issued.csv"));
    admits(Role.COORDINATOR, "riverside", true);
    admits(Role.COORDINATOR, "riverside", false);
    admits(Role.PARTY, "mallory", true);
    assertThat(Files.readString(folder.resolve("ca/issued.csv"))).isEqualTo(before);
    assertThat(printed.toString())
        .contains("riverside: the request is for another name or role")
        .doesNotContain("asks to join");
    admits(Role.PARTY, "mallory", false);
    assertThat(printed.toString())
        .contains("mallory asks to join", "  invited      as the coordinator says");
    printed.getBuffer().setLength(0);
    admits(Role.PARTY, "riverside", true);
    assertThat(printed.toString())
        .contains("riverside asks to join")
        .doesNotContain("as the coordinator says");
  }

  @Test
  void aClockThatIsAnHourOffIsSaid() throws Exception {
    assertThatThrownBy(() -> join("nothing", System.currentTimeMillis() + 3_600_000))
        .isInstanceOf(BadInput.class);
    assertThat(printed.toString()).contains("s behind the coordinator's; set it (NTP)");
    assertThat(Files.exists(folder.resolve("st-mary/st-mary.key"))).isTrue();
  }
}
