package io.parallax.party;

import static io.parallax.web.Operation.get;
import static io.parallax.web.Operation.post;

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
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Maps the calls of a party's page to answers and to the roles that may make them. */
final class PartyRoutes {
  private static final String STUDY = "the study's hash";
  private static final String TEXT = "text/plain";
  private static final String REASON = "the reason, 1 to 200 characters";

  /** The version of the interface, which is part of its addresses. */
  private static final String VERSION = "1";

  private static final String ABOUT =
      "The page of a party's owner, for programs. A call shows the token of 'party page' or one of"
          + " 'party token': 'Authorization: Bearer own_…'; 'security' names the role that it needs."
          + " Without a certificate of its own the page is there for its own machine only.";

  private final PartyPage page;
  private final LedgerPages book;
  private final List<Open> open;
  private final List<Route> routes;
  private final ServedDocument document = new ServedDocument(this::document);

  private record Route(Operation about, BiFunction<Person, Call, Reply> answer) {}

  /** A call that needs no token. */
  private record Open(Operation about, Supplier<Reply> answer) {}

  PartyRoutes(PartyPage page, LedgerPages book) {
    this.page = page;
    this.book = book;
    this.open = opened();
    this.routes = new ArrayList<>(looked());
    routes.addAll(read());
    routes.addAll(decided());
  }

  private List<Open> opened() {
    return List.of(
        new Open(
            get("/health/live", "Tells that the process answers").gives(Object.class, "it does"),
            () -> Reply.json(200, Map.of("live", true))),
        ready("/health"),
        ready("/health/ready"));
  }

  private Open ready(String path) {
    return new Open(
        get(path, "Tells whether it can take part in studies")
            .gives(Health.class, "it can; soon: what somebody has to do before long")
            .gives(503, Operation.JSON, Health.class, "it cannot; why"),
        () -> page.health().reply());
  }

  private static Operation by(PageRole role, Operation call) {
    return call.by(EnumSet.of(role));
  }

  private List<Route> looked() {
    return List.of(
        new Route(
            by(PageRole.READER, get("/v1/party", "The party: its state, its policy, its studies"))
                .gives(PartyPage.Whole.class, "all that the page begins with"),
            (p, c) -> Reply.json(200, page.whole())),
        new Route(
            study(PageRole.READER, get("/v1/facts", "What an owner reads before a decision"))
                .gives(PartyPage.Facts.class, "rows, and attacks on generated rows"),
            (p, c) -> page.facts(c.text("study"))),
        new Route(
            study(PageRole.READER, get("/v1/dossier", "All that is known about a study here"))
                .gives(200, "text/html", String.class, "a page that needs no network"),
            (p, c) -> page.dossier(c.text("study"))),
        new Route(
            study(PageRole.READER, get("/v1/result", "A held result, for the owner to decide on"))
                .gives(PartyPage.Held.class, "a table, and the hash to release it by")
                .ends(403, "the role does not fit, or no result of the study waits"),
            (p, c) -> page.result(c.text("study"))),
        new Route(
            by(PageRole.MONITOR, get("/metrics", "Numbers for Prometheus"))
                .gives(200, TEXT, String.class, "its text format"),
            (p, c) -> page.health().metrics()));
  }

  private static Operation study(PageRole role, Operation call) {
    return by(role, call).query("study", STUDY);
  }

  private List<Route> read() {
    return List.of(
        new Route(
            chosen(get("/v1/ledger", "A page of the ledger, the newest entries first"))
                .number("before", "the number of the entry before which the page ends")
                .gives(LedgerPages.Page.class, "entries and a summary by study"),
            (p, c) -> book.page(c)),
        new Route(
            chosen(get("/v1/ledger/export", "All chosen entries of the ledger, as a file"))
                .query("format", "csv or json")
                .gives(200, "text/csv", String.class, "the entries"),
            (p, c) -> book.export(c)),
        new Route(
            by(PageRole.READER, post("/v1/ledger/verify", "Reads the whole ledger again"))
                .gives(LedgerPages.Page.class, "the first page; fault: where the chain is broken"),
            (p, c) -> Reply.json(200, book.verified())));
  }

  private static Operation chosen(Operation call) {
    return study(PageRole.READER, call)
        .query("kind", "the kind of entries")
        .query("from", "the first day")
        .query("to", "the last day");
  }

  private List<Route> decided() {
    return List.of(
        new Route(
            signed(post("/v1/approve", "Approves a study for its current rows"))
                .query("seen", "the hash of the rows that 'facts' has told")
                .takes(TEXT, String.class, "the last day such as 2027-01-31, or nothing"),
            page::approve),
        new Route(
            signed(post("/v1/refuse", "Refuses a study")).takes(TEXT, String.class, REASON),
            page::refuse),
        new Route(
            signed(post("/v1/withdraw", "Withdraws an approval")).takes(TEXT, String.class, REASON),
            page::withdraw),
        new Route(
            signed(post("/v1/release", "Releases a held result"))
                .takes(TEXT, String.class, "the result's hash that 'result' has told"),
            page::release),
        new Route(
            signed(post("/v1/withhold", "Keeps a held result back"))
                .takes(TEXT, String.class, REASON),
            page::withhold),
        new Route(
            by(PageRole.PREDICTOR, post("/v1/predictions", "Predicts people of this party"))
                .takes(Operation.JSON, PredictionWish.class, "a study and ids; 'within' in seconds")
                .gives(JointPredictions.Predicted.class, "scores by id"),
            (p, c) -> page.predictions(c.body())));
  }

  private static Operation signed(Operation call) {
    return study(PageRole.SIGNER, call).gives(PartyPage.Decided.class, "what was decided");
  }

  private ApiDocument document() {
    List<Operation> all = new ArrayList<>(ApiDocument.common(EnumSet.of(PageRole.READER)));
    open.forEach(one -> all.add(one.about()));
    routes.forEach(one -> all.add(one.about()));
    return new ApiDocument("Parallax party", ABOUT, VERSION, all);
  }

  /** Answers a call that needs no token. */
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
      return Reply.error(404, "there is no such path; see " + ApiDocument.PATH);
    }
    found.get().about().roles().forEach(person::require);
    return found.get().answer().apply(person, call);
  }
}
