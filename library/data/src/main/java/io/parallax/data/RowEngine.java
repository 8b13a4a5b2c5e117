package io.parallax.data;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** Keeps the rows of parties whose tables are too large for one machine. */
public interface RowEngine {
  /** Its key under {@code engine} in a party's file. */
  String name();

  /**
   * Where tables are to be read; nothing is connected before a table is.
   *
   * @param master the engine's address
   * @param settings the engine's own
   */
  Reader reader(String master, Map<String, String> settings);

  /** Reads tables whose rows stay in the engine. */
  interface Reader {
    /** The names of a table's columns. */
    List<String> names(Place place);

    /** Whether a table has no rows; no more than one is looked for. */
    boolean empty(Place place);

    /** A table with these columns, its rows sorted by id. */
    Table table(Place place, String id, List<String> columns);
  }

  /**
   * Where a table is.
   *
   * @param format csv, parquet or jdbc
   * @param address a path as the engine knows it, or the address of a database
   * @param query where it is a database
   */
  record Place(String format, String address, String query) {
    /** What messages call it: an address of a database may hold a password. */
    @Override
    public String toString() {
      return query.isEmpty() ? address : "the " + format + " query";
    }
  }

  /** The engines that are there. */
  static List<RowEngine> all() {
    return ServiceLoader.load(RowEngine.class).stream().map(ServiceLoader.Provider::get).toList();
  }
}
