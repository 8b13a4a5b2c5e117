package io.parallax.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.coordinator.CoordinatorClient;
import io.parallax.coordinator.JoinClient;
import io.parallax.coordinator.MailboxClient;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.core.Stopped;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.OneTimeKey;
import io.parallax.identity.Pem;
import io.parallax.identity.Role;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Joining by an invitation, and everything that can be wrong with one. */
@Timeout(100)
class JoinTest {
  @TempDir static Path folder;
  private static Founded mood;

  @BeforeAll
  static void found() throws Exception {
    mood = new Founded(folder);
  }

  @AfterAll
  static void end() {
    mood.close();
  }

  /** A party that joins in the background, with what it prints. */
  private static final class Joiner {
    private final StringWriter printed = new StringWriter();
    private final CompletableFuture<String> done;
    private Thread thread;

    Joiner(Invitation invitation, String where) {
      Joining joining =
          new Joining(
              invitation, folder.resolve(where), words -> true, new PrintWriter(printed, true));
      done =
          CompletableFuture.supplyAsync(
              () -> {
                thread = Thread.currentThread();
                return joining.join();
              });
    }

    Throwable failure() {
      return done.handle((address, failure) -> failure.getCause()).join();
    }
  }

  private static String words(String printed) {
    return printed
        .lines()
        .filter(line -> line.startsWith("  words"))
        .findFirst()
        .orElseThrow()
        .substring(9)
        .strip();
  }

  @Test
  void aPartyWhoseWordsAreTheSameIsAdmitted() throws Exception {
    Invitation invitation = mood.invite("st-mary", "party");
    Joiner joiner = new Joiner(invitation, "st-mary");
    mood.waits("st-mary");
    assertThat(mood.admit("what?\nyes\n")).isTrue();
    assertThat(joiner.done.join()).matches("localhost:\\d+");
    assertThat(mood.printed.toString()).contains(words(joiner.printed.toString()));
    assertThat(words(joiner.printed.toString())).matches("([a-z]{5} ){4}[a-z]{5}");
    CertificateInfo info =
        CertificateInfo.of(Pem.certificate(folder.resolve("st-mary/st-mary.pem")));
    assertThat(info.name()).isEqualTo(PartyId.of("st-mary"));
    assertThat(mood.audit())
        .contains("invite party st-mary", "join as party from", "admit party st-mary, key ");
    // the same command again finds all of it done
    assertThat(new Joiner(invitation, "st-mary").done.join()).contains("localhost");
  }

  @Test
  void differentWordsEndTheInvitationAndBothAreTold() throws Exception {
    Invitation invitation = mood.invite("maple", "party");
    Joiner joiner = new Joiner(invitation, "maple");
    mood.waits("maple");
    assertThat(mood.admit("no\n")).isFalse();
    assertThat(joiner.failure())
        .isInstanceOf(Refused.class)
        .hasMessageContaining("you were not admitted: the words differ");
    assertThat(mood.printed.toString()).contains("maple was not admitted: refused");
    assertThat(new Joiner(invitation, "maple").failure()).hasMessageContaining("words differ");
    assertThat(folder.resolve("maple/maple.pem")).doesNotExist();
    mood.invite("maple", "party"); // a new one works
  }

  @Test
  void nobodyWhoAnswersDecidesNothing() throws Exception {
    Joiner joiner = new Joiner(mood.invite("birch", "party"), "birch");
    mood.waits("birch");
    assertThatThrownBy(() -> mood.admit(""))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("nothing was decided");
    assertThat(mood.invited("birch").waiting()).isTrue();
    mood.admit("yes\n");
    joiner.done.join();
  }

  @Test
  void anotherKeyCannotUseAnInvitationThatWasUsed() throws Exception {
    Invitation invitation = mood.invite("cedar", "party");
    new Joiner(invitation, "cedar");
    mood.waits("cedar");
    assertThat(new Joiner(invitation, "thief").failure())
        .isInstanceOf(Refused.class)
        .hasMessageContaining("already used with another key");
    mood.admit("yes\n");
    assertThat(new Joiner(invitation, "thief").failure())
        .hasMessageContaining("already used with another key");
  }

  @Test
  void anInvitationEndsAndCanBeWithdrawn() throws Exception {
    Invitation drawn = mood.invite("rowan-r", "party");
    new Inviting(Optional.of(mood.folder), mood.out).cancel("rowan-r");
    assertThat(new Joiner(drawn, "rowan-r").failure())
        .isInstanceOf(Refused.class)
        .hasMessageContaining("withdrawn; ask for a new one");
    OneTimeKey key = OneTimeKey.of(drawn.secret());
    byte[] secret = OneTimeKey.draw();
    mood.mailbox()
        .invite("rowan-n", "party", OneTimeKey.of(secret).open(), Instant.now().plusSeconds(1));
    Invitation brief = changed(drawn, drawn.authority(), secret, "rowan-n");
    Thread.sleep(1200);
    assertThat(new Joiner(brief, "rowan-n").failure())
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("the invitation ended on");
    assertThat(key.open()).isNotEqualTo(brief.key().open());
    assertThat(mood.invited("rowan-n").state()).isEqualTo("expired");
  }

  private static Invitation changed(Invitation one, byte[] authority, byte[] secret, String name) {
    return new Invitation(
        one.host(), one.port(), authority, secret, name, one.role(), one.expires());
  }

  @Test
  void anInvitationIsForOneNameOnly() {
    Invitation drawn = mood.invite("alder", "party");
    Invitation forged = changed(drawn, drawn.authority(), drawn.secret(), "alder-r");
    assertThat(new Joiner(forged, "alder-r").failure())
        .isInstanceOf(Refused.class)
        .hasMessageContaining("is for the party alder, and the request for the party alder-r");
    assertThat(mood.invited("alder").state()).isEqualTo("open");
  }

  @Test
  void aWrongCoordinatorIsToldNothing() {
    Invitation drawn = mood.invite("elm", "party");
    Invitation other = changed(drawn, new byte[32], drawn.secret(), "elm");
    assertThat(new Joiner(other, "elm").failure())
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("not the one of the invitation; nothing was told to it");
    assertThat(mood.invited("elm").state()).isEqualTo("open");
    assertThat(mood.audit()).doesNotContain("\"who\":\"elm\",\"what\":\"join as");
  }

  @Test
  void anInterruptedPartyGoesOnWithTheSameKey() throws Exception {
    Invitation invitation = mood.invite("hazel", "party");
    Joiner first = new Joiner(invitation, "hazel");
    mood.waits("hazel");
    while (!first.printed.toString().contains("Waiting")) {
      Thread.sleep(10);
    }
    first.thread.interrupt();
    assertThat(first.failure()).isInstanceOf(Stopped.class);
    byte[] key = Files.readAllBytes(folder.resolve("hazel/hazel.key"));
    Joiner again = new Joiner(invitation, "hazel");
    mood.admit("yes\n");
    again.done.join();
    assertThat(Files.readAllBytes(folder.resolve("hazel/hazel.key"))).isEqualTo(key);
  }

  @Test
  void aNameWithAnotherKeyIsNotSigned() throws Exception {
    Path old = folder.resolve("old");
    KeyRequest.Made made = KeyRequest.make(old, PartyId.of("holly"), Role.PARTY, List.of(), false);
    mood.authority().sign(made.request(), Role.PARTY, Duration.ofDays(1));
    Joiner joiner = new Joiner(mood.invite("holly", "party"), "holly");
    assertThat(mood.printed.toString()).contains("holly has a certificate already");
    mood.waits("holly");
    assertThat(mood.admit("yes\n")).isFalse();
    assertThat(mood.printed.toString()).contains("already has a certificate for another key");
    assertThat(joiner.failure()).hasMessageContaining("the authority cannot sign for this name");
  }

  @Test
  void aResearcherDrawsTheTokenAndLogsInOnce() {
    Invitation invitation = mood.invite("ana", "researcher");
    LoginFile own = LoginFile.in(folder.resolve("ana"));
    Login login = own.redeem(invitation);
    CoordinatorClient client = login.client();
    assertThat(client.get("/v1/studies")).isEqualTo("[]");
    assertThatThrownBy(() -> client.get("/v1/invitations"))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("may not do this");
    assertThat(own.read().orElseThrow().token()).isEqualTo(login.token());
    assertThatThrownBy(() -> LoginFile.in(folder.resolve("thief")).redeem(invitation))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("already used");
  }

  @Test
  void theAuthoritysTokenReadsRequestsAndNoStudies() {
    CoordinatorClient errands =
        LoginFile.in(mood.folder.resolve("authority")).read().orElseThrow().client();
    assertThat(errands.get("/v1/invitations")).contains("renewals");
    byte[] secret = OneTimeKey.draw();
    String key = OneTimeKey.of(secret).open();
    assertThatThrownBy(
            () ->
                new MailboxClient(errands)
                    .invite("mallory", "researcher", key, Instant.now().plusSeconds(100)))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("needs the role operator");
    for (String path : List.of("/v1/studies", "/v1/audit", "/metrics", "/v1/catalogue")) {
      assertThatThrownBy(() -> errands.get(path))
          .isInstanceOf(Refused.class)
          .hasMessageContaining("may not do this");
    }
  }

  @Test
  void whoeverIsInvitedAlreadyIsNamedBeforeAnybodyElseIsInvited() {
    mood.invite("spruce", "party");
    Inviting again = new Inviting(Optional.of(mood.folder), mood.out);
    assertThatThrownBy(() -> again.invite(List.of("yew", "spruce"), "party", 7))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("spruce is invited already, and nobody was invited now");
    assertThat(mood.mailbox().read().invitations()).noneMatch(one -> one.name().equals("yew"));
  }

  @Test
  void aLongRequestIsRejectedBeforeItIsRead() {
    Invitation drawn = mood.invite("linden", "party");
    JoinClient client = new JoinClient(drawn.server(), drawn.authority());
    assertThatThrownBy(() -> client.join(drawn.key(), "x".repeat(2000)))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("larger than 1 KiB");
    assertThatThrownBy(() -> client.join(drawn.key(), "no request"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("the request holds no 'CERTIFICATE REQUEST'");
  }

  @Test
  void aFolderThatCannotBeWrittenIsSaidBeforeAnythingIsTold() throws Exception {
    Files.writeString(folder.resolve("file"), "");
    Invitation invitation = mood.invite("poplar", "party");
    assertThat(new Joiner(invitation, "file/poplar").failure())
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("cannot write to");
    assertThat(mood.invited("poplar").state()).isEqualTo("open");
  }
}
