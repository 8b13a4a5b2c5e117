package io.parallax.coordinator;

import static io.parallax.coordinator.Database.execute;
import static io.parallax.coordinator.Database.query;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Suggestion;
import io.parallax.remote.NetworkManifest;
import io.parallax.remote.RemoteStudies;
import io.parallax.study.Study;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Stores submitted studies, their states and their results. */
final class StudyStore {
  private static final String SOURCE = "the study";
  private final Database database;
  private final AuditLog audit;
  private final AtomicLong changes = new AtomicLong();
  private volatile Consumer<Study> further = study -> {};

  StudyStore(Database database, AuditLog audit) {
    this.database = database;
    this.audit = audit;
  }

  /** Adds a check that a study has to pass before it is stored. */
  void onlyIf(Consumer<Study> check) {
    further = check;
  }

  /** Stores a study, which then waits for its parties' approvals. */
  StudyEntry submit(String yaml, String owner) {
    Study study = known(yaml);
    String id =
        database.work(
            c -> {
              SortedMap<String, String> keys = fingerprints(c, study);
              byte[] manifest = NetworkManifest.of(yaml, owner, keys).json();
              String hash = NetworkManifest.hash(manifest);
              requireNew(c, hash);
              insert(c, hash, study, manifest, owner);
              insertMembers(c, hash, keys);
              return hash;
            });
    changed();
    audit.event(owner, "submit study " + id, "ok");
    return find(id).orElseThrow();
  }

  /** Checks a study file as {@link #submit} does and stores nothing. */
  Study check(String yaml) {
    Study study = known(yaml);
    database.work(c -> fingerprints(c, study));
    return study;
  }

  /** Reads a study of views and columns that its parties have, as far as they show them. */
  private Study known(String yaml) {
    Study study = RemoteStudies.read(SOURCE, yaml);
    new CatalogueStore(database).require(study);
    further.accept(study);
    return study;
  }

  private static SortedMap<String, String> fingerprints(Connection c, Study study)
      throws SQLException {
    SortedMap<String, String> keys = new TreeMap<>();
    for (PartyId party : study.members()) {
      keys.put(party.name(), fingerprint(c, party));
    }
    return keys;
  }

  private static String fingerprint(Connection c, PartyId party) throws SQLException {
    List<String> keys =
        query(c, "select fingerprint from party where name = ?", r -> r.getString(1), party.name());
    if (keys.isEmpty()) {
      throw unknown(party, query(c, "select name from party", r -> r.getString(1)));
    }
    return keys.get(0);
  }

  private static BadInput unknown(PartyId party, List<String> known) {
    String hint = Suggestion.hint(party.name(), known);
    return new BadInput(
        "party %s has never connected to this coordinator%s"
            .formatted(party, hint.isEmpty() ? "; start it there first" : hint));
  }

  private static void requireNew(Connection c, String id) throws SQLException {
    if (!query(c, "select id from study where id = ?", r -> 1, id).isEmpty()) {
      throw new BadInput(
          "this very study was submitted already: %s; change its name or seed to run it again"
              .formatted(id.substring(0, 12)));
    }
  }

  private static void insert(Connection c, String id, Study study, byte[] manifest, String owner)
      throws SQLException {
    long number =
        query(c, "select coalesce(max(number), 0) + 1 from study", r -> r.getLong(1)).get(0);
    execute(
        c,
        "insert into study (id, number, name, manifest, state, owner, created, note, result,"
            + " method) values (?, ?, ?, ?, ?, ?, ?, '', '', ?)",
        id,
        number,
        study.name(),
        new String(manifest, StandardCharsets.UTF_8),
        StudyState.WAITING.name(),
        owner,
        Instant.now().toString(),
        study.method().method().name());
  }

  private static void insertMembers(Connection c, String id, SortedMap<String, String> keys)
      throws SQLException {
    for (Map.Entry<String, String> key : keys.entrySet()) {
      execute(
          c,
          "insert into member (study, party, fingerprint, decision, signature, reason, decided)"
              + " values (?, ?, ?, '', '', '', '')",
          id,
          key.getKey(),
          key.getValue());
    }
  }

  /** Counts a change, so that open dashboards reload. */
  void changed() {
    changes.incrementAndGet();
  }

  /** Returns a number that grows whenever a study is added or changes. */
  long changes() {
    return changes.get();
  }

  /**
   * Returns at most two studies whose hash begins like this.
   *
   * @param owner empty: anybody
   */
  List<StudyEntry> beginning(String id, String owner) {
    return database.work(
        c ->
            query(
                c,
                "select * from study where id like ? and (? = '' or owner = ?) limit 2",
                StudyStore::study,
                id.replaceAll("[^0-9a-f]", "?") + "%",
                owner,
                owner));
  }

  /** Returns a page of the studies found, newest first. */
  List<StudyEntry> some(StudyQuery wanted, int skip, int most) {
    return database.work(
        c ->
            query(
                c,
                "select *" + StudyQuery.WHERE + " order by number desc limit ? offset ?",
                StudyStore::study,
                wanted.values(most, skip)));
  }

  /** Returns the number of studies found in each state. */
  Map<String, Integer> counts(StudyQuery wanted) {
    Map<String, Integer> counts = new TreeMap<>();
    database.work(
        c ->
            query(
                c,
                "select state, count(*)" + StudyQuery.WHERE + " group by state",
                r -> counts.put(StudyState.valueOf(r.getString(1)).word(), r.getInt(2)),
                wanted.values()));
    return counts;
  }

  Optional<StudyEntry> find(String id) {
    return database.work(
        c ->
            query(c, "select * from study where id = ?", StudyStore::study, id).stream()
                .findFirst());
  }

  List<StudyEntry> list() {
    return database.work(c -> query(c, "select * from study order by number", StudyStore::study));
  }

  /** Returns every study with its state alone. */
  Map<String, StudyState> states() {
    Map<String, StudyState> states = new TreeMap<>();
    database.work(
        c ->
            query(
                c,
                "select id, state from study",
                r -> states.put(r.getString(1), StudyState.valueOf(r.getString(2)))));
    return states;
  }

  List<StudyEntry> in(StudyState state) {
    return database.work(
        c ->
            query(
                c,
                "select * from study where state = ? order by number",
                StudyStore::study,
                state.name()));
  }

  private static StudyEntry study(ResultSet r) throws SQLException {
    return new StudyEntry(
        r.getString("id"),
        r.getLong("number"),
        r.getString("name"),
        r.getString("manifest"),
        StudyState.valueOf(r.getString("state")),
        r.getString("owner"),
        r.getString("created"),
        r.getString("note"),
        r.getString("method"));
  }

  String result(String id) {
    return database.work(
        c -> query(c, "select result from study where id = ?", r -> r.getString(1), id).get(0));
  }

  /** Changes a study's state if it is still one of those that the caller expects. */
  boolean move(String id, List<StudyState> from, StudyState to, String note, String result) {
    boolean moved = moved(id, from, to, note, result);
    changed();
    return moved;
  }

  private boolean moved(
      String id, List<StudyState> from, StudyState to, String note, String result) {
    return database.work(
        c -> {
          List<String> now =
              query(c, "select state from study where id = ?", r -> r.getString(1), id);
          if (now.isEmpty() || !from.contains(StudyState.valueOf(now.get(0)))) {
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
