package io.parallax.coordinator;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.grpc.Attendance;
import io.parallax.grpc.PartyServer;
import io.parallax.watch.Health;
import io.parallax.watch.Heap;
import io.parallax.watch.Machine;
import io.parallax.watch.Notice;
import io.parallax.watch.Thresholds;
import io.parallax.web.MetricsText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The state of a running coordinator, of its parties and studies, for those on call. */
final class CoordinatorHealth {
  /** The topic that has a line of its own in the log. */
  static final String DATABASE = "database";

  private static final long MOST_SKEW_MILLIS = 60_000;
  private static final Duration SOON = Duration.ofDays(30);
  private final CoordinatorServer.Setup setup;
  private final Thresholds limits;
  private final Database database;
  private final StudyStore studies;
  private final PartyRegistry parties;
  private final Runner runner;
  private final PartyServer partyServer;

  CoordinatorHealth(
      CoordinatorServer.Setup setup,
      Database database,
      StudyStore studies,
      PartyRegistry parties,
      Runner runner,
      PartyServer partyServer) {
    this.setup = setup;
    this.limits = setup.watched().limits();
    this.database = database;
    this.studies = studies;
    this.parties = parties;
    this.runner = runner;
    this.partyServer = partyServer;
  }

  /**
   * A party as the coordinator sees it.
   *
   * @param seen when it was there last; empty: it has never come
   * @param version of its program; empty: it has not come since the start
   * @param clockSeconds by how much its clock is ahead
   * @param certificateDays until its certificate ends; null: it has not come since the start
   * @param problem why it cannot take part; empty: nothing is known against it
   */
  record PartyState(
      String party,
      boolean connected,
      String seen,
      String version,
      double clockSeconds,
      Long certificateDays,
      String problem) {}

  /** All that operators see. */
  record Whole(boolean ready, List<String> why, List<String> soon, List<PartyState> parties) {}

  /** The longest wait of a study for somebody. */
  private record Wait(Duration time, String study) {}

  /** Returns the state of this node alone, which names nobody and needs no token. */
  Health own() {
    return findings().health();
  }

  private Health.Findings findings() {
    return new Health.Findings(limits)
        .fault(!database.up(), DATABASE, "it does not answer; studies continue")
        .machine(Machine.free(setup.state()), Heap.now(), partyServer.certificate());
  }

  /** Returns the state with parties and studies, for the log and for operators. */
  Health all() {
    Health.Findings findings = findings();
    states().forEach(state -> judge(findings, state));
    waits()
        .forEach(
            (who, wait) ->
                findings.soon(
                    wait.time().compareTo(limits.patience()) > 0,
                    "study " + wait.study() + " waits for " + who,
                    words(wait.time())));
    for (Runner.Pace pace : runner.paces()) {
      Duration still = Duration.between(pace.moved(), Instant.now());
      findings.soon(
          still.compareTo(limits.patience()) > 0,
          "study " + Notice.word(pace.name()) + " is stuck",
          "no round for " + words(still) + "; the parties' logs say more");
    }
    return findings.health();
  }

  private void judge(Health.Findings findings, PartyState state) {
    String of = " of party " + state.party();
    findings
        .soon(!state.problem().isEmpty(), "party " + state.party(), state.problem())
        .soon(
            Math.abs(state.clockSeconds()) * 1000 > MOST_SKEW_MILLIS,
            "clock" + of,
            "it differs by %d s; set it (NTP)".formatted((long) state.clockSeconds()))
        .soon(
            state.certificateDays() != null && state.certificateDays() < SOON.toDays(),
            "certificate" + of,
            "it ends in %s; it has to be renewed"
                .formatted(
                    Health.days(state.certificateDays() == null ? 0 : state.certificateDays())));
  }

  private static String words(Duration time) {
    return time.toHours() > 48
        ? time.toDays() + " days"
        : time.toMinutes() > 120 ? time.toHours() + " hours" : time.toSeconds() + " s";
  }

  Whole whole() {
    Health health = all();
    return new Whole(health.ready(), health.why(), health.soon(), states());
  }

  private List<PartyState> states() {
    SortedMap<PartyId, Attendance> came = partyServer.attendances();
    SortedMap<String, String> seen = new TreeMap<>();
    came.forEach((id, one) -> seen.put(id.name(), ""));
    try {
      seen.putAll(parties.seen());
    } catch (Database.Down e) {
      // those that have come since the start are known without it
    }
    Set<PartyId> present = partyServer.present();
    List<PartyState> states = new ArrayList<>();
    seen.forEach(
        (name, last) -> {
          PartyId id = PartyId.of(name);
          states.add(state(name, last, present.contains(id), came.get(id)));
        });
    return states;
  }

  private PartyState state(String name, String seen, boolean connected, Attendance one) {
    if (one == null) {
      return new PartyState(name, connected, seen, "", 0, null, "");
    }
    String problem = connected ? otherVersion(one) : one.refused().map(r -> r.why()).orElse("");
    return new PartyState(
        name,
        connected,
        one.seen().equals(Instant.EPOCH) ? seen : one.seen().toString(),
        one.version(),
        connected ? one.aheadMillis() / 1000.0 : 0,
        one.certificateEnds()
            .map(end -> Duration.between(Instant.now(), end).toDays())
            .orElse(null),
        problem);
  }

  private String otherVersion(Attendance one) {
    return one.version().equals(setup.version())
        ? ""
        : "it runs version %s and this coordinator %s; studies need the same version on both"
            .formatted(one.version(), setup.version());
  }

  /** Rejects a study among parties of which one has come with another version. */
  void requireSameVersion(Collection<PartyId> members) {
    SortedMap<PartyId, Attendance> came = partyServer.attendances();
    for (PartyId id : members) {
      Attendance one = came.get(id);
      if (one != null && !one.version().isEmpty() && !otherVersion(one).isEmpty()) {
        throw new BadInput("party %s cannot take part: %s".formatted(id, otherVersion(one)));
      }
    }
  }

  /** Returns for whom studies wait, and the longest wait for each. */
  private SortedMap<String, Wait> waits() {
    SortedMap<String, Wait> waits = new TreeMap<>();
    Instant now = Instant.now();
    for (Runner.Pace pace : runner.paces()) {
      pace.late().forEach((id, since) -> add(waits, id + "'s answer", since, now, pace.name()));
    }
    try {
      for (StudyEntry study : studies.in(StudyState.WAITING)) {
        Instant since = Instant.parse(study.created());
        parties.members(study.id()).stream()
            .filter(StudyMember::undecided)
            .forEach(m -> add(waits, m.party() + "'s decision", since, now, study.name()));
      }
    } catch (Database.Down e) {
      // waits of running studies are known without it
    }
    return waits;
  }

  private static void add(
      Map<String, Wait> waits, String who, Instant since, Instant now, String study) {
    Wait wait = new Wait(Duration.between(since, now), Notice.word(study));
    waits.merge(who, wait, (a, b) -> a.time().compareTo(b.time()) >= 0 ? a : b);
  }

  /** Adds the numbers for Prometheus. */
  MetricsText metrics(MetricsText text) {
    boolean up = database.up();
    text.gauge("parallax_ready", "1 if it can work.", own().ready() ? 1 : 0)
        .gauge("parallax_database_up", "1 if the database answers.", up ? 1 : 0)
        .gauge("parallax_certificates_revoked", "Revoked certificates.", partyServer.revoked());
    parties(text);
    refused(text);
    waiting(text);
    double quiet =
        runner.paces().stream()
            .mapToDouble(pace -> seconds(Duration.between(pace.moved(), Instant.now())))
            .max()
            .orElse(0);
    text.gauge("parallax_study_quiet_seconds", "Longest time of a study without a round.", quiet);
    return Machine.metrics(text, setup.state());
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1000.0;
  }

  private void parties(MetricsText text) {
    List<PartyState> states = states();
    text.head("parallax_party_connected", "1 if the party is connected.", "gauge");
    states.forEach(s -> text.line(labelled("parallax_party_connected", s), s.connected() ? 1 : 0));
    text.head("parallax_party_seen_timestamp_seconds", "When it was there last.", "gauge");
    states.stream()
        .filter(s -> !s.seen().isEmpty())
        .forEach(
            s ->
                text.line(
                    labelled("parallax_party_seen_timestamp_seconds", s),
                    Instant.parse(s.seen()).getEpochSecond()));
    text.head("parallax_party_clock_seconds_ahead", "By how much its clock is ahead.", "gauge");
    states.stream()
        .filter(PartyState::connected)
        .forEach(
            s -> text.line(labelled("parallax_party_clock_seconds_ahead", s), s.clockSeconds()));
  }

  private static String labelled(String metric, PartyState state) {
    return "%s{party=\"%s\"}".formatted(metric, state.party());
  }

  /** Adds how many parties are denied, or kept from studies, for each kind of reason. */
  private void refused(MetricsText text) {
    Map<Attendance.Kind, Integer> kinds = new EnumMap<>(Attendance.Kind.class);
    Set<PartyId> present = partyServer.present();
    partyServer
        .attendances()
        .forEach(
            (id, one) -> {
              if (!present.contains(id)) {
                one.refused().ifPresent(r -> kinds.merge(r.kind(), 1, Integer::sum));
              } else if (!otherVersion(one).isEmpty()) {
                kinds.merge(Attendance.Kind.VERSION, 1, Integer::sum);
              }
            });
    text.head("parallax_parties_refused", "Parties that cannot take part.", "gauge");
    for (Attendance.Kind kind : Attendance.Kind.values()) {
      String line = "parallax_parties_refused{why=\"%s\"}".formatted(kind.word());
      text.line(line, kinds.getOrDefault(kind, 0));
    }
  }

  private void waiting(MetricsText text) {
    text.head("parallax_waiting_seconds", "Longest wait of a study, by whom for.", "gauge");
    waits()
        .forEach(
            (who, wait) -> {
              String[] parts = who.split("'s ");
              text.line(
                  "parallax_waiting_seconds{party=\"%s\",for=\"%s\"}".formatted(parts[0], parts[1]),
                  seconds(wait.time()));
            });
  }
}
