package io.parallax.trees;

/**
 * Settings of a boosted classifier.
 *
 * @param trees how each tree grows
 * @param rounds the most rounds
 * @param bins the most bins of a column
 * @param heldOut the share of rows that are held out to decide when to stop; with 0 all rounds are
 *     done
 * @param patience the most rounds without a lower loss on these rows
 */
public record BoostSettings(
    TreeSettings trees, int rounds, int bins, double heldOut, int patience) {
  public BoostSettings {
    Checks.atLeast("rounds", rounds, 1);
    Checks.within("bins", bins, 2, Bins.MOST);
    Checks.atLeast("patience", patience, 1);
    if (!(heldOut >= 0 && heldOut <= 0.5)) {
      throw new IllegalArgumentException("held out is " + heldOut + ", must be within [0, 0.5]");
    }
  }

  /** 100 rounds of the usual trees; stops after 10 without a gain on a tenth of the rows. */
  public static BoostSettings defaults() {
    return new BoostSettings(TreeSettings.defaults(), 100, Bins.MOST, 0.1, 10);
  }
}
