package io.parallax.fedmsgl;

import io.parallax.core.BadInput;
import io.parallax.core.PerView;
import io.parallax.core.Setting;

/**
 * The settings of FedMSGL, by the paper's letters. The number of clusters c is the study's number
 * of classes. Choices on which paper, released program and mathematics disagree follow the mode
 * unless they are set.
 */
public record FedMsglConfig(
    @Setting("best: what clusters best; paper: as printed; reference: as the released program does")
        Mode mode,
    @Setting("λ1 > 0, weight of ‖C‖²: the larger, the smoother the consistent part") double lambda1,
    @Setting("λ2 ≥ 0, weight of the manifold term ‖M ⊙ C‖²; unused where manifold is dropped")
        double lambda2,
    @Setting("λ3 > 0, weight of ‖U‖²: the larger, the smaller the view-specific part")
        double lambda3,
    @Setting("β ≥ 0, how strongly the hypergraph pushes the global G") double beta,
    @Setting(
            "k ≥ 2, rows in a hyperedge: a row and its k − 1 nearest; with anchors, those a row joins")
        int k,
    @Setting("[C, U] steps of a party per round") int local,
    @Setting("[θ, F, G] steps of the coordinator per round, each an exchange") int central,
    @Setting("k-means starts; the tightest clustering is kept") int starts,
    @Setting("γ ≥ 0, a term γθ‖C − G‖² that really ties a party to G; 0: none, as in the paper")
        double coupling,
    @Setting("m: rows are explained by m of them, drawn by the seed, instead of by all; 0: by all")
        int anchors,
    @Setting("Eq. (13): exact, printed diag(M²), rank1 (released), dropped (λ2 = 0), or mode")
        Manifold manifold,
    @Setting("Eq. (17): shift, shift_old (released), simplex (exact), or mode")
        Projection projection,
    @Setting(
            "what Eqs. (17) and (20) make feasible: rows, as printed there; columns: Eqs. (1) – (4)")
        Axis axis,
    @Setting("Eq. (6): printed, released (rising with distance), normalised, or mode")
        Weighting weighting,
    @Setting(
            "by distance of rows of A, by largest affinity, pairs (no hyperedges: a graph), or mode")
        Hyperedges hyperedges,
    @Setting("each row of a view: none, sample01 (to 0 … 1), unit (length 1), or mode") Scale scale,
    @Setting("first G: mean of all C, the identity eye, or mode") First first,
    @Setting("rows of F for k-means: raw, unit (length 1), or mode") Embedding embedding) {

  /** The interpretation of the paper. */
  public enum Mode {
    BEST,
    PAPER,
    REFERENCE
  }

  /** The treatment of the manifold term in Eq. (13). */
  public enum Manifold {
    MODE,
    EXACT,
    PRINTED,
    RANK1,
    DROPPED
  }

  /** The projection by which Eqs. (17) and (20) make rows feasible. */
  public enum Projection {
    MODE,
    SHIFT,
    SHIFT_OLD,
    SIMPLEX
  }

  /** The sums of C + U that are 1. */
  public enum Axis {
    ROWS,
    COLUMNS
  }

  /** The weights of views by Eq. (6). */
  public enum Weighting {
    MODE,
    PRINTED,
    RELEASED,
    NORMALISED
  }

  /** The neighbourhood that defines a hyperedge. */
  public enum Hyperedges {
    MODE,
    ROWS,
    AFFINITY,
    PAIRS
  }

  /** The scaling of every row of a view, before anything else. */
  public enum Scale {
    MODE,
    NONE,
    SAMPLE01,
    UNIT
  }

  /** The initial G. */
  public enum First {
    MODE,
    MEAN,
    EYE
  }

  /** The rows that k-means clusters. */
  public enum Embedding {
    MODE,
    RAW,
    UNIT
  }

  private static final double MOST = 1e6;

  /**
   * λ2 and k are the released program's. Its β = 1 is divided by weights of e^+d; with weights that
   * add up to 1 the term βc/2n would outweigh C, whose entries are about 1/n. λ1 = λ3 = 100: see
   * the README; a study's {@code search} chooses them for a data set.
   */
  public static final FedMsglConfig DEFAULTS =
      new FedMsglConfig(
          Mode.BEST,
          100,
          1,
          100,
          0.1,
          25,
          2,
          2,
          20,
          0,
          0,
          Manifold.MODE,
          Projection.MODE,
          Axis.ROWS,
          Weighting.MODE,
          Hyperedges.MODE,
          Scale.MODE,
          First.MODE,
          Embedding.MODE);

  public FedMsglConfig {
    PerView.of(lambda1).atLeast(0, true, "lambda1").atMost(MOST, "lambda1");
    PerView.of(lambda2).atLeast(0, false, "lambda2").atMost(MOST, "lambda2");
    PerView.of(lambda3).atLeast(0, true, "lambda3").atMost(MOST, "lambda3");
    PerView.of(beta).atLeast(0, false, "beta").atMost(MOST, "beta");
    PerView.of(coupling).atLeast(0, false, "coupling").atMost(MOST, "coupling");
    atLeast(k, 2, "k");
    atLeast(local, 1, "local");
    atLeast(central, 1, "central");
    atLeast(starts, 1, "starts");
    atLeast(anchors, 0, "anchors");
    if (anchors > 0 && axis == Axis.COLUMNS) {
      throw new BadInput(
          "axis is columns, and anchors is "
              + anchors
              + "; with anchors a column explains many rows: set axis to rows, or anchors to 0");
    }
  }

  private static void atLeast(int value, int limit, String name) {
    if (value < limit) {
      throw new BadInput(name + " is " + value + " and must be at least " + limit);
    }
  }

  /** Returns the same settings in another mode; settings that depend on the mode follow it. */
  public FedMsglConfig with(Mode reading) {
    return edit().mode(reading).done();
  }

  /** The same with other weights and hyperedges of another size. */
  public FedMsglConfig with(double newLambda1, double newLambda3, double newBeta, int newK) {
    return edit().weights(newLambda1, lambda2, newLambda3, newBeta).hyperedge(newK).done();
  }

  /** Begins a changed copy. */
  public FedMsglEdit edit() {
    return new FedMsglEdit(this);
  }
}
