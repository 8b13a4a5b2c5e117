package io.parallax.coordinator;

import io.parallax.grpc.PartyServer;
import io.parallax.web.MetricsText;
import io.parallax.web.Reply;
import java.util.EnumMap;
import java.util.Map;

/** The coordinator's numbers for a monitoring program. */
record CoordinatorMetrics(
    StudyStore studies,
    Runner runner,
    AuditLog audit,
    PartyServer partyServer,
    OperatorWatch watch,
    CoordinatorHealth health) {

  Reply reply() {
    MetricsText text = new MetricsText();
    studies(text);
    text.gauge("parallax_parties_connected", "Parties connected.", partyServer.present().size())
        .gauge("parallax_studies_running", "Studies running now.", runner.count())
        .counter("parallax_rounds_total", "Rounds since the start.", runner.rounds())
        .counter("parallax_denied_total", "Denied or failed calls.", audit.denied())
        .gauge(
            "parallax_certificate_seconds_left",
            "Seconds until the certificate ends.",
            partyServer.certificate().left().toSeconds());
    watch.metrics(text);
    return health.metrics(text).reply();
  }

  /** Adds the number of studies in each state; none while the database is down. */
  private void studies(MetricsText text) {
    try {
      Map<StudyState, Integer> byState = new EnumMap<>(StudyState.class);
      studies.states().values().forEach(state -> byState.merge(state, 1, Integer::sum));
      text.head("parallax_studies", "Studies by state.", "gauge");
      for (StudyState state : StudyState.values()) {
        String line = "parallax_studies{state=\"%s\"}".formatted(state.word());
        text.line(line, byState.getOrDefault(state, 0));
      }
    } catch (Database.Down e) {
      // parallax_database_up says so
    }
  }
}
