package io.parallax.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.coordinator.CoordinatorClient;
import io.parallax.coordinator.JoinClient;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Joining by an invitation, and everything that can be wrong with one. */
@Timeout(100)
class JoinTest {
  @TempDir Path folder;
  private Founded mood;

  @BeforeEach
  void found() throws Exception {
    mood = new Founded(folder);
  }

  @AfterEach
  void end() {
    mood.close();
  }

  /** A party that joins in the background, with what it prints. */
  private final class Joiner {
    private final StringWriter printed = new StringWriter();
    private final CompletableFuture<String> done;
    private Thread thread;

    Joiner(Invitation invitation, String where) {
      Joining joining =
          new Joining(invitation, folder.resolve(where), new PrintWriter(printed, true));
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
    Joiner joiner = new Joiner(mood.invite("st-mary", "party"), "st-mary");
    mood.waits("st-mary");
    assertThat(mood.admit("what?\nyes\n")).isTrue();
    assertThat(joiner.done.join()).matches("localhost:\\d+");
    assertThat(words(mood.printed.toString())).isEqualTo(words(joiner.printed.toString()));
    assertThat(words(joiner.printed.toString())).matches("([a-z]{5} ){4}[a-z]{5}");
    CertificateInfo info =
        CertificateInfo.of(Pem.certificate(folder.resolve("st-mary/st-mary.pem")));
    assertThat(info.name()).isEqualTo(PartyId.of("st-mary"));
    assertThat(mood.audit())
        .contains("invite party st-mary", "join as party from", "admit party st-mary, key ");
    // the same command again finds all of it done
    assertThat(new Joiner(Invitation.parse(text()), "st-mary").done.join()).contains("localhost");
  }

  private String text() {
    String after = mood.printed.toString().split("plxi_")[1];
    return "plxi_" + after.lines().findFirst().orElseThrow();
  }

  @Test
  void differentWordsEndTheInvitationAndBothAreTold() throws Exception {
    Invitation invitation = mood.invite("st-mary", "party");
    Joiner joiner = new Joiner(invitation, "st-mary");
    mood.waits("st-mary");
    assertThat(mood.admit("no\n")).isFalse();
    assertThat(joiner.failure())
        .isInstanceOf(Refused.class)
        .hasMessageContaining("you were not admitted: the words differ");
    assertThat(mood.printed.toString()).contains("st-mary was not admitted: refused");
    assertThat(new Joiner(invitation, "st-mary").failure()).hasMessageContaining("words differ");
    assertThat(folder.resolve("st-mary/st-mary.pem")).doesNotExist();
    mood.invite("st-mary", "party"); // a new one works
  }

  @Test
  void nobodyWhoAnswersDecidesNothing() throws Exception {
    Joiner joiner = new Joiner(mood.invite("st-mary", "party"), "st-mary");
    mood.waits("st-mary");
    assertThatThrownBy(() -> mood.admit(""))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("nothing was decided");
    assertThat(mood.invited("st-mary").waiting()).isTrue();
    mood.admit("yes\n");
    joiner.done.join();
  }

  @Test
  void anotherKeyCannotUseAnInvitationThatWasUsed() throws Exception {
    Invitation invitation = mood.invite("st-mary", "party");
    new Joiner(invitation, "st-mary");
    mood.waits("st-mary");
    assertThat(new Joiner(invitation, "thief").failure())
        .isInstanceOf(Refused.class)
        .hasMessageContaining("already used with another key");
    mood.admit("yes\n");
    assertThat(new Joiner(invitation, "thief").failure())
        .hasMessageContaining("already used with another key");
  }

  @Test
  void anInvitationEndsAndCanBeWithdrawn() throws Exception {
    Invitation drawn = mood.invite("riverside", "party");
    new Inviting(Optional.of(mood.folder), mood.out).cancel("riverside");
    assertThat(new Joiner(drawn, "riverside").failure())
        .isInstanceOf(Refused.class)
        .hasMessageContaining("withdrawn; ask for a new one");
    OneTimeKey key = OneTimeKey.of(drawn.secret());
    byte[] secret = OneTimeKey.draw();
    mood.mailbox()
        .invite("northgate", "party", OneTimeKey.of(secret).open(), Instant.now().plusSeconds(1));
    Invitation brief = changed(drawn, drawn.authority(), secret, "northgate");
    Thread.sleep(1200);
    assertThat(new Joiner(brief, "northgate").failure())
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("the invitation ended on");
    assertThat(key.open()).isNotEqualTo(brief.key().open());
    assertThat(mood.invited("northgate").state()).isEqualTo("expired");
  }

  private static Invitation changed(
      Invitation one, byte[] authority, byte[] secret, String name) {
    return new Invitation(
        one.host(), one.port(), authority, secret, name, one.role(), one.expires());
  }

  @Test
  void anInvitationIsForOneNameOnly() {
    Invitation drawn = mood.invite("st-mary", "party");
    Invitation forged = changed(drawn, drawn.authority(), drawn.secret(), "riverside");
    assertThat(new Joiner(forged, "riverside").failure())
        .isInstanceOf(Refused.class)
        .hasMessageContaining("is for the party st-mary, and the request for the party riverside");
    assertThat(mood.invited("st-mary").state()).isEqualTo("open");
  }

  @Test
  void aWrongCoordinatorIsToldNothing() {
    Invitation drawn = mood.invite("st-mary", "party");
    Invitation other = changed(drawn, new byte[32], drawn.secret(), "st-mary");
    assertThat(new Joiner(other, "st-mary").failure())
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("not the one of the invitation; nothing was told to it");
    assertThat(mood.invited("st-mary").state()).isEqualTo("open");
    assertThat(mood.audit()).doesNotContain("join as");
  }

  @Test
  void anInterruptedPartyGoesOnWithTheSameKey() throws Exception {
    Invitation invitation = mood.invite("st-mary", "party");
    Joiner first = new Joiner(invitation, "st-mary");
    mood.waits("st-mary");
    while (!first.printed.toString().contains("Waiting")) {
      Thread.sleep(10);
    }
    first.thread.interrupt();
    assertThat(first.failure()).isInstanceOf(Stopped.class);
    byte[] key = Files.readAllBytes(folder.resolve("st-mary/st-mary.key"));
    Joiner again = new Joiner(invitation, "st-mary");
    mood.admit("yes\n");
    again.done.join();
    assertThat(Files.readAllBytes(folder.resolve("st-mary/st-mary.key"))).isEqualTo(key);
  }

  @Test
  void aNameWithAnotherKeyIsNotSigned() throws Exception {
    Path old = folder.resolve("old");
    KeyRequest.Made made =
        KeyRequest.make(old, PartyId.of("st-mary"), Role.PARTY, List.of(), false);
    mood.authority().sign(made.request(), Role.PARTY, Duration.ofDays(1));
    Joiner joiner = new Joiner(mood.invite("st-mary", "party"), "st-mary");
    assertThat(mood.printed.toString()).contains("st-mary has a certificate already");
    mood.waits("st-mary");
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
  void strangersAreRefusedAndThenHaveToWait() {
    Invitation drawn = mood.invite("st-mary", "party");
    JoinClient client = new JoinClient(drawn.server(), drawn.authority());
    OneTimeKey unknown = OneTimeKey.of(OneTimeKey.draw());
    for (int i = 0; i < 30; i++) {
      assertThatThrownBy(() -> client.join(unknown, "x"))
          .isInstanceOf(Refused.class)
          .hasMessageContaining("knows no such invitation");
    }
    assertThatThrownBy(() -> client.join(unknown, "x"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("too many refused calls");
    assertThatThrownBy(() -> client.join(drawn.key(), "x".repeat(2000)))
        .hasMessageContaining("too many refused calls");
  }

  @Test
  void aLongRequestIsRejectedBeforeItIsRead() {
    Invitation drawn = mood.invite("st-mary", "party");
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
    Invitation invitation = mood.invite("st-mary", "party");
    assertThat(new Joiner(invitation, "file/st-mary").failure())
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("cannot write to");
    assertThat(mood.invited("st-mary").state()).isEqualTo("open");
  }
}
