package io.parallax.tensor;

import io.parallax.core.Sequences;
import java.util.List;

/** A bidirectional GRU and a linear layer with a rectifier, for sequences. */
record GruEncoder(Gru gru, Linear last) implements Network {
  static GruEncoder in(Layout layout, Sequences sequences, int units, int outputs) {
    return new GruEncoder(
        new Gru(List.of("encoder"), List.of(sequences.channels().size()), units).in(layout),
        new Linear("encoder.out", 2 * units, outputs).in(layout));
  }

  @Override
  public Tensor apply(Weights w, Tensor x) {
    return last.apply(w, gru.apply(w, x).get(0).at(0, 0)).relu();
  }
}
