package io.parallax.fedmsgl;

import io.parallax.fedmsgl.FedMsglConfig.Axis;
import io.parallax.fedmsgl.FedMsglConfig.Embedding;
import io.parallax.fedmsgl.FedMsglConfig.First;
import io.parallax.fedmsgl.FedMsglConfig.Hyperedges;
import io.parallax.fedmsgl.FedMsglConfig.Manifold;
import io.parallax.fedmsgl.FedMsglConfig.Mode;
import io.parallax.fedmsgl.FedMsglConfig.Projection;
import io.parallax.fedmsgl.FedMsglConfig.Scale;
import io.parallax.fedmsgl.FedMsglConfig.Weighting;

/** Makes a changed copy of settings: nineteen settings are too many for one call. */
public final class FedMsglEdit {
  private Mode mode;
  private double lambda1;
  private double lambda2;
  private double lambda3;
  private double beta;
  private int k;
  private int local;
  private int central;
  private int starts;
  private double coupling;
  private int anchors;
  private Manifold manifold;
  private Projection projection;
  private Axis axis;
  private Weighting weighting;
  private Hyperedges hyperedges;
  private Scale scale;
  private First first;
  private Embedding embedding;

  FedMsglEdit(FedMsglConfig from) {
    mode = from.mode();
    lambda1 = from.lambda1();
    lambda2 = from.lambda2();
    lambda3 = from.lambda3();
    beta = from.beta();
    k = from.k();
    local = from.local();
    central = from.central();
    starts = from.starts();
    coupling = from.coupling();
    anchors = from.anchors();
    manifold = from.manifold();
    projection = from.projection();
    axis = from.axis();
    weighting = from.weighting();
    hyperedges = from.hyperedges();
    scale = from.scale();
    first = from.first();
    embedding = from.embedding();
  }

  public FedMsglEdit mode(Mode value) {
    mode = value;
    return this;
  }

  /** λ1, λ2, λ3 and β. */
  public FedMsglEdit weights(double one, double two, double three, double hypergraph) {
    lambda1 = one;
    lambda2 = two;
    lambda3 = three;
    beta = hypergraph;
    return this;
  }

  /** k. */
  public FedMsglEdit hyperedge(int size) {
    k = size;
    return this;
  }

  /** Steps of the parties and of the coordinator per round. */
  public FedMsglEdit steps(int ofParties, int ofCoordinator) {
    local = ofParties;
    central = ofCoordinator;
    return this;
  }

  public FedMsglEdit starts(int value) {
    starts = value;
    return this;
  }

  public FedMsglEdit coupling(double value) {
    coupling = value;
    return this;
  }

  /** m; 0: all rows. */
  public FedMsglEdit anchors(int count) {
    anchors = count;
    return this;
  }

  public FedMsglEdit manifold(Manifold value) {
    manifold = value;
    return this;
  }

  public FedMsglEdit projection(Projection value) {
    projection = value;
    return this;
  }

  public FedMsglEdit axis(Axis value) {
    axis = value;
    return this;
  }

  public FedMsglEdit weighting(Weighting value) {
    weighting = value;
    return this;
  }

  public FedMsglEdit hyperedges(Hyperedges value) {
    hyperedges = value;
    return this;
  }

  public FedMsglEdit scale(Scale value) {
    scale = value;
    return this;
  }

  public FedMsglEdit first(First value) {
    first = value;
    return this;
  }

  public FedMsglEdit embedding(Embedding value) {
    embedding = value;
    return this;
  }

  /** The changed copy, checked. */
  public FedMsglConfig done() {
    return new FedMsglConfig(
        mode,
        lambda1,
        lambda2,
        lambda3,
        beta,
        k,
        local,
        central,
        starts,
        coupling,
        anchors,
        manifold,
        projection,
        axis,
        weighting,
        hyperedges,
        scale,
        first,
        embedding);
  }
}
