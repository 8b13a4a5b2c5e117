package io.parallax.fuzz.rows;

import java.util.List;

/** Weka's attribute-relation files. */
public final class ArffTarget extends RowsTarget {
  public ArffTarget() {
    super("arff", ".arff");
  }

  @Override
  public List<byte[]> seeds() {
    return Seeds.texts(
        """
        % a comment
        @relation people
        @attribute id string
        @attribute 'the age' numeric
        @attribute kind {well, 'rather ill'}
        @data
        p1,7319.50817,well
        'p 2',?,'rather ill'
        """,
        """
        @RELATION x
        @ATTRIBUTE a INTEGER
        @ATTRIBUTE "b" REAL
        @DATA
        {0 1, 1 7319.50817}
        {}
        """);
  }

  @Override
  public List<String> words() {
    return List.of(
        "@relation", "@attribute", "@data", "numeric", "string", "date", "{", "}", "?", "'", "\\");
  }
}
