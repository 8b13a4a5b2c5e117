package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.grpc.Registry.Offer;
import io.parallax.web.Call;
import io.parallax.web.Reply;
import io.parallax.web.Site;
import io.parallax.web.WebServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The owner's page: what waits for a decision and what it would reveal, the policy, and all that
 * left. It is served by the party itself, on its own machine only, to whoever has the owner's
 * token.
 */
final class PartyPage implements Site<String>, AutoCloseable {
  private static final int LONGEST_REASON = 200;
  private final Node.Setup setup;
  private final Workplace workplace;
  private final Node node;
  private final LedgerBook book;
  private final OwnerToken token;
  private final Consumer<String> notes;
  private final WebServer<String> server;

  PartyPage(
      int port,
      Node.Setup setup,
      Workplace workplace,
      Node node,
      OwnerToken token,
      Consumer<String> notes) {
    this.setup = setup;
    this.workplace = workplace;
    this.node = node;
    this.token = token;
    this.notes = notes;
    this.book = new LedgerBook(setup.ledger());
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
      case "POST /v1/approve" -> decide(call.body(), true, "");
      case "POST /v1/refuse" -> decide(call.text("study"), false, call.body());
      default -> Reply.error(404, "there is no such path");
    };
  }

  private Map<String, Object> whole() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("connected", node.connected());
    fields.put("policy", setup.policy());
    fields.put("studies", node.offers().stream().map(this::study).toList());
    return fields;
  }

  /** What an owner has to know of a study; of one that cannot be read, why. */
  private Map<String, Object> study(Offer offer) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", offer.study());
    fields.put("name", offer.name());
    fields.put("state", offer.state());
    fields.put("decision", offer.decision());
    if (!offer.undecided()) {
      return fields;
    }
    try {
      Proposal proposal = proposal(offer);
      fields.put("title", proposal.title());
      fields.put("method", proposal.method());
      fields.put("parties", proposal.parties());
      fields.put("rounds", proposal.rounds());
      fields.put("aggregation", proposal.aggregation());
      fields.put("labels", proposal.labels().told());
      fields.put("labelEpsilon", proposal.labels().epsilon());
      fields.put("judging", proposal.judging());
      fields.put("columns", proposal.columns());
      fields.put("unpinned", proposal.unpinned());
      fields.put("reveals", proposal.reveals());
      fields.put("objections", setup.policy().objections(proposal));
      fields.put("manifest", new String(proposal.manifest(), StandardCharsets.UTF_8));
    } catch (BadInput | Refused e) {
      fields.put("objections", List.of(e.getMessage()));
    }
    return fields;
  }

  private Proposal proposal(Offer offer) {
    Proposal proposal = workplace.read(offer.manifest());
    if (!proposal.id().equals(offer.study())) {
      throw new Refused("its manifest has another hash than its name");
    }
    return proposal;
  }

  private Reply decide(String study, boolean approved, String reason) {
    Offer offer =
        node.offers().stream()
            .filter(o -> o.study().equals(study))
            .findFirst()
            .orElseThrow(() -> new BadInput("there is no such study for this party"));
    if (!approved && (reason.isBlank() || reason.length() > LONGEST_REASON)) {
      throw new BadInput("say in 1 to " + LONGEST_REASON + " characters why it is refused");
    }
    Proposal proposal = proposal(offer);
    if (approved) {
      setup.policy().require(setup.name().name(), proposal);
    }
    node.decide(proposal, approved, reason.strip());
    notes.accept(
        "study %s was %s on the owner's page"
            .formatted(offer.name(), approved ? "approved" : "refused"));
    return Reply.json(200, Map.of("study", study, "approved", approved));
  }

  @Override
  public String mark(String owner, Call call) {
    List<String> mark = new ArrayList<>();
    node.offers().forEach(o -> mark.add(o.study() + o.state() + o.decision()));
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
