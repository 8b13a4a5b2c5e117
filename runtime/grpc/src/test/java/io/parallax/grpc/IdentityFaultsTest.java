package io.parallax.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.parallax.core.PartyId;
import io.parallax.grpc.Registry.Verdict;
import io.parallax.grpc.wire.Decision;
import io.parallax.grpc.wire.ProbeRequest;
import io.parallax.grpc.wire.RevocationsRequest;
import io.parallax.grpc.wire.StudiesRequest;
import io.parallax.identity.Credentials;
import io.parallax.identity.Pem;
import io.parallax.identity.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every call × 12 faults of identity: denied, audited, and nothing has changed. */
@Timeout(120)
class IdentityFaultsTest {
  @TempDir static Path folder;
  private static TestServer server;
  private static Credentials known;
  private static final Map<String, Credentials> FAULTS = new LinkedHashMap<>();

  @BeforeAll
  static void open() {
    server = new TestServer(folder, Limits.ofHeap().callsPerMinute(1000));
    known = server.consortium.party("known");
    Forger authority = Forger.with(known, Pem.key(folder.resolve("ca/ca.key")));
    Consortium foreign = new Consortium(folder.resolve("foreign"));
    FAULTS.put("no certificate", null);
    FAULTS.put("another authority", believing(foreign.party("known")));
    FAULTS.put("signed by itself", Forger.with(known, null).make("OU=party,CN=known", -1, 1));
    FAULTS.put("expired", authority.make("OU=party,CN=known", -9, -1));
    FAULTS.put("not valid yet", authority.make("OU=party,CN=known", 1, 9));
    FAULTS.put("revoked", server.consortium.party("thief"));
    FAULTS.put(
        "the coordinator's role",
        server.consortium.credentials("hub-2", Role.COORDINATOR, Duration.ofDays(1)));
    FAULTS.put("no role", authority.make("CN=known", -1, 1));
    FAULTS.put("an unknown role", authority.make("OU=boss,CN=known", -1, 1));
    FAULTS.put("a name against the rule", authority.make("OU=party,CN=../KNOWN", -1, 1));
    FAULTS.put(
        "another's certificate without its key",
        new Credentials(Forger.newKey().getPrivate(), known.certificate(), known.authority()));
    FAULTS.put(
        "signed by a party", Forger.with(known, known.key()).make("OU=party,CN=known", -1, 1));
    server.consortium.revoke("thief");
  }

  /** A stranger that believes our authority, so that it is we who deny. */
  private static Credentials believing(Credentials stranger) {
    return new Credentials(stranger.key(), stranger.certificate(), known.authority());
  }

  @AfterAll
  static void close() {
    server.close();
  }

  /** Each call; gives the status with which it was denied. */
  private static Map<String, Function<RawParty, Status>> calls() {
    Map<String, Function<RawParty, Status>> calls = new LinkedHashMap<>();
    calls.put("Studies", p -> denied(() -> p.calls().studies(StudiesRequest.getDefaultInstance())));
    calls.put(
        "Revocations",
        p -> denied(() -> p.calls().revocations(RevocationsRequest.getDefaultInstance())));
    calls.put(
        "Decide",
        p ->
            denied(
                () ->
                    p.calls()
                        .decide(
                            Decision.newBuilder().setStudy("study-1").setSay("approved").build())));
    calls.put("Probe", p -> denied(() -> p.calls().probe(ProbeRequest.getDefaultInstance())));
    calls.put(
        "Attend",
        p -> {
          try {
            return p.attend().hello(TestServer.VERSION).status();
          } catch (Exception e) {
            throw new AssertionError("not denied", e);
          }
        });
    return calls;
  }

  private static Status denied(Runnable call) {
    try {
      call.run();
    } catch (StatusRuntimeException e) {
      return e.getStatus();
    }
    throw new AssertionError("not denied");
  }

  @TestFactory
  Stream<DynamicTest> allAreDeniedAndAudited() {
    List<DynamicTest> tests = new ArrayList<>();
    FAULTS.forEach(
        (fault, credentials) ->
            calls()
                .forEach(
                    (name, call) ->
                        tests.add(
                            DynamicTest.dynamicTest(
                                name + " with " + fault, () -> check(credentials, call)))));
    assertThat(tests).hasSize(5 * 12);
    return tests.stream();
  }

  private static void check(Credentials credentials, Function<RawParty, Status> call)
      throws Exception {
    int before = server.audit.size();
    try (RawParty party =
        credentials == null
            ? RawParty.anonymous(known, server.server.port())
            : RawParty.with(credentials, server.server.port())) {
      assertThat(call.apply(party).getCode())
          .isIn(Status.Code.UNAUTHENTICATED, Status.Code.UNAVAILABLE, Status.Code.UNKNOWN);
    }
    for (int tries = 0; server.audit.size() == before && tries < 1000; tries++) {
      Thread.sleep(10);
    }
    assertThat(server.audit.subList(before, server.audit.size()))
        .as("audited")
        .isNotEmpty()
        .noneMatch(line -> line.endsWith("| ok"));
    assertThat(server.verdicts).isEmpty();
    assertThat(server.server.present()).isEmpty();
  }

  @Test
  void theSameCallsWorkForAPartyThatIsKnown() throws Exception {
    try (RawParty party = RawParty.with(known, server.server.port())) {
      assertThat(party.calls().studies(StudiesRequest.getDefaultInstance()).getOffersCount())
          .isEqualTo(1);
      assertThat(party.calls().probe(ProbeRequest.getDefaultInstance()).getName())
          .isEqualTo("known");
    }
    Credentials others = server.consortium.party("other");
    try (RawParty other = RawParty.with(others, server.server.port())) {
      assertThat(other.calls().studies(StudiesRequest.getDefaultInstance()).getOffersCount())
          .isZero();
      assertThatThrownBy(() -> other.calls().decide(decision(others, "other")))
          .hasMessageContaining("PERMISSION_DENIED");
    }
    assertThat(server.audit)
        .anySatisfy(line -> assertThat(line).startsWith("other | Decide | there is no study"));
  }

  private static Decision decision(Credentials by, String party) {
    Verdict verdict = new Verdict("study-1", Registry.Say.APPROVED, "", "", new byte[0], "");
    return Decision.newBuilder()
        .setStudy("study-1")
        .setSay("approved")
        .setSignature(ByteString.copyFrom(by.sign(verdict.content(party))))
        .build();
  }

  /** A signature is of the caller's own key, under its own name and this very decision. */
  @Test
  void aDecisionThatTheCallersKeyHasNotSignedIsNotCounted() throws Exception {
    server.verdicts.clear();
    Credentials others = server.consortium.party("signer");
    try (RawParty party = RawParty.with(known, server.server.port())) {
      List<Decision> wrong =
          List.of(
              Decision.newBuilder()
                  .setStudy("study-1")
                  .setSay("approved")
                  .setSignature(ByteString.copyFrom(new byte[] {1, 2, 3}))
                  .build(),
              decision(others, "known"),
              decision(known, "other"),
              decision(known, "known").toBuilder().setUntil("2099-01-01").build(),
              decision(known, "known").toBuilder().setSay("refused").build(),
              decision(known, "known").toBuilder().setReason("why").build());
      for (Decision decision : wrong) {
        assertThatThrownBy(() -> party.calls().decide(decision))
            .hasMessageContaining("is not signed by its key");
      }
      assertThatThrownBy(
              () -> party.calls().decide(Decision.newBuilder().setSay("perhaps").build()))
          .hasMessageContaining("the decision is unknown; it must be one of");
      assertThat(server.verdicts).isEmpty();
      party.calls().decide(decision(known, "known"));
      assertThat(server.verdicts).hasSize(1); // the control: its own is
    } finally {
      server.verdicts.clear();
    }
  }

  @Test
  void anotherProtocolIsSentAwayWithWhatToDo() throws Exception {
    int next = PartyServer.PROTOCOL + 1;
    try (RawParty party = RawParty.with(known, server.server.port())) {
      Status status = party.attend().hello("9.9.9", next, 0).status();
      assertThat(status.getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
      assertThat(status.getDescription()).contains("install the same version on both");
    }
    Attendance.Refusal refused =
        server.server.attendances().get(PartyId.of("known")).refused().orElseThrow();
    assertThat(refused.kind()).isEqualTo(Attendance.Kind.VERSION);
    assertThat(refused.why()).contains("version 9.9.9 (protocol 2)");
  }

  /** They can talk; that it takes part in no study is for UnfitPartyTest. */
  @Test
  void anotherVersionOfTheSameProtocolIsWelcome() throws Exception {
    try (RawParty party = RawParty.with(known, server.server.port())) {
      party.attend().hello("9.9.9", PartyServer.PROTOCOL, -3_600_000);
      assertThat(party.hear().getWelcome().getVersion()).isEqualTo(TestServer.VERSION);
      Attendance now = server.server.attendances().get(PartyId.of("known"));
      assertThat(now.version()).isEqualTo("9.9.9");
      assertThat(now.refused()).isEmpty();
      assertThat(now.aheadMillis()).isBetween(-3_601_000L, -3_599_000L);
    }
  }

  @Test
  void aPartyThatIsRevokedWhileItIsThereIsSentAway() throws Exception {
    Credentials leaving = server.consortium.party("leaving");
    try (RawParty party = RawParty.with(leaving, server.server.port())) {
      party.attend().hello(TestServer.VERSION).hear();
      Thread.sleep(20); // file times may be coarse
      server.consortium.revoke("leaving");
      assertThat(party.status().getDescription()).contains("revoked");
    }
  }
}
