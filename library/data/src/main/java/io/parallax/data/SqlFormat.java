package io.parallax.data;

import io.parallax.core.BadInput;
import java.util.List;
import java.util.stream.Stream;

/** Answers of databases: {@code {sql: QUERY, jdbc: URL}}. */
public final class SqlFormat implements RowFormat {
  private static final String JDBC = "jdbc";

  @Override
  public String name() {
    return "sql";
  }

  @Override
  public List<Key> keys() {
    Key jdbc = new Key(JDBC, "the database's address; $NAME is taken from the environment", true);
    return Stream.concat(TABLE.stream(), Stream.of(jdbc)).toList();
  }

  @Override
  public List<String> endings() {
    return List.of();
  }

  @Override
  public boolean inFile() {
    return false;
  }

  @Override
  public RowSource source(Section section) {
    String url = section.settings().get(JDBC);
    if (url == null) {
      throw new BadInput(section.called() + " has no 'jdbc'; it needs one");
    }
    if (!url.startsWith("jdbc:")) {
      throw new BadInput(section.called() + ".jdbc must begin with 'jdbc:'");
    }
    return new SqlTable(section.called(), section.value(), url);
  }
}
