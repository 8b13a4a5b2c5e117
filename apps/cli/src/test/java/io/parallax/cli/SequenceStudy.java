package io.parallax.cli;

import static io.parallax.cli.SmallStudy.put;

import io.parallax.math.Rng;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Typing sessions in a long table: 12 people with 5 sessions each, of 3 to 12 keys. */
final class SequenceStudy {
  static final int PEOPLE = 12;
  static final int SESSIONS = 60;

  /** Tests count its lines. */
  static final String YAML =
      """
      study: keys
      method: test-steps
      settings: {beta: 0.1}
      data:
        views:
          timing: {csv: keys.csv, id: session, time: press, columns: [hold], gap: true}
          kinds: {csv: keys.csv, id: session, time: press, columns: [group]}
        labels: {csv: sessions.csv, id: session, column: label}
      categorical: {group: [letter, space]}
      clip: {hold: [0, 5]}
      partition: {kind: horizontal, how: subject, column: person, parties: 4}
      evaluate: {split: subjects, column: person, test: 0.25, repeats: 3}
      report: {points: 0}
      seed: 3
      """;

  private SequenceStudy() {}

  /** Writes keys and sessions, and returns where the study file belongs. */
  static Path write(Path folder) {
    Rng rng = Rng.of(11);
    StringBuilder keys = new StringBuilder("session,press,group,hold\n");
    StringBuilder sessions = new StringBuilder("session,person,part,label\n");
    for (int s = 0; s < SESSIONS; s++) {
      int person = s / 5;
      boolean ill = person % 2 == 1;
      sessions.append("p%d,%d,%s,%s\n".formatted(s, person, part(s), ill ? "ill" : "well"));
      keys(keys, s, ill, rng.child(Integer.toString(s)));
    }
    put(folder.resolve("keys.csv"), keys.toString());
    put(folder.resolve("sessions.csv"), sessions.toString());
    return put(folder.resolve("study.yaml"), YAML);
  }

  private static String part(int session) {
    return session % 5 == 2 ? "late" : "early";
  }

  private static void keys(StringBuilder csv, int session, boolean ill, Rng rng) {
    double press = 0;
    for (int k = 0; k < 3 + session % 10; k++) {
      press += 0.2 + (ill ? 0.1 : 0) + 0.05 * rng.uniform();
      double hold = 0.1 + (ill ? 0.05 : 0) + 0.02 * rng.gaussian();
      csv.append(
          "p%d,%s,%s,%s\n".formatted(session, press, rng.chance(0.3) ? "space" : "letter", hold));
    }
  }

  /** The same table as a Parquet file. */
  static void parquet(Path csv, Path to) {
    query("SELECT * FROM read_csv('" + csv + "')", to);
  }

  /** What a query gives, as a Parquet file. */
  static void query(String query, Path to) {
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement()) {
      statement.execute("COPY (" + query + ") TO '" + to + "' (FORMAT parquet)");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
