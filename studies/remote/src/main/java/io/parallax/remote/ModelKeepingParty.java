package io.parallax.remote;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.remote.NodeMessages.KeepModel;
import io.parallax.remote.NodeMessages.Kept;
import java.util.function.IntConsumer;

/** A party that keeps its part of the model when training is over. */
final class ModelKeepingParty extends ForwardingParty {
  private final IntConsumer keep;

  /**
   * @param keep is told after how many rounds
   */
  ModelKeepingParty(Party method, IntConsumer keep) {
    super(method);
    this.keep = keep;
  }

  @Override
  public Answers answers() {
    return method().answers().on(KeepModel.class, this::keep);
  }

  private Kept keep(KeepModel ask) {
    keep.accept(ask.rounds());
    return new Kept(1);
  }
}
