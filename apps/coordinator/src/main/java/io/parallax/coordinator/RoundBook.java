package io.parallax.coordinator;

import static io.parallax.coordinator.Database.execute;
import static io.parallax.coordinator.Database.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The rounds of studies: where each stood when, and what it took. */
public final class RoundBook {
  private static final String COLUMNS = "part, number, objective, at, millis, up, down";
  private final Database database;
  private final Map<String, Long> changes = new ConcurrentHashMap<>();

  /**
   * A round of a study.
   *
   * @param objective null where there is none
   * @param millis since the round before
   * @param up bytes that all parties sent in it
   * @param down bytes that they received
   */
  public record Round(
      String part, int number, Double objective, String at, long millis, long up, long down) {}

  /** All rounds of a part together. */
  public record Part(String part, int rounds, Double objective, long millis, long up, long down) {}

  public RoundBook(Database database) {
    this.database = database;
  }

  void add(String id, String part, int number, double objective, Cost cost) {
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

  /** What a round took. */
  public record Cost(long millis, long up, long down) {}

  /** Grows with every round of a study since the start. */
  long changes(String id) {
    return changes.getOrDefault(id, 0L);
  }

  public int count(String id) {
    return database.work(
        c -> query(c, "select count(*) from round where study = ?", r -> r.getInt(1), id).get(0));
  }

  /** The last round of each part that is in the books. */
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

  /** The rounds behind the first few, in the order in which they were. */
  public List<Round> after(String id, int skip) {
    List<Round> all =
        database.work(
            c ->
                query(
                    c,
                    "select " + COLUMNS + " from round where study = ? order by part, number",
                    RoundBook::round,
                    id));
    return new ArrayList<>(all.subList(Math.min(skip, all.size()), all.size()));
  }

  /** Some rounds, the newest first. */
  List<Round> newest(String id, int skip, int most) {
    return database.work(
        c ->
            query(
                c,
                "select "
                    + COLUMNS
                    + " from round where study = ? order by at desc, number desc limit ? offset"
                    + " ?",
                RoundBook::round,
                id,
                most,
                skip));
  }

  /** Each part's rounds in sum. */
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
