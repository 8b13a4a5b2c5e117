package io.parallax.core;

import java.util.List;

/** What the numbers of a row are together, where a row is more than a list of features. */
public sealed interface Shape permits Sequences, Images {
  /** How many numbers a row has. */
  int columns();

  /** What they are called, in order. */
  List<String> names();
}
