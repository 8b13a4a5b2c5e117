package io.parallax.coordinator;

import static io.parallax.coordinator.Database.execute;
import static io.parallax.coordinator.Database.query;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rounds of studies: where each stood when. */
public final class RoundBook {
  private final Database database;

  /** A round of a study. */
  public record Round(String part, int number, double objective, String at) {}

  public RoundBook(Database database) {
    this.database = database;
  }

  void add(String id, String part, int number, double objective) {
    database.work(
        c -> {
          execute(
              c, "delete from round where study = ? and part = ? and number = ?", id, part, number);
          return execute(
              c,
              "insert into round (study, part, number, objective, at) values (?, ?, ?, ?, ?)",
              id,
              part,
              number,
              Double.isFinite(objective) ? objective : null,
              Instant.now().toString());
        });
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
                    "select part, number, objective, at from round where study = ? order by part,"
                        + " number",
                    r -> new Round(r.getString(1), r.getInt(2), r.getDouble(3), r.getString(4)),
                    id));
    return new ArrayList<>(all.subList(Math.min(skip, all.size()), all.size()));
  }
}
