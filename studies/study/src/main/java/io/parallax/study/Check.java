package io.parallax.study;

/**
 * The ways in which a study looks for parties that add wrong numbers.
 *
 * @param gate whether a result below what the label holder's own view reaches is refused; else it
 *     is noted
 * @param leaveOneOut whether most held-out rows are scored without one party after the other
 * @param ends whether the study ends when it is better without some party; else that is noted
 */
public record Check(boolean gate, boolean leaveOneOut, boolean ends) {
  /** Results are compared with the label holder's own view, and nothing more. */
  public static final Check NONE = new Check(false, false, false);

  /** The least number of parties of which one can be left out: sums of the others stay masked. */
  public static final int LEAST_PARTIES = Protection.LEAST_MASKED + 1;
}
