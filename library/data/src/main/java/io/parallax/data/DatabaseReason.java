package io.parallax.data;

import java.sql.SQLException;
import java.util.Map;

/**
 * Explains a database's failure, and what to do, by its code. The database's own message is not
 * shown: it may quote a cell, or an address with a password.
 */
public final class DatabaseReason {
  /** The explanations, by the class of an SQLSTATE, its first two characters. */
  private static final Map<String, String> BY_STATE =
      Map.of(
          "08", "the database cannot be reached; check that it runs, and its address in 'jdbc'",
          "22", "a value does not fit what 'sql' makes of it; correct the value or the query",
          "28", "the database refuses the user or the password; correct them in 'jdbc'",
          "3D", "the server has no database of this name; correct 'jdbc'",
          "42", "the database refuses the query; check its tables, columns and rights in 'sql'");

  private DatabaseReason() {}

  /** Returns the explanation of a failure; a general one for an unknown code. */
  public static String of(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    return state.matches("[0-9A-Z]{5}")
        ? BY_STATE.getOrDefault(
            state.substring(0, 2),
            "the database failed (SQLSTATE " + state + "); check 'sql' and 'jdbc'")
        : "the database failed; check 'sql' and 'jdbc'";
  }

  /** Returns the explanation for a query that cannot be parsed. */
  public static String query() {
    return BY_STATE.get("42");
  }
}
