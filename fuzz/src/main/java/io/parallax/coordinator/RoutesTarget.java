package io.parallax.coordinator;

import io.parallax.core.BadInput;
import io.parallax.core.Failure;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Scratch;
import io.parallax.fuzz.Target;
import io.parallax.identity.Authority;
import io.parallax.identity.Credentials;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Role;
import io.parallax.watch.WatchSettings;
import io.parallax.web.Call;
import io.parallax.web.Person;
import io.parallax.web.Reply;
import io.parallax.web.Site;
import io.parallax.web.file.PageSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The calls of a coordinator's interface, by somebody who may make all of them. The first line of
 * an input is method, path and query; the rest is the body.
 */
public final class RoutesTarget implements Target {
  private static final String STUDY =
      "study: small\npurpose: to try the program\nmethod: vfedmv\n"
          + "parties: {maple: {view: a, labels: true}, birch: {view: b}}\n";
  private Site site;
  private Person person;

  @Override
  public String name() {
    return "routes";
  }

  @Override
  public String sentence() {
    return "a call of the coordinator's interface with all rights; it is answered, and not by status 500";
  }

  @Override
  public Set<Class<? extends Failure>> rejections() {
    return Set.of(BadInput.class, Refused.class);
  }

  @Override
  public List<String> words() {
    return List.of(
        "GET /v1/studies",
        "POST /v1/check\n",
        "GET /v1/board?state=",
        "GET /v1/compare?ids=",
        "/rounds?skip=",
        "/result",
        "/report",
        "/page",
        "/stop",
        "/resume",
        "GET /v1/run?name=..",
        "POST /v1/invitations\n",
        "\"expires\":\"2026-11-25T12:00:00Z\"",
        "\"role\":\"party\"",
        "\"key\":\"",
        "POST /v1/invitations/admit\n",
        "POST /v1/renewals\n",
        "POST /v1/revocations\n",
        "POST /v1/join\n",
        "GET /v1/audit?after=",
        "newest=",
        "2147483648",
        "%",
        "_",
        "null");
  }

  @Override
  public List<byte[]> seeds() {
    return Stream.of(
            "GET /v1/studies\n",
            "POST /v1/check\n" + STUDY,
            "GET /v1/board?state=waiting&text=sm&skip=1\n",
            "GET /v1/compare?ids=0123456789,abcdef0123\n",
            "GET /v1/studies/0123456789\n",
            "GET /v1/catalogue\n",
            "GET /v1/form\n",
            "GET /v1/run?name=a\n",
            "GET /v1/audit?after=3&newest=5\n",
            "GET /metrics\n",
            "GET /v1/health\n",
            "POST /v1/invitations\n{\"name\":\"oak\",\"role\":\"party\",\"key\":\"AAAA\",\"expires\":\"2027-01-01T00:00:00Z\"}",
            "POST /v1/invitations/cancel\n{\"name\":\"oak\"}",
            "POST /v1/invitations/refuse\n{\"key\":\"AAAA\",\"reason\":\"unknown\"}",
            "POST /v1/invitations/admit\n{\"key\":\"AAAA\",\"certificate\":\"-----BEGIN CERTIFICATE-----\\nMA==\\n-----END CERTIFICATE-----\\n\"}",
            "POST /v1/join\n{\"key\":\"AAAA\",\"request\":\"x\",\"signature\":\"AAAA\"}")
        .map(text -> text.getBytes(StandardCharsets.UTF_8))
        .toList();
  }

  /** Starts a coordinator whose database is in a file of this process. */
  private void begin() throws IOException {
    if (site != null) {
      return;
    }
    Path folder = Scratch.empty("coordinator");
    Authority authority = Authority.init(folder.resolve("ca"), "Test", Duration.ofDays(2));
    KeyRequest.Made made =
        KeyRequest.make(folder, PartyId.of("hub"), Role.COORDINATOR, List.of("127.0.0.1"), false);
    Path certificate = authority.sign(made.request(), Role.COORDINATOR, Duration.ofDays(1));
    CoordinatorServer server =
        new CoordinatorServer(
            new CoordinatorServer.Setup(
                new InetSocketAddress("127.0.0.1", 0),
                PageSettings.local(0),
                true,
                Credentials.read(
                    made.key(), certificate, folder.resolve("ca/ca.pem"), Role.COORDINATOR),
                Optional.of(authority.revocationFile()),
                folder.resolve("state"),
                "jdbc:sqlite:" + folder.resolve("books.db"),
                1,
                "1",
                Optional.of(folder.resolve("runs")),
                Duration.ofDays(7),
                WatchSettings.USUAL),
            note -> {});
    site = server.site();
    person =
        Person.ofToken(
            "ana",
            Arrays.stream(Tokens.Role.values()).map(Tokens.Role::word).collect(Collectors.toSet()));
  }

  @Override
  public void run(byte[] input) throws IOException {
    begin();
    Call call = call(new String(input, StandardCharsets.UTF_8));
    Reply reply =
        site.open(call)
            .or(() -> site.letter("127.0.0.1", call).map(answer -> answer.apply(call.body())))
            .orElseGet(() -> site.answer(person, call));
    Finding.unless(
        reply.status() < 500 || reply.status() == 503, "a call fails: " + reply.status());
  }

  private static Call call(String text) {
    int end = text.indexOf('\n') < 0 ? text.length() : text.indexOf('\n');
    String[] words = text.substring(0, end).split(" ", 2);
    String[] address = (words.length == 2 ? words[1] : "/").split("\\?", 2);
    Map<String, String> query = new HashMap<>();
    for (String pair : (address.length == 2 ? address[1] : "").split("&")) {
      String[] sides = pair.split("=", 2);
      query.put(sides[0], sides.length == 2 ? sides[1] : "");
    }
    return new Call(words[0], address[0], query, text.substring(Math.min(text.length(), end + 1)));
  }
}
