package io.parallax.data;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** Stores the rows of parties whose tables are too large for one machine. */
public interface RowEngine {
  /** The formats that engines read, as {@link RowFormat#name} calls them. */
  List<String> FORMATS = List.of("csv", "parquet", "sql");

  /** Its key under {@code engine} in a party's file. */
  String name();

  /**
   * Opens a reader; it connects to the engine when the first table is read.
   *
   * @param master the engine's address
   * @param settings the engine's own
   */
  Reader reader(String master, Map<String, String> settings);

  /** Reads tables whose rows stay in the engine. */
  interface Reader {
    /** The names of a table's columns. */
    List<String> names(Place place);

    /** Returns true if a table has no rows; reads at most one row to find out. */
    boolean empty(Place place);

    /** A table with these columns, its rows sorted by id. */
    Table table(Place place, String id, List<String> columns);
  }

  /**
   * The location of a table.
   *
   * @param format csv, parquet or jdbc
   * @param address a path of the engine, or the address of a database
   * @param query the query of a database
   */
  record Place(String format, String address, String query) {
    /**
     * Returns the name for messages, without the address of a database, which may hold a password.
     */
    @Override
    public String toString() {
      return query.isEmpty() ? address : "the " + format + " query";
    }
  }

  /** Returns the installed engines. */
  static List<RowEngine> all() {
    return ServiceLoader.load(RowEngine.class).stream().map(ServiceLoader.Provider::get).toList();
  }
}
