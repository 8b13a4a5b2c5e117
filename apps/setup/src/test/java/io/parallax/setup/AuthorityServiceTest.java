package io.parallax.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.coordinator.Mailbox.Invited;
import io.parallax.coordinator.MailboxClient;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.grpc.Calls;
import io.parallax.grpc.Dialer;
import io.parallax.identity.Authority;
import io.parallax.identity.Credentials;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Pem;
import io.parallax.identity.RevocationList;
import io.parallax.identity.Role;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The authority's errands: what it signs and brings, and what a coordinator does not take. */
@Timeout(100)
class AuthorityServiceTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration LONG = Duration.ofDays(500);
  @TempDir Path folder;
  private Founded mood;
  private Credentials mary;
  private String address;

  @BeforeEach
  void found() throws Exception {
    mood = new Founded(folder);
    Invitation invitation = mood.invite("st-mary", "party");
    Joining joining =
        new Joining(
            invitation,
            folder.resolve("st-mary"),
            words -> true,
            new PrintWriter(new StringWriter(), true));
    CompletableFuture<String> joined = CompletableFuture.supplyAsync(joining::join);
    mood.waits("st-mary");
    mood.admit("yes\n");
    address = joined.join();
    Path home = folder.resolve("st-mary");
    mary =
        Credentials.read(
            home.resolve("st-mary.key"),
            home.resolve("st-mary.pem"),
            home.resolve("ca.pem"),
            Role.PARTY);
  }

  @AfterEach
  void end() {
    mood.close();
  }

  private Calls calls() {
    String[] parts = address.split(":");
    Dialer.Address to = new Dialer.Address(parts[0], Integer.parseInt(parts[1]));
    return new Calls(to, mary, Optional.empty());
  }

  @Test
  void whatAPartyAsksForIsSignedAndARevokedOneIsNot() throws Exception {
    List<String> notes = new ArrayList<>();
    AuthorityService service =
        new AuthorityService(mood.mailbox(), mood.authority(), LONG, notes::add);
    try (Calls calls = calls()) {
      String request = KeyRequest.renewal(mary);
      assertThat(calls.renew(request)).isEmpty();
      service.look();
      mary.renew(Pem.certificate("it", calls.renew(request).orElseThrow()));
      calls.again(); // shows the new one
      assertThat(notes).anySatisfy(note -> assertThat(note).contains("renewed the certificate of"));
      assertThat(calls.renew(KeyRequest.renewal(mary))).as("the next one").isEmpty();
    }
    mood.authority().revoke(PartyId.of("st-mary"));
    service.look();
    service.look();
    assertThat(notes.stream().filter(note -> note.contains("is revoked"))).hasSize(1);
    RevocationList list =
        RevocationList.read(
            mood.folder.resolve("hub/state/revoked.pem"), mood.authority().certificate());
    assertThat(list.size()).as("brought to the coordinator").isEqualTo(2);
    assertThat(mood.audit()).contains("ask for a renewed certificate", "renew the certificate of");
  }

  @Test
  void anAuthorityThatWasMovedGoesOn() throws Exception {
    Path elsewhere = folder.resolve("vault");
    try (Stream<Path> all = Files.walk(mood.folder.resolve("authority"))) {
      for (Path one : all.toList()) {
        Files.copy(
            one, elsewhere.resolve(mood.folder.resolve("authority").relativize(one).toString()));
      }
    }
    ConsortiumHome home = ConsortiumHome.of(elsewhere);
    assertThat(home.signs()).isTrue();
    assertThat(home.mailbox().read().invitations())
        .extracting(Invited::state)
        .containsExactly("admitted");
  }

  @Test
  void theCoordinatorTakesNothingThatTheAuthorityHasNotSigned() throws Exception {
    Invitation invitation = mood.invite("riverside", "party");
    Joining joining =
        new Joining(
            invitation,
            folder.resolve("riverside"),
            words -> true,
            new PrintWriter(new StringWriter(), true));
    CompletableFuture.supplyAsync(joining::join);
    mood.waits("riverside");
    MailboxClient mailbox = mood.mailbox();
    Invited waiting = mood.invited("riverside");
    KeyRequest asked = KeyRequest.parse("it", waiting.request());
    Authority foreign = Authority.init(folder.resolve("foreign"), "Other", DAY);
    refused(() -> mailbox.admit(waiting, foreign.sign(asked, DAY)), "not signed by this");
    KeyRequest.Made own =
        KeyRequest.make(folder.resolve("x"), PartyId.of("riverside"), Role.PARTY, List.of(), false);
    X509Certificate others = mood.authority().sign(KeyRequest.read(own.request()), DAY);
    refused(() -> mailbox.admit(waiting, others), "for another name, role or key");
    refused(() -> mailbox.renewed(others), "has not asked for a renewed certificate");
    refused(() -> mailbox.revocations(foreign.revocationList()), "not signed by this");
    assertThat(mood.invited("riverside").waiting()).isTrue();
  }

  private static void refused(Runnable bringing, String why) {
    assertThatThrownBy(bringing::run).isInstanceOf(BadInput.class).hasMessageContaining(why);
  }
}
