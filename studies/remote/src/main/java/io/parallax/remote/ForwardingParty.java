package io.parallax.remote;

import io.parallax.core.Party;
import io.parallax.math.Matrix;
import java.util.Map;

/** The method's half of a party, to which a subclass adds answers of its own. */
abstract class ForwardingParty implements Party {
  private final Party method;

  ForwardingParty(Party method) {
    this.method = method;
  }

  /** Returns the method's half. */
  final Party method() {
    return method;
  }

  @Override
  public Record state() {
    return method.state();
  }

  @Override
  public void restore(Record state) {
    method.restore(state);
  }

  @Override
  public Map<String, Long> sizes() {
    return method.sizes();
  }

  @Override
  public Map<String, Matrix> model() {
    return method.model();
  }
}
