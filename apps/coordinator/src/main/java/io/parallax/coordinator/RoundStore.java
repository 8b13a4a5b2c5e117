package io.parallax.coordinator;

import static io.parallax.coordinator.Database.execute;
import static io.parallax.coordinator.Database.query;

import io.parallax.remote.RoundCost;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Stores the rounds of studies: objective, time and traffic. */
final class RoundStore {
  private static final String COLUMNS = "part, number, objective, at, millis, up, down";
  private final Database database;
  private final Map<String, Long> changes = new ConcurrentHashMap<>();

  /**
   * A round of a study.
   *
   * @param objective null if there is none
   * @param millis since the previous round
   * @param up bytes that all parties sent
   * @param down bytes that all parties received
   */
  record Round(
      String part, int number, Double objective, String at, long millis, long up, long down) {
    /** Returns the cost alone, for studies whose result is not released. */
    Round withoutObjective() {
      return new Round(part, number, null, at, millis, up, down);
    }
  }

  /** Totals of a part's rounds. */
  record Part(String part, int rounds, Double objective, long millis, long up, long down) {
    /** Returns the cost alone, for studies whose result is not released. */
    Part withoutObjective() {
      return new Part(part, rounds, null, millis, up, down);
    }
  }

  RoundStore(Database database) {
    this.database = database;
  }

  void add(String id, String part, int number, double objective, RoundCost cost) {
    database.work(
        c -> {
          execute(
              c, "delete from round where study = ? and part = ? and number = ?", id, part, number);
          return execute(
              c,
              "insert into round (study, part, number, objective, at, millis, up, down) values (?,"
                  + " ?, ?, ?, ?, ?, ?, ?)",
              id,
              part,
              number,
              Double.isFinite(objective) ? objective : null,
              Instant.now().toString(),
              cost.millis(),
              cost.up(),
              cost.down());
        });
    changes.merge(id, 1L, Long::sum);
  }

  /** Returns a number that grows with every round of a study. */
  long changes(String id) {
    return changes.getOrDefault(id, 0L);
  }

  int count(String id) {
    return database.work(
        c -> query(c, "select count(*) from round where study = ?", r -> r.getInt(1), id).get(0));
  }

  /** Returns the last stored round of each part. */
  Map<String, Integer> last(String id) {
    Map<String, Integer> newest = new HashMap<>();
    database.work(
        c ->
            query(
                c,
                "select part, max(number) from round where study = ? group by part",
                r -> newest.put(r.getString(1), r.getInt(2)),
                id));
    return newest;
  }

  /** Returns all rounds but the first few, in order. */
  List<Round> after(String id, int skip) {
    List<Round> all =
        database.work(
            c ->
                query(
                    c,
                    "select " + COLUMNS + " from round where study = ? order by part, number",
                    RoundStore::round,
                    id));
    return new ArrayList<>(all.subList(Math.min(skip, all.size()), all.size()));
  }

  /** Returns a page of rounds, newest first. */
  List<Round> newest(String id, int skip, int most) {
    return database.work(
        c ->
            query(
                c,
                "select "
                    + COLUMNS
                    + " from round where study = ? order by at desc, number desc limit ? offset"
                    + " ?",
                RoundStore::round,
                id,
                most,
                skip));
  }

  /** Returns the totals of each part. */
  List<Part> parts(String id) {
    return database.work(
        c ->
            query(
                c,
                "select r.part, s.n, r.objective, s.millis, s.up, s.down from round r join (select"
                    + " part, max(number) m, count(*) n, sum(millis) millis, sum(up) up, sum(down)"
                    + " down from round where study = ? group by part) s on r.part = s.part and"
                    + " r.number = s.m where r.study = ? order by r.part",
                r ->
                    new Part(
                        r.getString(1),
                        r.getInt(2),
                        number(r, 3),
                        r.getLong(4),
                        r.getLong(5),
                        r.getLong(6)),
                id,
                id));
  }

  private static Round round(ResultSet r) throws SQLException {
    return new Round(
        r.getString(1),
        r.getInt(2),
        number(r, 3),
        r.getString(4),
        r.getLong(5),
        r.getLong(6),
        r.getLong(7));
  }

  private static Double number(ResultSet r, int column) throws SQLException {
    double value = r.getDouble(column);
    return r.wasNull() ? null : (Double) value;
  }
}
