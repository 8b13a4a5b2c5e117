package io.parallax.coordinator;

import static io.parallax.coordinator.Database.execute;
import static io.parallax.coordinator.Database.query;

import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.grpc.GrpcLink;
import io.parallax.grpc.Registry;
import io.parallax.grpc.ViewCatalogue;
import io.parallax.identity.CertificateInfo;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Offers studies to their parties and stores the decisions of the parties' owners. */
final class PartyRegistry implements Registry {
  private static final HexFormat HEX = HexFormat.of();
  private static final Set<StudyState> OVER =
      EnumSet.of(StudyState.FINISHED, StudyState.HELD, StudyState.WITHHELD);
  private static final int RECORD = 32; // digits
  private final Database database;
  private final StudyStore studies;
  private final AuditLog audit;
  private final Renewals renewals;
  private volatile Predictions predictions;

  PartyRegistry(Database database, StudyStore studies, AuditLog audit) {
    this.database = database;
    this.studies = studies;
    this.audit = audit;
    this.renewals = new Renewals(database, audit);
  }

  /** Returns the requests of parties to renew their certificates. */
  Renewals renewals() {
    return renewals;
  }

  @Override
  public Optional<String> renew(CertificateInfo who, String request) {
    return renewals.ask(who, request);
  }

  /** Has predictions made by this, which needs the registry itself. */
  void predictBy(Predictions own) {
    predictions = own;
  }

  @Override
  public Predicted predict(CertificateInfo who, Wish wish) {
    Predictions own = predictions;
    if (own == null) {
      throw new Refused("the coordinator is starting; try again in a moment");
    }
    return own.run(who, wish);
  }

  @Override
  public void show(CertificateInfo who, ViewCatalogue catalogue) {
    if (new CatalogueStore(database).show(who.name(), catalogue)) {
      studies.changed();
      audit.event(who.name().name(), "shows %d views".formatted(catalogue.views().size()), "ok");
    }
  }

  /** Stores the key with which a party connects. */
  void seen(CertificateInfo who) {
    database.work(
        c -> {
          execute(c, "delete from party where name = ?", who.name().name());
          return execute(
              c,
              "insert into party (name, fingerprint, seen) values (?, ?, ?)",
              who.name().name(),
              who.fingerprint(),
              Instant.now().toString());
        });
  }

  /** Returns when each party was seen last, by name. */
  SortedMap<String, String> seen() {
    SortedMap<String, String> seen = new TreeMap<>();
    database.work(
        c ->
            query(
                c, "select name, seen from party", r -> seen.put(r.getString(1), r.getString(2))));
    return seen;
  }

  /** Returns the parties that have connected at least once. */
  List<String> parties() {
    return database.work(
        c -> query(c, "select name from party order by name", r -> r.getString(1)));
  }

  @Override
  public List<Offer> studies(CertificateInfo who) {
    seen(who);
    return database.work(
        c ->
            query(
                c,
                "select s.id, s.name, s.state, s.manifest, m.decision from study s join member m"
                    + " on m.study = s.id where m.party = ? and m.fingerprint = ? order by"
                    + " s.number",
                r ->
                    new Offer(
                        r.getString(1),
                        r.getString(2),
                        StudyState.valueOf(r.getString(3)).word(),
                        r.getString(4).getBytes(StandardCharsets.UTF_8),
                        r.getString(5)),
                who.name().name(),
                who.fingerprint()));
  }

  @Override
  public void decide(CertificateInfo who, Verdict verdict) {
    database.work(
        c -> {
          if (!mayDecide(c, who, verdict)) {
            throw new Refused(
                "no study %s waits for a decision of party %s"
                    .formatted(shown(verdict.study()), who.name()));
          }
          store(c, who, verdict);
          advance(c, verdict.study());
          return 1;
        });
    studies.changed();
    audit.event(who.name().name(), said(verdict), "ok");
  }

  /** Describes a decision with its record, by which a rewritten ledger of the party is found. */
  private static String said(Verdict verdict) {
    String what = verdict.say().word() + " study " + verdict.study();
    return verdict.record().isEmpty()
        ? what
        : what + ", record " + verdict.record().substring(0, RECORD);
  }

  private static void store(Connection c, CertificateInfo who, Verdict verdict)
      throws SQLException {
    execute(
        c,
        "update member set decision = ?, until = ?, record = ?, signature = ?, reason = ?,"
            + " decided = ? where study = ? and party = ?",
        verdict.say().word(),
        verdict.until(),
        verdict.record(),
        HEX.formatHex(verdict.signature()),
        verdict.reason(),
        Instant.now().toString(),
        verdict.study(),
        who.name().name());
  }

  /**
   * Returns whether a party may decide this now. An approval may be renewed after it was withdrawn
   * until the study is over, and prolonged also afterwards, for predictions with its model; only an
   * approval can be withdrawn.
   */
  private static boolean mayDecide(Connection c, CertificateInfo who, Verdict verdict)
      throws SQLException {
    List<String> said =
        query(
            c,
            "select m.decision || ' ' || s.state from member m join study s on m.study = s.id where"
                + " m.study = ? and m.party = ? and m.fingerprint = ?",
            r -> r.getString(1),
            verdict.study(),
            who.name().name(),
            who.fingerprint());
    if (said.isEmpty()) {
      return false;
    }
    String[] now = said.get(0).split(" ", -1);
    boolean undecided = now[0].isEmpty() || now[0].equals(Say.OBJECTED.word());
    boolean approved = !now[0].isEmpty() && Say.of(now[0]).approves();
    boolean withdrawn = now[0].equals(Say.WITHDRAWN.word());
    StudyState state = StudyState.valueOf(now[1]);
    boolean held = state == StudyState.HELD && now[0].equals(Say.RESERVED.word());
    boolean trained = state == StudyState.FINISHED || state == StudyState.HELD;
    boolean longer = trained && now[0].equals(verdict.say().word());
    return switch (verdict.say()) {
      case RELEASED -> (held || longer) && released(c, verdict);
      case WITHHELD -> held;
      case REFUSED, OBJECTED -> undecided;
      case WITHDRAWN -> approved || withdrawn;
      case APPROVED, RESERVED ->
          undecided || longer || (approved || withdrawn) && !OVER.contains(state);
    };
  }

  /** Returns whether the owner has seen the result that would be released. */
  private static boolean released(Connection c, Verdict verdict) throws SQLException {
    return query(c, "select result from study where id = ?", r -> r.getString(1), verdict.study())
        .stream()
        .anyMatch(result -> verdict.reason().equals(Verdict.seen(result)));
  }

  @Override
  public String result(CertificateInfo who, String study) {
    return database.work(
        c ->
            query(
                    c,
                    "select s.result from study s join member m on m.study = s.id where s.id = ? and"
                        + " s.state = ? and m.party = ? and m.fingerprint = ? and m.decision = ?",
                    r -> r.getString(1),
                    study,
                    StudyState.HELD.name(),
                    who.name().name(),
                    who.fingerprint(),
                    Say.RESERVED.word())
                .stream()
                .findFirst()
                .orElseThrow(
                    () ->
                        new Refused(
                            "no result of study %s waits for party %s"
                                .formatted(shown(study), who.name()))));
  }

  private static String shown(String study) {
    String plain = study.replaceAll("[^a-z0-9-]", "?"); // for two chars there may be one
    return plain.substring(0, Math.min(12, plain.length()));
  }

  /**
   * Changes a study's state by its parties' decisions. The last approval queues it. A refusal ends
   * it; an objection ends it until that party approves; a withdrawal ends it even while it runs.
   */
  private static void advance(Connection c, String study) throws SQLException {
    List<StudyMember> members = members(c, study);
    StudyState now = state(members);
    release(c, study, members);
    execute(
        c,
        "update study set state = ?, note = ? where id = ? and state not in (?, ?, ?) and (? = ? or"
            + " state in (?, ?, ?))",
        now.name(),
        String.join("; ", against(members)),
        study,
        StudyState.FINISHED.name(),
        StudyState.HELD.name(),
        StudyState.WITHHELD.name(),
        now.name(),
        StudyState.WITHDRAWN.name(),
        StudyState.WAITING.name(),
        StudyState.REFUSED.name(),
        StudyState.WITHDRAWN.name());
  }

  /** Releases or withholds the result of a finished study when its parties have decided. */
  private static void release(Connection c, String study, List<StudyMember> members)
      throws SQLException {
    StudyState after = afterHeld(members);
    boolean open = after == StudyState.HELD;
    execute(
        c,
        "update study set state = ?, note = ? where id = ? and state = ?",
        after.name(),
        open ? waits(holding(members)) : String.join("; ", against(members)),
        study,
        StudyState.HELD.name());
  }

  /** Returns the state after HELD; a party that withdraws releases nothing by it. */
  private static StudyState afterHeld(List<StudyMember> members) {
    if (members.stream().anyMatch(StudyMember::withdrawn)) {
      return StudyState.WITHDRAWN;
    }
    if (members.stream().anyMatch(StudyMember::withheld)) {
      return StudyState.WITHHELD;
    }
    return members.stream().anyMatch(StudyMember::reserves) ? StudyState.HELD : StudyState.FINISHED;
  }

  /** Returns the note of a study whose result is held back. */
  static String waits(List<String> holding) {
    return "waits for release by " + String.join(", ", holding);
  }

  private static StudyState state(List<StudyMember> members) {
    if (members.stream().anyMatch(StudyMember::withdrawn)) {
      return StudyState.WITHDRAWN;
    }
    if (members.stream().anyMatch(m -> !m.undecided() && !m.approved())) {
      return StudyState.REFUSED;
    }
    return members.stream().allMatch(StudyMember::approved)
        ? StudyState.QUEUED
        : StudyState.WAITING;
  }

  private static List<String> against(List<StudyMember> members) {
    List<String> against = new ArrayList<>();
    for (StudyMember m : members) {
      if (m.withdrawn()) {
        against.add("party " + m.party() + " withdrew: " + m.reason());
      } else if (m.withheld()) {
        against.add("party " + m.party() + " withholds the result: " + m.reason());
      } else if (!m.undecided() && !m.approved()) {
        against.add("refused by " + m.party() + ": " + m.reason());
      }
    }
    return against;
  }

  /** Returns the parties that decide whether the researcher sees the result. */
  List<String> holding(String id) {
    return holding(members(id));
  }

  private static List<String> holding(List<StudyMember> members) {
    return members.stream().filter(StudyMember::reserves).map(StudyMember::party).toList();
  }

  /** Returns whether numbers of a study are kept from the researcher. */
  boolean closed(StudyEntry study) {
    boolean over = study.state() == StudyState.FINISHED; // what was seen cannot be taken back
    return members(study.id()).stream()
        .anyMatch(m -> m.reserves() || m.withheld() || m.withdrawn() && !over);
  }

  List<StudyMember> members(String id) {
    return database.work(c -> members(c, id));
  }

  private static List<StudyMember> members(Connection c, String id) throws SQLException {
    return query(
        c,
        "select party, fingerprint, decision, until, reason from member where study = ? order"
            + " by party",
        r ->
            new StudyMember(
                r.getString(1), r.getString(2), r.getString(3), r.getString(4), r.getString(5)),
        id);
  }

  /** Returns the parties of a study with the keys that it names. */
  SortedMap<PartyId, GrpcLink.Member> keys(String id) {
    SortedMap<PartyId, GrpcLink.Member> keys = new TreeMap<>();
    for (StudyMember member : members(id)) {
      keys.put(PartyId.of(member.party()), new GrpcLink.Member(member.fingerprint()));
    }
    return keys;
  }
}
