package io.parallax.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Context;
import io.grpc.Status;
import io.parallax.core.PartyId;
import io.parallax.engine.Endpoint;
import io.parallax.grpc.wire.ProbeRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Wrong clocks, floods, proxies: what a network has in store for honest and other parties. */
@Timeout(60)
class HardTimesTest {
  @TempDir Path folder;

  @Test
  void aPartyWithAWrongClockIsLetInAndTheAuditLogKnows() throws Exception {
    try (TestServer server = new TestServer(folder);
        RawParty slow = RawParty.with(server.consortium.party("slow"), server.server.port())) {
      long behind = -Duration.ofMinutes(11).toMillis();
      slow.attend().hello(TestServer.VERSION, PartyServer.PROTOCOL, behind);
      assertThat(slow.hear().hasWelcome()).isTrue();
      assertThat(server.audit)
          .anySatisfy(line -> assertThat(line).contains("slow").contains("clock differs by 66"));
    }
  }

  @Test
  void callsThatAreOpenedAndResetAgainAndAgainEndTheConnection() throws Exception {
    try (TestServer server = new TestServer(folder, Limits.ofHeap().callsPerMinute(10_000));
        RawParty rogue = RawParty.with(server.consortium.party("rogue"), server.server.port());
        RawParty calm = RawParty.with(server.consortium.party("calm"), server.server.port())) {
      calm.attend().hello(TestServer.VERSION).hear();
      rogue.attend().hello(TestServer.VERSION).hear();
      for (int i = 0; i < 2000 && !rogue.end.isDone(); i++) {
        Context.CancellableContext call = Context.current().withCancellation();
        call.run(() -> rogue.another());
        call.cancel(null);
        Thread.sleep(1);
      }
      assertThat(rogue.status().isOk()).isFalse();
      assertThat(calm.end).isNotDone();
      assertThat(calm.calls().probe(ProbeRequest.getDefaultInstance()).getName()).isEqualTo("calm");
    }
  }

  @Test
  void aConnectionHasOnlySoManyCallsAtOnce() throws Exception {
    try (TestServer server = new TestServer(folder);
        RawParty rogue = RawParty.with(server.consortium.party("rogue"), server.server.port());
        RawParty calm = RawParty.with(server.consortium.party("calm"), server.server.port())) {
      rogue.attend().hello(TestServer.VERSION).hear();
      for (int i = 0; i < 40; i++) {
        rogue.another();
      }
      assertThatThrownBy(
              () ->
                  rogue
                      .calls()
                      .withDeadlineAfter(500, TimeUnit.MILLISECONDS)
                      .probe(ProbeRequest.getDefaultInstance()))
          .satisfies(
              e ->
                  assertThat(Status.fromThrowable(e).getCode())
                      .as("refused at the door, or waiting behind its own calls")
                      .isIn(Status.Code.RESOURCE_EXHAUSTED, Status.Code.DEADLINE_EXCEEDED));
      assertThat(calm.calls().probe(ProbeRequest.getDefaultInstance()).getName()).isEqualTo("calm");
    }
  }

  /** As Java is told with -Dhttps.proxyHost and -Dhttps.proxyPort. */
  @Test
  void aPartyBehindAProxyTakesPart() throws Exception {
    Map<String, String> settings = new TreeMap<>();
    try (TestServer server = new TestServer(folder);
        ConnectProxy proxy = new ConnectProxy()) {
      settings.put("https.proxyHost", "127.0.0.1");
      settings.put("https.proxyPort", Integer.toString(proxy.port()));
      settings.put("http.nonProxyHosts", ""); // else this machine is never asked for by proxy
      settings.forEach(System::setProperty);
      Endpoint endpoint = Counting.endpoint("maple", 1);
      GrpcLink link = server.connect(new TreeMap<>(Map.of(PartyId.of("maple"), endpoint)));
      var parties = Counting.behind(link);
      assertThat(parties.sum(new Counting.More(200_000)).total().values().get(9, 0)).isEqualTo(10);
      assertThat(proxy.asked).containsOnly("CONNECT");
    } finally {
      settings.keySet().forEach(System::clearProperty);
    }
  }

  /** Everything in one small heap: coordinator, an honest party, and those who mean ill. */
  @Test
  void honestSumsGoOnUnderHostileLoadInASmallHeap() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                HostileLoad.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("all sums right");
  }
}
