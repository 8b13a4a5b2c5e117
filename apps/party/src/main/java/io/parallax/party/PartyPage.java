package io.parallax.party;

import io.parallax.audit.AttackResult;
import io.parallax.audit.ShapeAudit;
import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.core.Shown;
import io.parallax.engine.NodeLog;
import io.parallax.grpc.Registry.Offer;
import io.parallax.grpc.Registry.Verdict;
import io.parallax.report.ResultText;
import io.parallax.run.StudyResult;
import io.parallax.watch.Health;
import io.parallax.web.Call;
import io.parallax.web.Denials;
import io.parallax.web.Person;
import io.parallax.web.Reply;
import io.parallax.web.Site;
import io.parallax.web.WebServer;
import io.parallax.web.file.PageSettings;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Serves the owner's page: studies that wait for a decision, the policy, and the ledger. Without a
 * certificate it is available on the party's own machine only. It requires a token, or a sign-in by
 * the owner's identity provider.
 */
final class PartyPage implements Site, AutoCloseable {
  private static final int LONGEST_REASON = 200;
  private static final int MOST_OF_ONE = 5;
  private static final int MOST_OF_ALL = 30;
  private final Node.Setup setup;
  private final ProposalReader reader;
  private final Approvals approvals;
  private final OwnerDecisions decisions;
  private final Node node;
  private final PartyRoutes routes;
  private final OwnerToken token;
  private final PageTokens named;
  private final Denials denials = new Denials(MOST_OF_ONE, MOST_OF_ALL, System::nanoTime);
  private final Consumer<String> notes;
  private final WebServer server;

  PartyPage(
      PageSettings page,
      Node.Setup setup,
      ProposalReader reader,
      Approvals approvals,
      OwnerDecisions decisions,
      Node node,
      Consumer<String> notes) {
    this.setup = setup;
    this.reader = reader;
    this.approvals = approvals;
    this.decisions = decisions;
    this.node = node;
    this.token = setup.token();
    this.named = new PageTokens(setup.state());
    this.notes = notes;
    this.routes = new PartyRoutes(this, new LedgerPages(setup.state(), node.studies()));
    this.server =
        new WebServer(
            page.setup("parallax-" + setup.name().name(), "party.html", "page", notes), this);
  }

  int port() {
    return server.port();
  }

  @Override
  public Optional<Reply> open(Call call) {
    return routes.open(call);
  }

  @Override
  public Optional<Person> person(String shown) {
    return token.fits(shown)
        ? Optional.of(Person.ofToken(OwnerToken.OWNER, PageRole.all()))
        : named.person(shown);
  }

  @Override
  public String reason(String shown) {
    String what =
        shown.isEmpty()
            ? "this needs a sign-in, or a token: 'Authorization: Bearer own_…'"
            : shown.startsWith("plx_")
                ? "this token is for the coordinator's dashboard, not for a party's page"
                : named
                    .fault(shown)
                    .map(fault -> "this token " + fault)
                    .orElse("this token is not valid here");
    return what
        + "; './parallax party page FILE' on the party's machine prints a link that signs in";
  }

  @Override
  public Map<String, Object> self(Person person) {
    return Map.of(
        "name",
        person.name(),
        "roles",
        person.roles(),
        "party",
        setup.name().name(),
        "coordinator",
        setup.coordinator().toString(),
        "version",
        setup.version());
  }

  @Override
  public Reply answer(Person person, Call call) {
    return routes.answer(person, call);
  }

  NodeHealth health() {
    return node.health();
  }

  /** The owner's page: the party's state, its policy, what it shows, and its studies. */
  record Whole(
      boolean connected, Health health, Policy policy, String shown, List<OfferView> studies) {}

  Whole whole() {
    return new Whole(
        node.connected(),
        node.health().health(),
        setup.policy(),
        node.shown(),
        node.offers().stream().map(this::study).toList());
  }

  /** Describes a study for its owner, or the reason why it cannot be read. */
  private OfferView study(Offer offer) {
    OfferView view = OfferView.of(offer);
    try {
      Optional<Decision.Signed> own = approvals.of(offer.study());
      if (own.isPresent()) {
        Optional<Decision> further = approvals.waiting(offer.study());
        view = view.decided(own.get().decision(), further, signed(offer.study()), me());
      }
      return offer.undecided() ? waiting(view, reader.read(offer.study(), offer.manifest())) : view;
    } catch (BadInput | Refused e) {
      return view.unreadable(e.getMessage());
    }
  }

  private OfferView waiting(OfferView view, Proposal proposal) {
    return view.waiting(
        proposal,
        approvals.waiting(proposal.id()),
        me(),
        ProposalText.ends(setup.policy()),
        approvals.objections(proposal).stream().map(Objection::text).toList());
  }

  /** Returns a decided study as it was signed; empty: this version cannot read it. */
  private Optional<Proposal> signed(String study) {
    try {
      return approvals.manifest(study).map(manifest -> reader.read(study, manifest));
    } catch (BadInput | Refused e) {
      return Optional.empty();
    }
  }

  private String me() {
    return setup.name().name();
  }

  /**
   * Facts about rows that an owner reads before a decision.
   *
   * @param rows this party's rows that the study would use, as they are now
   * @param seen their hash, with which they are signed
   * @param measured sentences on attacks on generated rows, by the side that tries them
   * @param measuring whether these are still being measured
   */
  record Facts(
      List<Decision.Rows> rows,
      String seen,
      Map<AttackResult.Attacker, List<String>> measured,
      String unknown,
      boolean measuring) {}

  Reply facts(String study) {
    Proposal proposal = reader.read(study, offer(study).manifest());
    List<Decision.Rows> rows = decisions.rows(proposal);
    Optional<ShapeAudit.Measured> measured = decisions.measured(proposal, rows);
    Map<AttackResult.Attacker, List<String>> by = new EnumMap<>(AttackResult.Attacker.class);
    measured.ifPresent(
        found -> {
          for (AttackResult.Attacker attacker : AttackResult.Attacker.values()) {
            by.put(attacker, MeasuredText.by(found, attacker));
          }
        });
    String unknown = measured.map(ShapeAudit.Measured::unknown).orElse("");
    return Reply.json(
        200, new Facts(rows, Decision.Rows.seen(rows), by, unknown, measured.isEmpty()));
  }

  private Offer offer(String study) {
    return node.offers().stream()
        .filter(o -> o.study().equals(study))
        .findFirst()
        .orElseThrow(() -> new BadInput("there is no such study for this party; reload the page"));
  }

  Reply predictions(String body) {
    PredictionWish wanted = PredictionWish.read(body);
    JointPredictions.Predicted found = node.predict(wanted);
    notes.accept(
        "study %s: %d of %d people were predicted"
            .formatted(Shown.text(found.name()), found.ids().size(), wanted.ids().size()));
    return Reply.json(200, found);
  }

  Reply approve(Person person, Call call) {
    Offer offer = offer(call.text("study"));
    Proposal proposal = reader.read(offer.study(), offer.manifest());
    int missing = decisions.approve(proposal, call.text("seen"), day(call.body()), person);
    return done(offer, missing == 0 ? "approved" : lacking(missing));
  }

  private static String lacking(int missing) {
    return "signed; %d more needed".formatted(missing);
  }

  private static Optional<LocalDate> day(String text) {
    try {
      return text.isBlank() ? Optional.empty() : Optional.of(LocalDate.parse(text.strip()));
    } catch (DateTimeParseException e) {
      throw new BadInput("the last day must be a date like 2027-01-31");
    }
  }

  Reply refuse(Person person, Call call) {
    Offer offer = offer(call.text("study"));
    Proposal proposal = reader.read(offer.study(), offer.manifest());
    decisions.refuse(proposal, why(call.body(), "refused"), person);
    return done(offer, "refused");
  }

  Reply withdraw(Person person, Call call) {
    Offer offer = offer(call.text("study"));
    decisions.withdraw(offer.study(), why(call.body(), "withdrawn"), person);
    return done(offer, "withdrawn");
  }

  Reply dossier(String study) {
    Offer offer = offer(study);
    String page = DossierPage.of(node.dossier(study));
    return Reply.text(200, "text/html; charset=utf-8", page)
        .with(
            "Content-Disposition",
            "attachment; filename=\"dossier-%s.html\"".formatted(offer.study().substring(0, 12)));
  }

  /** A result before it is released, as a table. */
  record Held(String text, String hash) {}

  Reply result(String study) {
    String json = decisions.result(offer(study).study());
    String text = ResultText.of(StudyResult.read(json));
    return Reply.json(200, new Held(text, Verdict.seen(json)));
  }

  Reply release(Person person, Call call) {
    Offer offer = offer(call.text("study"));
    int missing = decisions.release(offer.study(), call.body().strip(), person);
    return done(offer, missing == 0 ? "released" : lacking(missing));
  }

  Reply withhold(Person person, Call call) {
    Offer offer = offer(call.text("study"));
    decisions.withhold(offer.study(), why(call.body(), "withheld"), person);
    return done(offer, "withheld");
  }

  private static String why(String reason, String what) {
    if (reason.isBlank() || reason.length() > LONGEST_REASON) {
      throw new BadInput(
          "the reason must have 1 to " + LONGEST_REASON + " characters; say why it is " + what);
    }
    return reason.strip();
  }

  /** A decision about a study. */
  record Decided(String study, String decision) {}

  private Reply done(Offer offer, String what) {
    notes.accept("study %s was %s on the owner's page".formatted(Shown.text(offer.name()), what));
    return Reply.json(200, new Decided(offer.study(), what));
  }

  @Override
  public String mark(Person person, Call call) {
    person.require(PageRole.READER.word());
    List<String> mark = new ArrayList<>();
    node.offers().forEach(o -> mark.add(o.study() + o.state() + o.decision()));
    approvals.all().forEach(own -> mark.add(own.record()));
    node.offers().forEach(o -> mark.add(String.valueOf(approvals.waiting(o.study()))));
    return mark.hashCode() + " " + node.connected() + " " + node.left();
  }

  @Override
  public void happened(String who, String what) {
    notes.accept(Shown.text(who) + ": " + what);
  }

  @Override
  public synchronized void denied(String from, String what, String why) {
    for (Denials.More more : denials.over(false)) {
      String who = more.who().isEmpty() ? "others" : more.who();
      NodeLog.warn(
          notes, "the page denied " + more.calls() + " more calls within a minute from " + who);
    }
    if (denials.log(from)) {
      NodeLog.warn(notes, "the page denied " + Shown.text(what) + " from " + from + ": " + why);
    }
  }

  @Override
  public Reply failed(String from, String what, Throwable e) {
    NodeLog.error(notes, "the page failed at " + what + ": " + e);
    return Reply.error(500, "internal error; the party's notes say more");
  }

  @Override
  public void close() {
    server.close();
  }
}
