package io.parallax.spark;

import io.parallax.data.DatabaseReason;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Explains failures with a cause that people can remove, by Spark's error class or a database's
 * code. The original messages are not shown; they may quote data, or an address with a password.
 */
final class Reasons {
  /** The explanations; the first key that the condition starts with is used. */
  private static final Map<String, String> BY_CONDITION = new LinkedHashMap<>();

  static {
    BY_CONDITION.put(
        "PATH_NOT_FOUND",
        "no such file or folder; check the path, which is the same on every machine of a cluster");
    BY_CONDITION.put(
        "FAILED_READ_FILE.CANNOT_READ_FILE_FOOTER",
        "a file there is not a Parquet file, or is incomplete; name Parquet files, or write 'csv'");
    BY_CONDITION.put(
        "UNABLE_TO_INFER_SCHEMA",
        "there is no Parquet file in it; check the path and its permissions");
    BY_CONDITION.put(
        "FAILED_READ_FILE",
        "a file there cannot be read; check that it is complete, its permissions, and that every machine of a cluster has it");
    BY_CONDITION.put("COLUMN_ALREADY_EXISTS", "two columns have the same name; rename one");
    BY_CONDITION.put("JDBC_EXTERNAL_ENGINE_SYNTAX_ERROR", DatabaseReason.query());
  }

  private Reasons() {}

  /**
   * Explains a failure, if it is one of these.
   *
   * @param condition Spark's name for it
   */
  static Optional<String> of(Throwable failure, String condition) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof SQLException sql) {
        return Optional.of(DatabaseReason.of(sql));
      }
    }
    return BY_CONDITION.entrySet().stream()
        .filter(known -> condition.startsWith(known.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
