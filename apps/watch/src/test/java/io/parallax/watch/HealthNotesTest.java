package io.parallax.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.study.yaml.Yaml;
import io.parallax.web.MetricsText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log has a line when something goes wrong, one when it is well again, and no flood. */
class HealthNotesTest {
  @TempDir Path folder;
  private final List<String> notes = new ArrayList<>();
  private Instant now = Instant.parse("2027-01-31T12:00:00Z");

  private HealthNotes notes() {
    Notifier none = new Notifier("party birch", Optional.empty(), folder, notes::add);
    return notes(none);
  }

  private HealthNotes notes(Notifier notifier) {
    return new HealthNotes(
        "party birch", Set.of("coordinator"), Set.of("decisions"), notifier, () -> now, notes::add);
  }

  private static Health low(long mebibytes) {
    String text = mebibytes + " MiB are free for the state; make room";
    return new Health.Findings(Thresholds.USUAL)
        .fault(mebibytes < 200, "disk", text)
        .fault(mebibytes < 200, "coordinator", "no connection")
        .health();
  }

  @Test
  void eachFaultIsNotedOnceAndItsEnd() {
    HealthNotes health = notes();
    health.look(low(120));
    health.look(low(119));
    health.look(low(5000));
    health.look(low(5000));
    assertThat(notes)
        .containsExactly("disk: 120 MiB are free for the state; make room", "disk: well again");
  }

  @Test
  void whatComesAndGoesDoesNotFillTheLog() {
    HealthNotes health = notes();
    for (int second = 0; second < 120; second++) {
      health.look(low(second % 2 == 0 ? 199 : 201));
      now = now.plusSeconds(1);
    }
    assertThat(notes).as("twice in two minutes").hasSize(4);
    now = now.plus(Duration.ofMinutes(2));
    health.look(low(10));
    assertThat(notes).hasSize(5).last().asString().startsWith("disk: 10 MiB");
  }

  /** Others have noted it in the log already; those on call are told. */
  @Test
  void whatLastsIsToldAlsoIfOthersNoteIt() throws Exception {
    String yaml = "notify: {webhook: 'http://127.0.0.1:9/', secret: a secret of sixteen}";
    Yaml file = Yaml.parse("party.yaml", yaml);
    try (Notifier notifier =
        new Notifier(
            "party birch",
            WatchSettings.of(file.entries(), folder).notices(),
            folder,
            new ArrayList<>()::add)) {
      HealthNotes health = notes(notifier);
      Health away =
          new Health.Findings(Thresholds.USUAL)
              .fault(true, "coordinator", "no connection")
              .soon(true, "decisions", "studies wait for the owner")
              .health();
      health.look(away);
      assertThat(waiting(notifier)).isZero();
      now = now.plus(Duration.ofMinutes(11));
      health.look(away);
      health.look(away);
      assertThat(waiting(notifier)).as("once, and no decision").isOne();
    }
    assertThat(notes).isEmpty();
  }

  private static int waiting(Notifier notifier) {
    MetricsText text = new MetricsText();
    notifier.metrics(text);
    String all = new String(text.reply().content(), StandardCharsets.UTF_8);
    return Integer.parseInt(
        all.replaceAll("(?s).*parallax_notices_waiting[{]channel=\"webhook\"[}] ", "").strip());
  }

  @Test
  void thresholdsAreReadAndMistakesNamed() {
    Thresholds own = of("{disk: 10 GB, memory: 80, wait: 2 days}");
    assertThat(own).isEqualTo(new Thresholds(10_000_000_000L, 80, Duration.ofDays(2)));
    assertThat(of("{memory: 80}").disk()).isEqualTo(Thresholds.USUAL.disk());
    for (String wrong : List.of("{disk: 10}", "{memory: 0}", "{memory: 101}", "{wait: long}")) {
      assertThatThrownBy(() -> of(wrong))
          .as(wrong)
          .isInstanceOf(BadInput.class)
          .hasMessageStartingWith("hub.yaml:1: health.");
    }
  }

  private static Thresholds of(String yaml) {
    Yaml file = Yaml.parse("hub.yaml", "health: " + yaml);
    return WatchSettings.of(file.entries(), Path.of(".")).limits();
  }
}
