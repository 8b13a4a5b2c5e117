package io.parallax.coordinator;

import static io.parallax.coordinator.Database.execute;
import static io.parallax.coordinator.Database.query;

import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.grpc.GrpcLink;
import io.parallax.grpc.Registry;
import io.parallax.identity.CertificateInfo;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Offers studies to their parties and stores the decisions of the parties' owners. */
final class PartyRegistry implements Registry {
  private static final HexFormat HEX = HexFormat.of();
  private final Database database;
  private final StudyStore studies;
  private final AuditLog audit;
  private volatile Predictions predictions;

  PartyRegistry(Database database, StudyStore studies, AuditLog audit) {
    this.database = database;
    this.studies = studies;
    this.audit = audit;
  }

  /** Has predictions made by this, which needs the registry itself. */
  void predictBy(Predictions own) {
    predictions = own;
  }

  @Override
  public int predict(CertificateInfo who, String study, String request) {
    Predictions own = predictions;
    if (own == null) {
      throw new Refused("the coordinator is starting; try again in a moment");
    }
    return own.run(who, study, request);
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
    audit.event(who.name().name(), verdict.say().word() + " study " + verdict.study(), "ok");
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
   * Returns whether a party may decide this now. An approval may be prolonged, or renewed after it
   * was withdrawn, until the study is finished; only an approval can be withdrawn.
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
    boolean approved = now[0].equals(Say.APPROVED.word());
    boolean withdrawn = now[0].equals(Say.WITHDRAWN.word());
    return switch (verdict.say()) {
      case REFUSED, OBJECTED -> undecided;
      case WITHDRAWN -> approved || withdrawn;
      case APPROVED ->
          undecided || (approved || withdrawn) && StudyState.valueOf(now[1]) != StudyState.FINISHED;
    };
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
    execute(
        c,
        "update study set state = ?, note = ? where id = ? and state <> ? and (? = ? or state in (?,"
            + " ?, ?))",
        now.name(),
        String.join("; ", against(members)),
        study,
        StudyState.FINISHED.name(),
        now.name(),
        StudyState.WITHDRAWN.name(),
        StudyState.WAITING.name(),
        StudyState.REFUSED.name(),
        StudyState.WITHDRAWN.name());
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
      } else if (!m.undecided() && !m.approved()) {
        against.add("refused by " + m.party() + ": " + m.reason());
      }
    }
    return against;
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
