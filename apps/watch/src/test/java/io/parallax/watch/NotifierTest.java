package io.parallax.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpServer;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.study.yaml.Yaml;
import io.parallax.web.MetricsText;
import jakarta.mail.internet.MimeMessage;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Notices by a real SMTP server and a real receiver of webhooks, both on this machine. */
@Timeout(60)
class NotifierTest {
  private static final String SECRET = "a secret of sixteen";
  private static final String EVIL = "x\r\nBcc: all@example.org\r\n\r\nhttps://evil.example/pay";
  @TempDir Path folder;
  private final List<String> notes = new CopyOnWriteArrayList<>();
  private GreenMail mails;

  @AfterEach
  void stop() {
    if (mails != null) {
      mails.stop();
    }
  }

  private int startMails(int port, String protocol) {
    mails = new GreenMail(new ServerSetup(port, "127.0.0.1", protocol));
    mails.start();
    return protocol.equals("smtps") ? mails.getSmtps().getPort() : mails.getSmtp().getPort();
  }

  private Optional<NotifySettings> settings(String yaml) {
    Yaml file = Yaml.parse("party.yaml", "notify: " + yaml);
    return WatchSettings.of(file.entries(), folder).notices();
  }

  private Notifier notifier(String yaml) {
    return new Notifier("party birch", settings(yaml), folder, notes::add);
  }

  private List<String> test(String yaml) {
    return Notifier.test("party birch", new WatchSettings(Thresholds.USUAL, settings(yaml)));
  }

  private static Notice decision(String study, String researcher) {
    return new Notice(
        "decision 1",
        Notice.Subject.DECISION,
        "Study %s (1a2b3c4d5e6f) waits for your decision".formatted(Notice.word(study)),
        List.of(Notice.word(researcher) + " submitted it; the coordinator says so."),
        Map.of("study", Notice.word(study)));
  }

  @Test
  void aMailSaysWhatWaitsAndNothingThatAResearcherCouldSlipIn() throws Exception {
    int port = startMails(0, "smtp");
    String yaml =
        "{mail: {smtp: '127.0.0.1:%d', from: birch@example.org, to: [owner@example.org, 'Dr. Grey <grey@example.org>'], tls: none}}";
    try (Notifier notifier = notifier(yaml.formatted(port)).start()) {
      notifier.tell(decision(EVIL, EVIL));
      notifier.tell(decision(EVIL, EVIL));
      arrived(2);
      MimeMessage mail = mails.getReceivedMessages()[0];
      assertThat(mail.getSubject())
          .startsWith("[Parallax party birch] Study x__Bcc__all_example_org")
          .endsWith("(1a2b3c4d5e6f) waits for your decision");
      assertThat(mail.getAllRecipients()).hasSize(2);
      assertThat(mail.getHeader("Bcc")).isNull();
      assertThat(mail.getHeader("Auto-Submitted")).containsExactly("auto-generated");
      assertThat(mail.getMessageID()).matches("<[0-9a-f]{32}@parallax\\.invalid>");
      assertThat(GreenMailUtil.getBody(mail))
          .contains("submitted it; the coordinator says so.", "never asks for a password")
          .doesNotContain("https://", "evil.example", "@example");
      Thread.sleep(1200);
      assertThat(mails.getReceivedMessages()).as("once, to both").hasSize(2);
    }
    try (Notifier again = notifier(yaml.formatted(port)).start()) {
      again.tell(decision(EVIL, EVIL));
      Thread.sleep(1200);
      assertThat(mails.getReceivedMessages()).as("also after a restart").hasSize(2);
    }
  }

  @Test
  void aMailServerThatIsAwayGetsTheMailWhenItIsBack() throws Exception {
    int port = startMails(0, "smtp");
    mails.stop();
    String yaml =
        "{mail: {smtp: '127.0.0.1:%d', from: birch@example.org, to: owner@example.org, tls: none}}";
    try (Notifier notifier = notifier(yaml.formatted(port)).start()) {
      notifier.tell(decision("mood", "ana"));
      until("it cannot be reached");
      MetricsText text = new MetricsText();
      notifier.metrics(text);
      assertThat(new String(text.reply().content(), StandardCharsets.UTF_8))
          .contains("parallax_notices_waiting{channel=\"mail\"} 1")
          .contains("parallax_notices_sent_total{channel=\"mail\"} 0");
      startMails(port, "smtp");
      arrived(1);
      until("notices are sent again");
    }
  }

  private void arrived(int mailsInAll) throws InterruptedException {
    for (int tries = 0; mails.getReceivedMessages().length < mailsInAll; tries++) {
      assertThat(tries).as(notes.toString()).isLessThan(400);
      Thread.sleep(50);
    }
  }

  private void until(String word) throws InterruptedException {
    for (int tries = 0; notes.stream().noneMatch(note -> note.contains(word)); tries++) {
      assertThat(tries).as(notes.toString()).isLessThan(200);
      Thread.sleep(50);
    }
  }

  @Test
  void aServerThatIsNotTrustedOrHasNoTlsGetsNoPassword() {
    String yaml =
        "{mail: {smtp: '127.0.0.1:%d', from: birch@example.org, to: owner@example.org, user: birch, password: secret, tls: %s}}";
    int plain = startMails(0, "smtp");
    assertThatThrownBy(() -> test(yaml.formatted(plain, "starttls")))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("no notice could be sent by the mail server 127.0.0.1:" + plain);
    mails.stop();
    int encrypted = startMails(0, "smtps");
    assertThatThrownBy(() -> test(yaml.formatted(encrypted, "tls")))
        .hasMessageContaining("its TLS is not trusted, or it has none");
    assertThat(mails.getReceivedMessages()).isEmpty();
  }

  @Test
  void aPasswordIsUsedAndAWrongOneIsSaid() {
    int port = startMails(0, "smtp");
    GreenMailUser user = mails.setUser("birch@example.org", "birch", "secret");
    assertThat(user.getLogin()).isEqualTo("birch");
    String yaml =
        "{mail: {smtp: '127.0.0.1:%d', from: birch@example.org, to: owner@example.org, user: birch, password: %s, tls: none}}";
    assertThat(test(yaml.formatted(port, "secret")))
        .containsExactly("sent by the mail server 127.0.0.1:" + port);
    assertThatThrownBy(() -> test(yaml.formatted(port, "wrong")))
        .hasMessageContaining("does not accept the user and password");
  }

  /** What a receiver of webhooks got. */
  private record Call(String signature, String body) {}

  @Test
  void aWebhookGetsSignedFactsAndNoRedirectIsFollowed() throws Exception {
    List<Call> calls = new CopyOnWriteArrayList<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/hook",
        call -> {
          String body = new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          calls.add(new Call(call.getRequestHeaders().getFirst("Parallax-Signature"), body));
          call.sendResponseHeaders(204, -1);
          call.close();
        });
    server.createContext(
        "/moved",
        call -> {
          call.getResponseHeaders().add("Location", "/hook");
          call.sendResponseHeaders(307, -1);
          call.close();
        });
    server.start();
    String base = "http://127.0.0.1:" + server.getAddress().getPort();
    try (Notifier notifier =
        notifier("{webhook: '%s/hook', secret: %s}".formatted(base, SECRET)).start()) {
      assertThatThrownBy(() -> test("{webhook: '%s/moved', secret: %s}".formatted(base, SECRET)))
          .hasMessageContaining("it answers with status 307");
      assertThat(calls).isEmpty();
      notifier.tell(decision("mood", "ana"));
      for (int tries = 0; calls.isEmpty() && tries < 200; tries++) {
        Thread.sleep(50);
      }
      Call call = calls.get(0);
      JsonNode body = Json.MAPPER.readTree(call.body());
      assertThat(body.get("about").asText()).isEqualTo("decision");
      assertThat(body.get("node").asText()).isEqualTo("party birch");
      assertThat(body.get("facts").get("study").asText()).isEqualTo("mood");
      assertThat(call.body()).as("no lines for people").doesNotContain("submitted");
      String[] parts = call.signature().split("t=|,v1=");
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      byte[] own = mac.doFinal((parts[1] + "." + call.body()).getBytes(StandardCharsets.UTF_8));
      assertThat(parts[2]).isEqualTo(HexFormat.of().formatHex(own));
    } finally {
      server.stop(0);
    }
  }

  @Test
  void onlyTheChosenKindsAreSentAndNothingByDefault() throws Exception {
    int port = startMails(0, "smtp");
    String yaml =
        "{mail: {smtp: '127.0.0.1:%d', from: birch@example.org, to: owner@example.org, tls: none}, about: [certificate]}";
    try (Notifier notifier = notifier(yaml.formatted(port)).start();
        Notifier none = new Notifier("party birch", Optional.empty(), folder, notes::add).start()) {
      notifier.tell(decision("mood", "ana"));
      notifier.certificate("party birch", Duration.ofDays(5).plusHours(1));
      notifier.certificate("party birch", Duration.ofDays(5));
      arrived(1);
      assertThat(mails.getReceivedMessages()[0].getSubject())
          .endsWith("The certificate of party birch ends in 5 days");
      assertThat(Notifier.test("party birch", WatchSettings.USUAL)).isEmpty();
      none.tell(decision("mood", "ana"));
    }
    assertThat(mails.getReceivedMessages()).hasSize(1);
  }

  @Test
  void aMistakeInTheFileIsNamed() {
    Map<String, String> wrong =
        Map.of(
            "{}", "neither 'mail' nor 'webhook'",
            "{mail: {smtp: mail, from: a@b.c, to: a@b.c}}", "it must be a host and a port",
            "{mail: {smtp: 'm:25', from: nobody, to: a@b.c}}", "it must be a mail address",
            "{mail: {smtp: 'm:25', from: \"a@b.c\\nBcc: d@e.f\", to: a@b.c}}", "a mail address",
            "{mail: {smtp: 'm:25', from: a@b.c, to: a@b.c, user: x}}", "give both, or none",
            "{mail: {smtp: 'm:25', from: a@b.c, to: a@b.c, user: x, password: y, tls: none}}",
                "would send the password readable",
            "{webhook: 'http://example.org/x', secret: abc}", "must be an address such as https",
            "{webhook: 'https://example.org/x'}", "no 'secret'",
            "{webhook: 'https://u:p@example.org/x', secret: abc}", "without a user and password",
            "{webhook: 'https://example.org/x', secret: abc, about: [everything]}",
                "must be one of [decision,");
    wrong.forEach(
        (yaml, why) ->
            assertThatThrownBy(() -> settings(yaml))
                .as(yaml)
                .isInstanceOf(BadInput.class)
                .hasMessageStartingWith("party.yaml:1: ")
                .hasMessageContaining(why));
    assertThatThrownBy(() -> notifier("{webhook: 'https://example.org/x', secret: short}"))
        .hasMessageContaining("notify.secret is shorter than 16 characters");
    assertThatThrownBy(() -> notifier("{webhook: 'https://example.org/x', secret: $NOT_SET_HERE}"))
        .hasMessageContaining("NOT_SET_HERE, which is not set");
  }
}
