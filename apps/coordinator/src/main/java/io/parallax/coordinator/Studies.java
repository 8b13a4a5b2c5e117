package io.parallax.coordinator;

import static io.parallax.coordinator.Database.execute;
import static io.parallax.coordinator.Database.query;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.engine.Hashes;
import io.parallax.grpc.GrpcLink;
import io.parallax.grpc.Registry;
import io.parallax.identity.Passport;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** The books about studies: who submitted and approved them, where they stand, what came out. */
public final class Studies implements Registry {
  /** Where a study stands. */
  public enum State {
    WAITING,
    REFUSED,
    QUEUED,
    RUNNING,
    STOPPED,
    FAILED,
    WITHDRAWN,
    FINISHED;

    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** A study, without its result. */
  public record Study(
      String id,
      long number,
      String name,
      String manifest,
      State state,
      String owner,
      String created,
      String note,
      String method) {}

  /** A member of a study and what its owner has decided. */
  public record Member(
      String party, String fingerprint, String decision, String until, String reason) {
    boolean approved() {
      return decision.equals(Say.APPROVED.word());
    }

    boolean withdrawn() {
      return decision.equals(Say.WITHDRAWN.word());
    }
  }

  private static final HexFormat HEX = HexFormat.of();
  private final Database database;
  private final Laboratory laboratory;
  private final Audit audit;
  private final AtomicLong changes = new AtomicLong();

  public Studies(Database database, Laboratory laboratory, Audit audit) {
    this.database = database;
    this.laboratory = laboratory;
    this.audit = audit;
  }

  /** Takes a study file; it waits for its parties' approvals. */
  public Study submit(String yaml, String owner) {
    Laboratory.Draft draft = laboratory.read(yaml);
    String id =
        database.work(
            c -> {
              SortedMap<PartyId, String> keys = new TreeMap<>();
              for (PartyId party : draft.parties()) {
                keys.put(party, fingerprint(c, party));
              }
              byte[] manifest = laboratory.manifest(yaml, owner, keys);
              String hash = HEX.formatHex(Hashes.of(manifest));
              insert(c, hash, draft, manifest, owner, keys);
              return hash;
            });
    changes.incrementAndGet();
    audit.event(owner, "submit study " + id, "ok");
    return find(id).orElseThrow();
  }

  private static String fingerprint(Connection c, PartyId party) throws SQLException {
    return query(
            c, "select fingerprint from party where name = ?", r -> r.getString(1), party.name())
        .stream()
        .findFirst()
        .orElseThrow(
            () ->
                new BadInput(
                    "party %s has never connected to this coordinator; start it there first"
                        .formatted(party)));
  }

  private static void insert(
      Connection c,
      String id,
      Laboratory.Draft draft,
      byte[] manifest,
      String owner,
      SortedMap<PartyId, String> keys)
      throws SQLException {
    if (!query(c, "select id from study where id = ?", r -> 1, id).isEmpty()) {
      throw new BadInput(
          "this very study was submitted already: %s; change its name or seed to run it again"
              .formatted(id.substring(0, 12)));
    }
    long number =
        query(c, "select coalesce(max(number), 0) + 1 from study", r -> r.getLong(1)).get(0);
    execute(
        c,
        "insert into study (id, number, name, manifest, state, owner, created, note, result,"
            + " method) values (?, ?, ?, ?, ?, ?, ?, '', '', ?)",
        id,
        number,
        draft.name(),
        new String(manifest, StandardCharsets.UTF_8),
        State.WAITING.name(),
        owner,
        Instant.now().toString(),
        draft.method());
    for (var key : keys.entrySet()) {
      execute(
          c,
          "insert into member (study, party, fingerprint, decision, signature, reason, decided)"
              + " values (?, ?, ?, '', '', '', '')",
          id,
          key.getKey().name(),
          key.getValue());
    }
  }

  /** Remembers under which key a party comes. */
  void seen(Passport who) {
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

  @Override
  public List<Offer> studies(Passport who) {
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
                        State.valueOf(r.getString(3)).word(),
                        r.getString(4).getBytes(StandardCharsets.UTF_8),
                        r.getString(5)),
                who.name().name(),
                who.fingerprint()));
  }

  @Override
  public void decide(Passport who, Verdict verdict) {
    database.work(
        c -> {
          if (!waits(c, who, verdict)) {
            throw new Refused(
                "no study %s waits for a decision of party %s"
                    .formatted(shown(verdict.study()), who.name()));
          }
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
          advance(c, verdict.study());
          return 1;
        });
    changes.incrementAndGet();
    audit.event(who.name().name(), verdict.say().word() + " study " + verdict.study(), "ok");
  }

  /**
   * Whether a party may say this now: its yes is good for longer or after it was withdrawn, too,
   * and only a yes is withdrawn. A finished study is approved by nobody any more.
   */
  private static boolean waits(Connection c, Passport who, Verdict verdict) throws SQLException {
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
          undecided || (approved || withdrawn) && State.valueOf(now[1]) != State.FINISHED;
    };
  }

  private static String shown(String study) {
    String plain = study.replaceAll("[^a-z0-9-]", "?"); // for two chars there may be one
    return plain.substring(0, Math.min(12, plain.length()));
  }

  /**
   * With the last approval a study is queued. One refusal ends it; so does an objection, until the
   * party that objected approves, and a withdrawal, which ends a running study, too.
   */
  private static void advance(Connection c, String study) throws SQLException {
    List<Member> members = members(c, study);
    List<String> against = new ArrayList<>();
    for (Member m : members) {
      if (m.withdrawn()) {
        against.add("party " + m.party() + " withdrew: " + m.reason());
      } else if (!m.decision().isEmpty() && !m.approved()) {
        against.add("refused by " + m.party() + ": " + m.reason());
      }
    }
    boolean withdrawn = members.stream().anyMatch(Member::withdrawn);
    State now =
        withdrawn
            ? State.WITHDRAWN
            : !against.isEmpty()
                ? State.REFUSED
                : members.stream().allMatch(Member::approved) ? State.QUEUED : State.WAITING;
    execute(
        c,
        "update study set state = ?, note = ? where id = ? and state <> ? and (? = ? or state in (?,"
            + " ?, ?))",
        now.name(),
        String.join("; ", against),
        study,
        State.FINISHED.name(),
        now.name(),
        State.WITHDRAWN.name(),
        State.WAITING.name(),
        State.REFUSED.name(),
        State.WITHDRAWN.name());
  }

  /** Grows whenever a study comes or changes, since the start. */
  long changes() {
    return changes.get();
  }

  /** Checks a study file as {@link #submit} does, and keeps nothing. */
  Laboratory.Draft check(String yaml) {
    Laboratory.Draft draft = laboratory.read(yaml);
    database.work(
        c -> {
          for (PartyId party : draft.parties()) {
            fingerprint(c, party);
          }
          return draft;
        });
    return draft;
  }

  /** The parties that have ever connected. */
  List<String> parties() {
    return database.work(
        c -> query(c, "select name from party order by name", r -> r.getString(1)));
  }

  /**
   * Someone's studies whose hash begins in this way; two at most.
   *
   * @param owner empty: anybody's
   */
  List<Study> beginning(String id, String owner) {
    return database.work(
        c ->
            query(
                c,
                "select * from study where id like ? and (? = '' or owner = ?) limit 2",
                Studies::study,
                id.replaceAll("[^0-9a-f]", "?") + "%",
                owner,
                owner));
  }

  /**
   * What someone looks for.
   *
   * @param owner empty: anybody's
   * @param state empty: any
   * @param text in the study's name, method or hash
   */
  record Wanted(String owner, String state, String text) {
    private static final String WHERE =
        " from study where (? = '' or owner = ?) and (? = '' or state = ?) and (lower(name) like ?"
            + " escape '!' or method like ? escape '!' or id like ? escape '!')";

    private Object[] values(Object... more) {
      String state = this.state.toUpperCase(Locale.ROOT);
      String plain = text.toLowerCase(Locale.ROOT).replaceAll("[!%_]", "!$0");
      List<Object> all =
          new ArrayList<>(List.of(owner, owner, state, state, "%" + plain + "%", plain + "%"));
      all.add(plain + "%");
      all.addAll(List.of(more));
      return all.toArray();
    }
  }

  /** Some of the studies, the newest first. */
  List<Study> some(Wanted wanted, int skip, int most) {
    return database.work(
        c ->
            query(
                c,
                "select *" + Wanted.WHERE + " order by number desc limit ? offset ?",
                Studies::study,
                wanted.values(most, skip)));
  }

  /** How many studies there are in each state. */
  Map<String, Integer> counts(Wanted wanted) {
    Map<String, Integer> counts = new TreeMap<>();
    database.work(
        c ->
            query(
                c,
                "select state, count(*)" + Wanted.WHERE + " group by state",
                r -> counts.put(State.valueOf(r.getString(1)).word(), r.getInt(2)),
                wanted.values()));
    return counts;
  }

  public Optional<Study> find(String id) {
    return database.work(
        c -> query(c, "select * from study where id = ?", Studies::study, id).stream().findFirst());
  }

  public List<Study> list() {
    return database.work(c -> query(c, "select * from study order by number", Studies::study));
  }

  List<Study> in(State state) {
    return database.work(
        c ->
            query(
                c,
                "select * from study where state = ? order by number",
                Studies::study,
                state.name()));
  }

  private static Study study(ResultSet r) throws SQLException {
    return new Study(
        r.getString("id"),
        r.getLong("number"),
        r.getString("name"),
        r.getString("manifest"),
        State.valueOf(r.getString("state")),
        r.getString("owner"),
        r.getString("created"),
        r.getString("note"),
        r.getString("method"));
  }

  public String result(String id) {
    return database.work(
        c -> query(c, "select result from study where id = ?", r -> r.getString(1), id).get(0));
  }

  public List<Member> members(String id) {
    return database.work(c -> members(c, id));
  }

  private static List<Member> members(Connection c, String id) throws SQLException {
    return query(
        c,
        "select party, fingerprint, decision, until, reason from member where study = ? order"
            + " by party",
        r ->
            new Member(
                r.getString(1), r.getString(2), r.getString(3), r.getString(4), r.getString(5)),
        id);
  }

  /** Who takes part, with which key. */
  SortedMap<PartyId, GrpcLink.Member> seats(String id) {
    SortedMap<PartyId, GrpcLink.Member> seats = new TreeMap<>();
    for (Member member : members(id)) {
      seats.put(PartyId.of(member.party()), new GrpcLink.Member(member.fingerprint()));
    }
    return seats;
  }

  /** Moves a study on, if it still stands where the caller thinks. */
  boolean move(String id, List<State> from, State to, String note, String result) {
    boolean moved = moved(id, from, to, note, result);
    changes.incrementAndGet();
    return moved;
  }

  private boolean moved(String id, List<State> from, State to, String note, String result) {
    return database.work(
        c -> {
          List<String> now =
              query(c, "select state from study where id = ?", r -> r.getString(1), id);
          if (now.isEmpty() || !from.contains(State.valueOf(now.get(0)))) {
            return false;
          }
          execute(
              c,
              "update study set state = ?, note = ?, result = ? where id = ?",
              to.name(),
              note,
              result,
              id);
          return true;
        });
  }
}
