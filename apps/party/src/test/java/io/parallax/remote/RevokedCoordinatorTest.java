package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.PartyId;
import io.parallax.party.Node;
import io.parallax.party.PartyConfig;
import io.parallax.party.PartyStudies;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A party asks for the authority's list, keeps the newest, and does not believe whom it names. */
@Timeout(180)
class RevokedCoordinatorTest {
  private static final String REFUSED = "is not trusted: its certificate has been revoked";
  private static final String CONNECTED = "connected to the coordinator";
  @TempDir Path folder;

  private static void until(BooleanSupplier done, List<String> notes) throws Exception {
    for (int tries = 0; !done.getAsBoolean(); tries++) {
      assertThat(tries).as(notes::toString).isLessThan(1200);
      Thread.sleep(50);
    }
  }

  private static Node start(PartyConfig config, List<String> notes) {
    Node node = new Node(config.setup(), new PartyStudies(config), notes::add);
    Thread party = new Thread(node::run);
    party.setDaemon(true);
    party.start();
    return node;
  }

  @Test
  void isSentAwayByAPartyThatHasSeenTheListAlsoAfterARestart() throws Exception {
    try (LyingCoordinator hub = new LyingCoordinator(folder)) {
      PartyConfig config = hub.birch("state", "");
      Path kept = config.state().resolve("revoked.pem");
      List<String> notes = new CopyOnWriteArrayList<>();
      try (Node node = start(config, notes)) {
        assertThat(node.pagePort()).isEmpty();
        until(() -> Files.exists(kept), notes);
        assertThat(notes).contains(CONNECTED).noneMatch(note -> note.contains(REFUSED));
        String old = Files.readString(kept);
        hub.authority.revoke(PartyId.of("hub"));
        until(() -> notes.stream().anyMatch(note -> note.contains(REFUSED)), notes);
        assertThat(Files.readString(kept)).isNotEqualTo(old);
        int then = notes.size();
        Thread.sleep(1500);
        assertThat(notes.subList(then, notes.size())).doesNotContain(CONNECTED);
      }
      List<String> again = new CopyOnWriteArrayList<>();
      try (Node node = start(config, again)) {
        assertThat(node.pagePort()).isEmpty();
        until(() -> again.stream().anyMatch(note -> note.contains(REFUSED)), again);
        assertThat(again).doesNotContain(CONNECTED);
      }
      List<String> control = new CopyOnWriteArrayList<>(); // has never seen a list
      try (Node node = start(hub.birch("elsewhere", ""), control)) {
        assertThat(node.pagePort()).isEmpty();
        until(() -> control.contains(CONNECTED), control);
      }
    }
  }
}
