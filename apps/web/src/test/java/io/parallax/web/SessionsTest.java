package io.parallax.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Limits of sessions and of sign-ins under way, by a clock of the test's own. */
class SessionsTest {
  private final AtomicLong clock = new AtomicLong();
  private final Sessions sessions =
      new Sessions(Duration.ofMinutes(30), Duration.ofHours(8), clock::get);

  private static Person person(String id) {
    return new Person(id, "Dr. " + id, Set.of("reader"));
  }

  private void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  @Test
  void aSessionEndsWithoutCallsAndAtTheLatestAfterItsTime() {
    String idle = sessions.open(person("a"));
    pass(Duration.ofMinutes(29));
    assertThat(sessions.find(idle, true).person()).isPresent();
    pass(Duration.ofMinutes(29));
    assertThat(sessions.find(idle, false).person()).as("only looked at").isPresent();
    pass(Duration.ofMinutes(2));
    assertThat(sessions.find(idle, true).reason())
        .isEqualTo("this session ended after 30 minutes without a call");
    assertThat(sessions.find(idle, true).person()).as("for good").isEmpty();
    sessions.end(idle);
    assertThat(sessions.find(idle, true).reason()).startsWith("this session is over");
    String busy = sessions.open(person("a"));
    for (int i = 0; i < 24; i++) {
      pass(Duration.ofMinutes(20));
      assertThat(sessions.find(busy, true).person()).isPresent();
    }
    pass(Duration.ofMinutes(1));
    assertThat(sessions.find(busy, true).reason()).isEqualTo("this session ended after 8 hours");
  }

  @Test
  void onePersonHasTenSessionsAndTakesNoneOfOthers() {
    String other = sessions.open(person("b"));
    List<String> own = new ArrayList<>();
    for (int i = 0; i < 11; i++) {
      own.add(sessions.open(person("a")));
    }
    assertThat(sessions.find(own.get(0), true).person()).isEmpty();
    assertThat(sessions.find(own.get(1), true).person()).isPresent();
    assertThat(sessions.find(other, true).person()).contains(person("b"));
  }

  private record Attempt(String state) implements IdentityService.Attempt {
    @Override
    public URI to() {
      return URI.create("https://id.example");
    }

    @Override
    public Person finish(Map<String, String> query) {
      return person("a");
    }
  }

  @Test
  void signInsUnderWayAreBoundedAndEnd() {
    PendingSignIns pending = new PendingSignIns(clock::get);
    pending.add(new Attempt("mine"), "browser", "", "192.0.2.1");
    for (int i = 0; i < 5000; i++) {
      pending.add(new Attempt("flood" + i), "x", "", "192.0.2.66");
    }
    assertThat(pending.size()).isEqualTo(201);
    assertThat(pending.take("mine", "browser").place()).isEmpty();
    assertThatThrownBy(() -> pending.take("mine", "browser")).isInstanceOf(NotAdmitted.class);
    for (int i = 0; i < 5000; i++) {
      pending.add(new Attempt("many" + i), "x", "", "192.0.2." + i);
    }
    assertThat(pending.size()).isEqualTo(2000);
    pending.add(new Attempt("late"), "browser", "", "192.0.2.1");
    pass(Duration.ofMinutes(11));
    assertThatThrownBy(() -> pending.take("late", "browser"))
        .hasMessageContaining("begun too long ago");
  }

  @Test
  void twoAccountsOfOneNameMayBeOnePerson() {
    Person account = new Person("https://id.example#1", "Dr.  Grey", Set.of());
    assertThat(account.maybe(Person.ofToken("dr. grey", Set.of()))).isTrue();
    assertThat(account.maybe(new Person("https://id.example#1", "Renamed", Set.of()))).isTrue();
    assertThat(account.maybe(new Person("https://id.example#2", "Dr. Kim", Set.of()))).isFalse();
  }
}
