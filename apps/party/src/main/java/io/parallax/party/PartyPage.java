package io.parallax.party;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.data.Json;
import io.parallax.grpc.Registry.Offer;
import io.parallax.web.Call;
import io.parallax.web.Reply;
import io.parallax.web.Site;
import io.parallax.web.WebServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Serves the owner's page: studies that wait for a decision, the policy, and the ledger. It is
 * available on the party's own machine only and requires the owner's token.
 */
final class PartyPage implements Site<String>, AutoCloseable {
  private static final int LONGEST_REASON = 200;
  private final Node.Setup setup;
  private final ProposalReader reader;
  private final Approvals approvals;
  private final Node node;
  private final LedgerPages book;
  private final OwnerToken token;
  private final Consumer<String> notes;
  private final WebServer<String> server;

  PartyPage(
      int port,
      Node.Setup setup,
      ProposalReader reader,
      Approvals approvals,
      Node node,
      Consumer<String> notes) {
    this.setup = setup;
    this.reader = reader;
    this.approvals = approvals;
    this.node = node;
    this.token = setup.token();
    this.notes = notes;
    this.book = new LedgerPages(setup.ledger());
    this.server =
        new WebServer<>(
            new WebServer.Setup(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                Optional.empty(),
                "parallax-" + setup.name().name(),
                "party.html",
                "page"),
            this);
  }

  int port() {
    return server.port();
  }

  @Override
  public Optional<String> person(String shown) {
    return token.fits(shown) ? Optional.of(setup.name().name()) : Optional.empty();
  }

  @Override
  public Map<String, Object> self(String owner) {
    return Map.of(
        "party", owner, "coordinator", setup.coordinator().toString(), "version", setup.version());
  }

  @Override
  public Reply answer(String owner, Call call) {
    return switch (call.method() + " " + call.path()) {
      case "GET /v1/party" -> Reply.json(200, whole());
      case "GET /v1/ledger" -> Reply.json(200, book.page(call.number("before")));
      case "POST /v1/ledger/verify" -> Reply.json(200, book.verified());
      case "POST /v1/approve" -> approve(call.text("study"), call.body());
      case "POST /v1/refuse" -> refuse(call.text("study"), call.body());
      case "POST /v1/withdraw" -> withdraw(call.text("study"), call.body());
      case "POST /v1/predictions" -> predictions(call.body());
      default -> Reply.error(404, "there is no such path");
    };
  }

  /** The owner's page: the party's state, its policy and its studies. */
  private record Whole(boolean connected, Policy policy, List<OfferView> studies) {}

  private Whole whole() {
    return new Whole(
        node.connected(), setup.policy(), node.offers().stream().map(this::study).toList());
  }

  /** Describes a study for its owner, or the reason why it cannot be read. */
  private OfferView study(Offer offer) {
    OfferView view = OfferView.of(offer);
    try {
      Optional<Decision.Signed> own = approvals.of(offer.study());
      view = own.isPresent() ? view.decided(own.get().decision()) : view;
      return offer.undecided() ? waiting(view, reader.read(offer.study(), offer.manifest())) : view;
    } catch (BadInput | Refused e) {
      return view.unreadable(e.getMessage());
    }
  }

  private OfferView waiting(OfferView view, Proposal proposal) {
    return view.waiting(
        proposal, approvals.objections(proposal).stream().map(Objection::text).toList());
  }

  private Offer offer(String study) {
    return node.offers().stream()
        .filter(o -> o.study().equals(study))
        .findFirst()
        .orElseThrow(() -> new BadInput("there is no such study for this party; reload the page"));
  }

  /**
   * The body of a request for predictions.
   *
   * @param alone whether only this party's part of the model is used
   */
  private record Wanted(String study, List<String> ids, boolean alone) {}

  private Reply predictions(String body) {
    Wanted wanted;
    try {
      wanted = Json.MAPPER.readValue(body, Wanted.class);
    } catch (JsonProcessingException e) {
      throw new BadInput("the request must be JSON such as {\"study\": HASH, \"ids\": [ID, …]}");
    }
    if (wanted.study() == null || wanted.ids() == null || wanted.ids().contains(null)) {
      throw new BadInput("the request must have a 'study' and 'ids', which must be texts");
    }
    JointPredictions.Predicted found = node.predict(wanted.study(), wanted.ids(), wanted.alone());
    notes.accept(
        "study %s: %d of %d people were predicted"
            .formatted(Shown.text(found.name()), found.ids().size(), wanted.ids().size()));
    return Reply.json(200, found);
  }

  private Reply approve(String study, String until) {
    Offer offer = offer(study);
    node.approve(reader.read(study, offer.manifest()), day(until));
    return done(offer, "approved");
  }

  private static Optional<LocalDate> day(String text) {
    try {
      return text.isBlank() ? Optional.empty() : Optional.of(LocalDate.parse(text.strip()));
    } catch (DateTimeParseException e) {
      throw new BadInput("the last day must be a date like 2027-01-31");
    }
  }

  private Reply refuse(String study, String reason) {
    Offer offer = offer(study);
    node.refuse(reader.read(study, offer.manifest()), why(reason, "refused"));
    return done(offer, "refused");
  }

  private Reply withdraw(String study, String reason) {
    Offer offer = offer(study);
    node.withdraw(study, why(reason, "withdrawn"));
    return done(offer, "withdrawn");
  }

  private static String why(String reason, String what) {
    if (reason.isBlank() || reason.length() > LONGEST_REASON) {
      throw new BadInput(
          "the reason must have 1 to " + LONGEST_REASON + " characters; say why it is " + what);
    }
    return reason.strip();
  }

  private Reply done(Offer offer, String what) {
    notes.accept("study %s was %s on the owner's page".formatted(Shown.text(offer.name()), what));
    return Reply.json(200, Map.of("study", offer.study(), "decision", what));
  }

  @Override
  public String mark(String owner, Call call) {
    List<String> mark = new ArrayList<>();
    node.offers().forEach(o -> mark.add(o.study() + o.state() + o.decision()));
    approvals.all().forEach(own -> mark.add(own.record()));
    return mark.hashCode() + " " + node.connected() + " " + node.left();
  }

  @Override
  public void denied(String from, String what, String why) {
    notes.accept("the page denied " + what + " from " + from + ": " + why);
  }

  @Override
  public Reply failed(String from, String what, Throwable e) {
    notes.accept("the page failed at " + what + ": " + e);
    return Reply.error(500, "internal error; the party's notes say more");
  }

  @Override
  public void close() {
    server.close();
  }
}
