package io.parallax.tensor;

import java.util.HashMap;
import java.util.Map;

/**
 * A network's parameters by name, cut from one flat tensor of G rows. Each row is one copy of the
 * network, applied to samples of its own: one copy for all of a batch, or one for each sample where
 * the gradient of every single sample is wanted.
 */
public final class Weights {
  private final Map<String, Tensor> byName = new HashMap<>();
  private final int copies;

  /**
   * @param flat G × layout.size()
   */
  public Weights(Layout layout, Tensor flat) {
    copies = flat.size(0);
    long[] sizes = layout.entries().stream().mapToLong(Layout.Entry::size).toArray();
    Tensor[] parts = flat.split(1, sizes);
    for (int i = 0; i < parts.length; i++) {
      Layout.Entry entry = layout.entries().get(i);
      byName.put(entry.name(), parts[i].reshape(withCopies(entry.shape())));
    }
  }

  private long[] withCopies(long[] shape) {
    long[] all = new long[shape.length + 1];
    all[0] = copies;
    System.arraycopy(shape, 0, all, 1, shape.length);
    return all;
  }

  /** G × the parameter's shape. */
  public Tensor get(String name) {
    return byName.get(name);
  }

  /** G, the number of copies of the network. */
  public int copies() {
    return copies;
  }
}
