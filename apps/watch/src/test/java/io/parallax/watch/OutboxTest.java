package io.parallax.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each notice goes once, waits while the channel is away, and does not become a flood. */
class OutboxTest {
  @TempDir Path folder;
  private final List<Notice> sent = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private Instant now = Instant.parse("2027-01-31T12:00:00Z");
  private String away = "";
  private int tries;

  private Outbox open(int most) {
    return new Outbox("party birch", new Recorded(), folder, most, () -> now, notes::add);
  }

  private final class Recorded implements Channel {
    @Override
    public String name() {
      return "mail";
    }

    @Override
    public String target() {
      return "the mail server here:25";
    }

    @Override
    public void send(String node, Notice notice) throws NotSent {
      tries++;
      if (!away.isEmpty()) {
        throw new NotSent(away, null);
      }
      sent.add(notice);
    }
  }

  private static Notice notice(String key) {
    return new Notice(key, Notice.Subject.DECISION, "About " + key, List.of(), Map.of());
  }

  @Test
  void aNoticeIsSentOnceAlsoAfterARestart() {
    Outbox first = open(10);
    assertThat(first.put(notice("a"))).isTrue();
    first.work();
    assertThat(first.put(notice("a"))).isFalse();
    first.work();
    Outbox again = open(10);
    assertThat(again.put(notice("a"))).isFalse();
    assertThat(again.put(notice("b"))).isTrue();
    again.work();
    assertThat(sent).extracting(Notice::key).containsExactly("a", "b");
  }

  @Test
  void whatCouldNotBeSentWaitsWithGrowingPausesAndOverARestart() {
    away = "it cannot be reached";
    Outbox first = open(10);
    first.put(notice("a"));
    for (int second = 0; second < 100; second++) {
      first.work();
      now = now.plusSeconds(1);
    }
    assertThat(tries).as("at 0, 5, 15, 35 and 75 s").isEqualTo(5);
    assertThat(first.waiting()).isEqualTo(1);
    assertThat(first.failed()).isEqualTo(5);
    assertThat(notes)
        .as("one line, however often it fails")
        .containsExactly(
            "notices cannot be sent by the mail server here:25: it cannot be reached; they wait"
                + " and are tried again");
    away = "";
    Outbox again = open(10);
    again.work();
    assertThat(sent).extracting(Notice::key).containsExactly("a");
    assertThat(again.waiting()).isZero();
    now = now.plus(Duration.ofDays(1));
    first.work();
    assertThat(notes).last().isEqualTo("notices are sent again by the mail server here:25");
  }

  @Test
  void moreThanAnHourAllowsComesAsOne() {
    Outbox box = open(3);
    for (int i = 0; i < 2; i++) {
      box.put(notice("first " + i));
      box.work();
    }
    for (int i = 0; i < 1000; i++) {
      box.put(notice("flood " + i));
    }
    box.work();
    assertThat(sent).hasSize(3);
    Notice summary = sent.get(2);
    assertThat(summary.title()).isEqualTo("1000 notices");
    assertThat(summary.lines()).hasSize(51).last().isEqualTo("- and 950 more");
    box.put(notice("later"));
    box.work();
    assertThat(sent).as("the hour is full").hasSize(3);
    now = now.plus(Duration.ofMinutes(61));
    box.work();
    assertThat(sent).last().extracting(Notice::key).isEqualTo("later");
  }

  @Test
  void whatIsNoLongerTrueIsDropped() {
    Outbox box = open(3);
    box.put(notice("decided meanwhile"));
    box.put(notice("still open"));
    box.drop(one -> one.key().startsWith("decided"));
    box.work();
    assertThat(sent).extracting(Notice::key).containsExactly("still open");
  }

  @Test
  void whatThereWasNoRoomForIsToldOnce() {
    Outbox box = open(3);
    for (int i = 0; i < 502; i++) {
      box.put(notice("flood " + i));
    }
    box.drop(one -> !one.key().equals("flood 7"));
    box.work();
    assertThat(sent).singleElement().extracting(Notice::title).isEqualTo("3 notices");
    assertThat(box.waiting()).isZero();
    box.put(notice("later"));
    box.work();
    assertThat(sent).last().extracting(Notice::key).isEqualTo("later");
    for (int i = 0; i < 502; i++) {
      box.put(notice("second flood " + i));
    }
    box.drop(one -> true);
    assertThat(box.waiting()).isZero();
  }

  @Test
  void aDamagedOutboxIsSetAsideAndAFullDiskEndsNothing() throws IOException {
    for (String damaged :
        List.of(
            "{",
            "null",
            "{}",
            "{\"told\":[null],\"waiting\":[],\"beyond\":0}",
            "{\"told\":[],\"waiting\":[{\"about\":\"GOSSIP\"}],\"beyond\":0}",
            "{\"told\":[],\"waiting\":[{\"key\":null}],\"beyond\":0}")) {
      notes.clear();
      Files.writeString(folder.resolve("mail.json"), damaged);
      open(3).work();
      assertThat(notes).as(damaged).singleElement().asString().contains("mail.json cannot be read");
      assertThat(folder.resolve("mail.json.damaged")).hasContent(damaged);
      assertThat(folder.resolve("mail.json")).doesNotExist();
    }
    notes.clear();
    Outbox box = open(3);
    Files.createDirectory(folder.resolve("mail.json.tmp")); // nothing can be written there
    box.put(notice("a"));
    box.work();
    box.work();
    assertThat(sent).extracting(Notice::key).containsExactly("a");
  }
}
