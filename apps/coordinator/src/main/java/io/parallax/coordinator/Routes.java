package io.parallax.coordinator;

import static io.parallax.web.Operation.get;
import static io.parallax.web.Operation.listOf;
import static io.parallax.web.Operation.post;

import io.parallax.coordinator.Tokens.Role;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.grpc.PartyServer;
import io.parallax.run.StudyResult;
import io.parallax.watch.Health;
import io.parallax.web.ApiDocument;
import io.parallax.web.Call;
import io.parallax.web.Operation;
import io.parallax.web.Person;
import io.parallax.web.Reply;
import io.parallax.web.ServedDocument;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** Maps HTTPS requests to answers and to the roles that may make them; denies all others. */
final class Routes {
  private static final Set<Role> ALL = EnumSet.of(Role.RESEARCHER, Role.OPERATOR);
  private static final Set<Role> RESEARCHERS = EnumSet.of(Role.RESEARCHER);
  private static final Set<Role> OPERATORS = EnumSet.of(Role.OPERATOR);
  private static final Set<Role> WATCHERS = EnumSet.of(Role.OPERATOR, Role.MONITOR);
  private static final Set<Role> CARRIERS = EnumSet.of(Role.OPERATOR, Role.AUTHORITY);
  private static final String STUDY = "/v1/studies/{id}";
  private static final String YAML = "application/yaml";
  private static final String FILE = "the study file, YAML or JSON, without data";
  private static final String UNFINISHED = "it is not finished";
  private static final int MOST_ENTRIES = 1000;

  /** The version of the interface, which is part of its addresses. */
  private static final String VERSION = "1";

  private static final String ABOUT =
      "Studies for people and programs. A call shows its token: 'Authorization: Bearer plx_…'."
          + " Researchers see and steer their own studies, operators all of them; 'security' names"
          + " the roles of which a call needs one. The coordinator's certificate is the"
          + " consortium's: trust its ca.pem. Parties do not come here; they dial the other port"
          + " with their certificates.";

  private static final Operation JOIN =
      post("/v1/join", "Leaves the request of whoever was invited; tells what became of it")
          .takes(
              Operation.JSON,
              new Operation.Texts(List.of("key", "request", "signature")),
              "signed by the invitation's secret; it may be sent again")
          .gives(JoinClient.Answer.class, "waiting, admitted, refused, cancelled or expired")
          .ends(403, "there is no such invitation")
          .ends(429, "too many refused calls; wait a minute");

  private final CatalogueStore catalogue;
  private final CoordinatorHealth health;
  private final CoordinatorMetrics metrics;
  private final StudyCalls studies;
  private final AuditLog audit;
  private final PartyServer partyServer;
  private final DashboardApi dashboard;
  private final Admission admission;
  private final List<Open> open;
  private final List<Route> routes;
  private final ServedDocument document = new ServedDocument(this::document);

  /** Answers a request; {@code study} is null if the path names none. */
  private interface Handler {
    Reply answer(Person person, Call call, StudyEntry study);
  }

  private record Route(Operation about, Handler handler) {}

  /** A call that needs no token. */
  private record Open(Operation about, Supplier<Reply> answer) {}

  /** The answer of a process that runs. */
  record Live(boolean live) {}

  Routes(
      CoordinatorHealth health,
      CoordinatorMetrics metrics,
      StudyCalls studies,
      DashboardApi dashboard,
      CatalogueStore catalogue,
      AuditLog audit,
      PartyServer partyServer,
      Admission admission) {
    this.health = health;
    this.metrics = metrics;
    this.studies = studies;
    this.dashboard = dashboard;
    this.catalogue = catalogue;
    this.audit = audit;
    this.partyServer = partyServer;
    this.admission = admission;
    this.open = opened();
    this.routes = new ArrayList<>(aboutStudies());
    routes.addAll(aboutOneStudy());
    routes.addAll(shown());
    routes.addAll(carried());
    routes.addAll(watched());
  }

  private List<Open> opened() {
    return List.of(
        new Open(
            get("/health/live", "Tells that the process answers").gives(Live.class, "it does"),
            () -> Reply.json(200, new Live(true))),
        ready("/health"),
        ready("/health/ready"));
  }

  private Open ready(String path) {
    return new Open(
        get(path, "Tells whether it can work: database, disk, memory, certificate")
            .gives(Health.class, "it can; soon: what somebody has to do before long")
            .gives(503, Operation.JSON, Health.class, "it cannot; why"),
        () -> health.own().reply());
  }

  private List<Route> aboutStudies() {
    return List.of(
        new Route(
            get("/v1/studies", "The caller's studies; an operator's are all")
                .by(ALL)
                .gives(listOf(StudyView.Brief.class), "the oldest first"),
            (p, c, s) -> studies.list(p)),
        new Route(
            post("/v1/studies", "Submits a study, which then waits for its parties' approvals")
                .by(RESEARCHERS)
                .takes(YAML, String.class, FILE)
                .gives(201, Operation.JSON, StudyView.Whole.class, "the study"),
            (p, c, s) -> studies.submit(p, c)),
        new Route(
            post("/v1/check", "Tells whether a study file could be submitted; keeps nothing")
                .by(ALL)
                .takes(YAML, String.class, FILE)
                .gives(DashboardApi.Checked.class, "good, or not, with the mistake"),
            (p, c, s) -> dashboard.check(c.body())),
        new Route(
            get("/v1/board", "Fifty of the caller's studies, the newest first, and all by state")
                .by(ALL)
                .query("state", "only studies in this state")
                .query("text", "in the name, or the beginning of the method or the hash")
                .number("skip", "so many of them are left out")
                .gives(StudyView.Rows.class, "studies and counts"),
            (p, c, s) -> dashboard.studies(StudyCalls.owner(p), c)),
        new Route(
            get("/v1/compare", "Two to twelve studies side by side, each minus the first")
                .by(ALL)
                .query("ids", "hashes with commas between")
                .gives(StudyView.Comparison.class, "studies, differences and pictures")
                .ends(404, "one of them is not there, or not the caller's"),
            (p, c, s) -> compare(p, c)));
  }

  private List<Route> aboutOneStudy() {
    return List.of(
        new Route(
            one("GET", "", "A study: its parties and their decisions, who is late, the time left")
                .gives(StudyView.Whole.class, "the study"),
            (p, c, s) -> Reply.json(200, studies.whole(s))),
        new Route(
            one("GET", "/rounds", "Its rounds so far, in order")
                .number("skip", "so many of them are left out")
                .number("newest", "at most so many, the newest first")
                .gives(listOf(RoundStore.Round.class), "the rounds"),
            (p, c, s) -> studies.rounds(c, s)),
        new Route(
            one("GET", "/result", "The result of a finished study")
                .gives(StudyResult.class, "as 'run --json' prints it")
                .ends(409, UNFINISHED),
            (p, c, s) -> studies.result(s)),
        new Route(
            one("GET", "/report", "The report of a finished study")
                .gives(200, "text/html", String.class, "a page that needs no network")
                .ends(409, UNFINISHED),
            (p, c, s) -> dashboard.report(s)),
        new Route(
            one("GET", "/page", "All that the dashboard shows of a study")
                .gives(StudyView.Page.class, "parts, data, log, pictures, result"),
            (p, c, s) -> dashboard.page(studies.whole(s), s)),
        new Route(
            one("POST", "/stop", "Stops a study after the current round")
                .gives(202, Operation.JSON, StudyCalls.Moved.class, "it will stop")
                .ends(409, "it does not run"),
            (p, c, s) -> studies.stop(p, s)),
        new Route(
            one("POST", "/resume", "Goes on with a stopped or failed study")
                .gives(202, Operation.JSON, StudyCalls.Moved.class, "from its last round")
                .ends(409, "it is neither stopped nor failed"),
            (p, c, s) -> studies.resume(p, s)));
  }

  private static Operation one(String method, String further, String summary) {
    String path = STUDY + further;
    Operation operation = method.equals("GET") ? get(path, summary) : post(path, summary);
    return operation.by(ALL).part("id", "the study's hash, or its first 8 or more digits");
  }

  private List<Route> shown() {
    return List.of(
        new Route(
            get("/v1/catalogue", "The views, columns and rounded numbers of rows that owners show")
                .by(ALL)
                .gives(listOf(CatalogueStore.Shown.class), "by party"),
            (p, c, s) -> Reply.json(200, catalogue.all())),
        new Route(
            get("/v1/form", "The methods with their settings, and the parties, for a study's form")
                .by(ALL)
                .gives(DashboardApi.Form.class, "the offer"),
            (p, c, s) -> dashboard.form()),
        new Route(
            get("/v1/runs", "Runs in one process that the coordinator's file points to")
                .by(ALL)
                .gives(listOf(RunCatalogue.Row.class), "the newest first"),
            (p, c, s) -> dashboard.runs()),
        new Route(
            get("/v1/run", "The report of such a run")
                .by(ALL)
                .query("name", "the run's folder")
                .gives(DashboardApi.ShownRun.class, "HTML in JSON")
                .ends(404, "there is none"),
            (p, c, s) -> dashboard.run(c.text("name"))));
  }

  private List<Route> carried() {
    return List.of(
        new Route(
            get("/v1/invitations", "Invitations, and the requests that wait for the authority")
                .by(CARRIERS)
                .gives(Mailbox.class, "and the hash of the list of revoked certificates"),
            (p, c, s) -> admission.mailbox()),
        carried(
            "/v1/invitations",
            "Registers an invitation by the public half of its secret",
            admission::invite,
            "name",
            "role",
            "key",
            "expires"),
        carried(
            "/v1/invitations/admit",
            "Brings the authority's certificate for a request",
            admission::admit,
            "key",
            "certificate"),
        carried("/v1/invitations/refuse", "Ends an invitation", admission::refuse, "key", "reason"),
        carried("/v1/invitations/cancel", "Withdraws an open one", admission::cancel, "name"),
        carried("/v1/renewals", "Brings a renewed certificate", admission::renewed, "certificate"),
        new Route(
            post("/v1/revocations", "Brings the authority's list of revoked certificates")
                .by(CARRIERS)
                .takes("application/x-pem-file", String.class, "the list")
                .gives(Admission.Done.class, "done: whether it is newer than the kept one"),
            (p, c, s) -> admission.revocations(p, c.body())));
  }

  /** Returns a route for texts of an operator or of the authority. */
  private static Route carried(
      String path, String summary, BiFunction<Person, String, Reply> by, String... texts) {
    return new Route(
        post(path, summary)
            .by(CARRIERS)
            .takes(Operation.JSON, new Operation.Texts(List.of(texts)), "all of them")
            .gives(Admission.Done.class, "it is done"),
        (p, c, s) -> by.apply(p, c.body()));
  }

  private List<Route> watched() {
    return List.of(
        new Route(
            get("/v1/parties", "The parties that are connected")
                .by(OPERATORS)
                .gives(listOf(String.class), "their names"),
            (p, c, s) ->
                Reply.json(200, partyServer.present().stream().map(PartyId::name).toList())),
        new Route(
            get("/v1/health", "What needs somebody, and every party's state")
                .by(OPERATORS)
                .gives(CoordinatorHealth.Whole.class, "last time here, version, certificate"),
            (p, c, s) -> Reply.json(200, health.whole())),
        new Route(
            get("/v1/audit", "The audit log, up to 1000 entries")
                .by(OPERATORS)
                .number("after", "from this entry on, the oldest first")
                .number("newest", "so many, the newest first, instead")
                .gives(listOf(AuditLog.Entry.class), "the entries"),
            (p, c, s) -> audit(c)),
        new Route(
            get("/metrics", "Numbers for Prometheus")
                .by(WATCHERS)
                .gives(200, "text/plain", String.class, "its text format"),
            (p, c, s) -> metrics.reply()));
  }

  private ApiDocument document() {
    List<Operation> all = new ArrayList<>(ApiDocument.common(ALL));
    open.forEach(one -> all.add(one.about()));
    routes.forEach(one -> all.add(one.about()));
    all.add(JOIN);
    return new ApiDocument("Parallax coordinator", ABOUT, VERSION, all);
  }

  /** Answers whoever joins by an invitation, which the text itself proves. */
  Optional<Function<String, Reply>> letter(String from, Call call) {
    return JOIN.fits(call) ? Optional.of(body -> admission.join(from, body)) : Optional.empty();
  }

  /** Answers requests that need no token. */
  Optional<Reply> open(Call call) {
    Optional<Reply> described = document.open(call);
    if (described.isPresent()) {
      return described;
    }
    return open.stream()
        .filter(one -> one.about().fits(call))
        .findFirst()
        .map(one -> one.answer().get());
  }

  Reply answer(Person person, Call call) {
    Optional<Route> found = routes.stream().filter(r -> r.about().fits(call)).findFirst();
    if (found.isEmpty()) {
      return Reply.error(
          404, "there is no " + call.method() + " of this path; see " + ApiDocument.PATH);
    }
    require(person, found.get().about());
    Optional<String> id = found.get().about().named(call);
    Optional<StudyEntry> study =
        id.flatMap(text -> studies.find(person, text, call.method() + " " + call.path()));
    if (id.isPresent() && study.isEmpty()) {
      return Reply.error(404, "there is no such study of yours; 'study list' shows them");
    }
    return found.get().handler().answer(person, call, study.orElse(null));
  }

  private static void require(Person person, Operation call) {
    if (!call.open(person)) {
      throw new Refused(
          "%s is a %s and may not do this"
              .formatted(person.name(), String.join(" and ", person.roles())));
    }
  }

  private Reply compare(Person person, Call call) {
    return studies
        .named(person, call.text("ids"))
        .map(dashboard::compared)
        .orElse(Reply.error(404, "there is no such study of yours among those to compare"));
  }

  /** Returns a text that changes whenever the shown study, or list of studies, does. */
  String mark(Person person, Call call) {
    if (ALL.stream().noneMatch(role -> person.is(role.word()))) {
      throw new Refused(person.name() + " may read metrics only");
    }
    return studies.mark(person, call);
  }

  private Reply audit(Call call) {
    int newest = Math.min(call.number("newest"), MOST_ENTRIES);
    return Reply.json(
        200,
        newest > 0 ? audit.about("", newest) : audit.after(call.number("after"), MOST_ENTRIES));
  }
}
