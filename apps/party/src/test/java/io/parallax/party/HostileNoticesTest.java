package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.parallax.grpc.Registry.Offer;
import io.parallax.remote.LyingCoordinator;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator that lies about results that wait fills neither a party's outbox nor its heap. */
@Timeout(120)
class HostileNoticesTest {
  private static final int IDS = 100_000;
  @TempDir Path folder;
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final List<String> notes = new CopyOnWriteArrayList<>();

  private HttpServer receiver() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        call -> {
          calls.add(new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          call.sendResponseHeaders(204, -1);
          call.close();
        });
    server.start();
    return server;
  }

  @Test
  void onlyAResultThatTheOwnerHasReservedIsToldAndNoIdThatIsNoHash() throws Exception {
    HttpServer receiver = receiver();
    try (LyingCoordinator liar = new LyingCoordinator(folder)) {
      Path file =
          liar.birch("state", "approve: automatic, release: manual").home().resolve("party.yaml");
      String notify =
          "notify: {webhook: 'http://127.0.0.1:%d/', secret: a secret of sixteen}\n"
              .formatted(receiver.getAddress().getPort());
      Files.writeString(file, Files.readString(file) + notify);
      String good = liar.offer(liar.manifest(LyingCoordinator.YAML, "ana"));
      PartyConfig config = PartyConfig.read(file);
      try (Node node = new Node(config.setup(), new PartyStudies(config), notes::add)) {
        Thread party = new Thread(node::run);
        party.start();
        until(liar.verdicts::size, 1);
        Offer seen = liar.offers.remove(0);
        liar.offers.add(held("../../etc"));
        liar.offers.add(held("a".repeat(IDS)));
        liar.offers.add(held("b".repeat(64)));
        liar.offers.add(new Offer(good, seen.name(), "held", seen.manifest(), "reserved"));
        until(calls::size, 1);
        Thread.sleep(2500); // a second look of the node, and of the notices
        assertThat(calls).singleElement().asString().contains("\"release " + good + "\"");
        assertThat(Files.size(config.state().resolve("notices/webhook.json"))).isLessThan(IDS);
        assertThat(node.offers()).extracting(Offer::study).containsExactly("b".repeat(64), good);
      }
    } finally {
      receiver.stop(0);
    }
  }

  private static Offer held(String id) {
    return new Offer(id, "lie", "held", new byte[0], "reserved");
  }

  private interface Count {
    int now();
  }

  private void until(Count count, int least) throws InterruptedException {
    for (int tries = 0; count.now() < least; tries++) {
      assertThat(tries).as(notes::toString).isLessThan(400);
      Thread.sleep(50);
    }
  }
}
