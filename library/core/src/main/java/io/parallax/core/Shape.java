package io.parallax.core;

import java.util.List;

/** The structure of a row whose numbers are not just a list of features. */
public sealed interface Shape permits Sequences, Images {
  /** Returns the number of columns of a row. */
  int columns();

  /** Returns the names of the columns, in order. */
  List<String> names();
}
