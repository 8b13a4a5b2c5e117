package io.parallax.coordinator;

import com.fasterxml.jackson.databind.util.RawValue;
import io.parallax.coordinator.Tokens.Role;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.grpc.PartyServer;
import io.parallax.web.Call;
import io.parallax.web.MetricsText;
import io.parallax.web.Person;
import io.parallax.web.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Maps HTTPS requests to answers and to the roles that may make them; denies all others. */
final class Routes {
  private static final int SHORTEST_ID = 8;
  private static final Set<Role> CARRIERS = Set.of(Role.OPERATOR, Role.AUTHORITY);
  private static final int MOST_ROUNDS = 1000;
  private final CatalogueStore catalogue;
  private final CoordinatorHealth health;
  private final OperatorWatch watch;
  private final StudyStore studies;
  private final PartyRegistry parties;
  private final RoundStore book;
  private final Runner runner;
  private final AuditLog audit;
  private final PartyServer partyServer;
  private final DashboardApi dashboard;
  private final Admission admission;
  private final Set<Route> routes;

  /** Answers a request; {@code study} is null if the path names none. */
  private interface Handler {
    Reply answer(Person person, Call call, StudyEntry study);
  }

  private record Route(String method, String path, Set<Role> roles, Handler handler) {}

  Routes(
      CoordinatorHealth health,
      OperatorWatch watch,
      StudyStore studies,
      PartyRegistry parties,
      RoundStore book,
      Runner runner,
      AuditLog audit,
      PartyServer partyServer,
      RunCatalogue runs,
      Database database,
      Admission admission) {
    this.health = health;
    this.watch = watch;
    this.studies = studies;
    this.parties = parties;
    this.book = book;
    this.runner = runner;
    this.audit = audit;
    this.partyServer = partyServer;
    this.catalogue = new CatalogueStore(database);
    this.dashboard = new DashboardApi(studies, parties, book, runner, audit, runs, catalogue);
    this.admission = admission;
    this.routes = routes();
  }

  private Set<Route> routes() {
    Set<Role> all = Set.of(Role.RESEARCHER, Role.OPERATOR);
    Set<Role> operators = Set.of(Role.OPERATOR);
    Set<Role> watchers = Set.of(Role.OPERATOR, Role.MONITOR);
    return Set.of(
        new Route("GET", "/v1/studies", all, (p, c, s) -> list(p)),
        new Route("POST", "/v1/studies", Set.of(Role.RESEARCHER), (p, c, s) -> submit(p, c)),
        new Route("GET", "/v1/studies/*", all, (p, c, s) -> Reply.json(200, whole(s))),
        new Route("GET", "/v1/studies/*/rounds", all, (p, c, s) -> rounds(c, s)),
        new Route("GET", "/v1/studies/*/result", all, (p, c, s) -> result(s)),
        new Route("POST", "/v1/studies/*/stop", all, (p, c, s) -> stop(p, s)),
        new Route("POST", "/v1/studies/*/resume", all, (p, c, s) -> resume(p, s)),
        new Route("GET", "/v1/board", all, (p, c, s) -> dashboard.studies(owner(p), c)),
        new Route("GET", "/v1/catalogue", all, (p, c, s) -> Reply.json(200, shown())),
        new Route("GET", "/v1/form", all, (p, c, s) -> dashboard.form()),
        new Route("POST", "/v1/check", all, (p, c, s) -> dashboard.check(c.body())),
        new Route("GET", "/v1/studies/*/page", all, (p, c, s) -> dashboard.page(whole(s), s)),
        new Route("GET", "/v1/studies/*/report", all, (p, c, s) -> dashboard.report(s)),
        new Route("GET", "/v1/compare", all, (p, c, s) -> compare(p, c)),
        new Route("GET", "/v1/runs", all, (p, c, s) -> dashboard.runs()),
        new Route("GET", "/v1/run", all, (p, c, s) -> dashboard.run(c.text("name"))),
        new Route("GET", "/v1/invitations", CARRIERS, (p, c, s) -> admission.mailbox()),
        carried("/v1/invitations", admission::invite),
        carried("/v1/invitations/admit", admission::admit),
        carried("/v1/invitations/refuse", admission::refuse),
        carried("/v1/invitations/cancel", admission::cancel),
        carried("/v1/renewals", admission::renewed),
        carried("/v1/revocations", admission::revocations),
        new Route("GET", "/v1/parties", operators, (p, c, s) -> connected()),
        new Route("GET", "/v1/health", operators, (p, c, s) -> Reply.json(200, health.whole())),
        new Route("GET", "/v1/audit", operators, (p, c, s) -> audit(c)),
        new Route("GET", "/metrics", watchers, (p, c, s) -> metrics()));
  }

  /** Returns a route for a text of an operator or of the authority. */
  private static Route carried(String path, BiFunction<Person, String, Reply> by) {
    return new Route("POST", path, CARRIERS, (p, c, s) -> by.apply(p, c.body()));
  }

  /** Answers whoever joins by an invitation, which the text itself proves. */
  Optional<Function<String, Reply>> letter(String from, Call call) {
    return call.method().equals("POST") && call.path().equals("/v1/join")
        ? Optional.of(body -> admission.join(from, body))
        : Optional.empty();
  }

  /** Answers requests that need no token. */
  Optional<Reply> open(String method, String path) {
    return switch (method + " " + path) {
      case "GET /health/live" -> Optional.of(Reply.json(200, Map.of("live", true)));
      case "GET /health", "GET /health/ready" -> Optional.of(health.own().reply());
      case "GET /openapi.yaml" -> Optional.of(Reply.text(200, "application/yaml", document()));
      default -> Optional.empty();
    };
  }

  private static String document() {
    try (InputStream in = Routes.class.getResourceAsStream("openapi.yaml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  Reply answer(Person person, Call call) {
    String[] parts = call.path().split("/");
    boolean named = parts.length > 3 && call.path().startsWith("/v1/studies/");
    String pattern = call.path();
    if (named) {
      parts[3] = "*";
      pattern = String.join("/", parts);
    }
    String path = pattern;
    Optional<Route> found =
        routes.stream()
            .filter(r -> r.method().equals(call.method()) && r.path().equals(path))
            .findFirst();
    if (found.isEmpty()) {
      return Reply.error(404, "there is no " + call.method() + " of this path; see /openapi.yaml");
    }
    if (found.get().roles().stream().noneMatch(role -> person.is(role.word()))) {
      throw new Refused(
          "%s is a %s and may not do this"
              .formatted(person.name(), String.join(" and ", person.roles())));
    }
    StudyEntry study = named ? find(person, call.path().split("/")[3]) : null;
    if (named && study == null) {
      audit.event(person.name(), call.method() + " " + call.path(), "no such study of theirs");
      return Reply.error(404, "there is no such study of yours; 'study list' shows them");
    }
    return found.get().handler().answer(person, call, study);
  }

  private static boolean operator(Person person) {
    return person.is(Role.OPERATOR.word());
  }

  /** Returns the owner whose studies a person may see; empty: all owners. */
  private static String owner(Person person) {
    return operator(person) ? "" : person.name();
  }

  /** Finds a study by the beginning of its hash: a researcher's own, or any for an operator. */
  private StudyEntry find(Person person, String id) {
    List<StudyEntry> fitting =
        id.length() < SHORTEST_ID ? List.of() : studies.beginning(id, owner(person));
    return fitting.size() == 1 ? fitting.get(0) : null;
  }

  private List<StudyEntry> mine(Person person) {
    return studies.list().stream()
        .filter(s -> operator(person) || s.owner().equals(person.name()))
        .toList();
  }

  private Reply compare(Person person, Call call) {
    List<StudyEntry> found = new ArrayList<>();
    for (String id : call.text("ids").split(",")) {
      StudyEntry study = find(person, id);
      if (study == null) {
        audit.event(person.name(), "compare study " + id, "no such study of theirs");
        return Reply.error(404, "there is no such study of yours among those to compare");
      }
      found.add(study);
    }
    return dashboard.compared(found);
  }

  /** Returns a text that changes whenever the shown study, or list of studies, does. */
  String mark(Person person, Call call) {
    if (!operator(person) && !person.is(Role.RESEARCHER.word())) {
      throw new Refused(person.name() + " may read metrics only");
    }
    StringBuilder mark =
        new StringBuilder().append(studies.changes()).append(partyServer.present());
    StudyEntry study = find(person, call.text("study"));
    if (study != null) {
      mark.append(book.changes(study.id())).append(runner.late(study.id()));
    } else {
      mark.append(runner.rounds());
    }
    return mark.toString();
  }

  private Reply list(Person person) {
    return Reply.json(200, mine(person).stream().map(this::brief).toList());
  }

  private Reply submit(Person person, Call call) {
    return Reply.json(201, whole(studies.submit(call.body(), person.name())));
  }

  private StudyView.Brief brief(StudyEntry study) {
    return StudyView.Brief.of(study, runner.late(study.id()));
  }

  private StudyView.Whole whole(StudyEntry study) {
    return new StudyView.Whole(
        brief(study),
        book.count(study.id()),
        progress(study).orElse(null),
        parties.members(study.id()).stream()
            .map(member -> StudyView.Member.of(member, isConnected(member.party())))
            .toList(),
        new RawValue(study.manifest()));
  }

  private Optional<StudyProgress> progress(StudyEntry study) {
    return study.state() == StudyState.RUNNING
        ? StudyProgress.of(study.manifest(), book.parts(study.id()))
        : Optional.empty();
  }

  private boolean isConnected(String party) {
    return partyServer.present().stream().anyMatch(id -> id.name().equals(party));
  }

  private Reply rounds(Call call, StudyEntry study) {
    int newest = call.number("newest");
    List<RoundStore.Round> found =
        newest == 0
            ? book.after(study.id(), call.number("skip"))
            : book.newest(study.id(), call.number("skip"), Math.min(newest, MOST_ROUNDS));
    return Reply.json(
        200,
        parties.closed(study)
            ? found.stream().map(RoundStore.Round::withoutObjective).toList()
            : found);
  }

  private Reply result(StudyEntry study) {
    if (study.state() != StudyState.FINISHED) {
      return Reply.error(409, "the study is " + study.state().word() + ", not finished");
    }
    return Reply.text(200, "application/json", studies.result(study.id()));
  }

  private Reply stop(Person person, StudyEntry study) {
    boolean queued =
        studies.move(
            study.id(),
            List.of(StudyState.QUEUED, StudyState.WAITING),
            StudyState.STOPPED,
            "stopped",
            "");
    if (!queued && study.state() != StudyState.RUNNING) {
      return Reply.error(409, "the study is " + study.state().word() + " and does not run");
    }
    runner.stop(study.id());
    audit.event(person.name(), "stop study " + study.id(), "ok");
    return Reply.json(202, Map.of("id", study.id(), "state", "stopping"));
  }

  private Reply resume(Person person, StudyEntry study) {
    boolean approved = parties.members(study.id()).stream().allMatch(StudyMember::approved);
    StudyState to = approved ? StudyState.QUEUED : StudyState.WAITING;
    if (!studies.move(study.id(), List.of(StudyState.STOPPED, StudyState.FAILED), to, "", "")) {
      return Reply.error(
          409,
          "the study is "
              + study.state().word()
              + "; only stopped and failed studies can be resumed");
    }
    audit.event(person.name(), "resume study " + study.id(), "ok");
    return Reply.json(202, Map.of("id", study.id(), "state", to.word()));
  }

  private List<CatalogueStore.Shown> shown() {
    return catalogue.all();
  }

  private Reply connected() {
    return Reply.json(200, partyServer.present().stream().map(PartyId::name).toList());
  }

  private Reply audit(Call call) {
    int newest = Math.min(call.number("newest"), 1000);
    return Reply.json(
        200, newest > 0 ? audit.about("", newest) : audit.after(call.number("after"), 1000));
  }

  private Reply metrics() {
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
