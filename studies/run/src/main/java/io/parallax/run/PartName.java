package io.parallax.run;

/** Names of a study's parts, on disk and on the wire. */
public final class PartName {
  public static final String SETUP = "setup";

  /** Stands for the model of all rows where a split's number is expected. */
  public static final int MODEL = 0;

  private static final String ALIGN = "align-";
  private static final String SERVE = "serve-";
  private static final String PREDICT = "predict-";
  private static final String CERTAIN = "certain-";
  private static final String SCORE = "score-";
  private static final String CERTIFY = "certify-";
  private static final String WITHOUT = "without-";

  /** Names the part in which the party that asks for predictions is told their thresholds. */
  public static final String THRESHOLDS = "thresholds";

  private PartName() {}

  /** Returns the name of the part in which one party's ids are blinded; no other party joins it. */
  public static String aligning(int member) {
    return ALIGN + member;
  }

  /** Returns whether a part aligns ids. */
  public static boolean aligns(String part) {
    return part.startsWith(ALIGN);
  }

  /**
   * Returns the name of the part in which one party hears of people to predict; no other party
   * joins it.
   */
  public static String serving(int member) {
    return SERVE + member;
  }

  /** Returns whether a part tells a party of people to predict. */
  public static boolean serves(String part) {
    return part.startsWith(SERVE);
  }

  /** Returns the name of the part that scores the people of a request. */
  public static String predicting(String request) {
    return PREDICT + request;
  }

  /** Returns whether a part scores people of a request. */
  public static boolean predicts(String part) {
    return part.startsWith(PREDICT);
  }

  /**
   * Returns the name of the part that trains a split.
   *
   * @param split its number from 1, or {@link #MODEL}
   */
  public static String of(int split) {
    return split == MODEL ? "model" : "split-%02d".formatted(split);
  }

  /** Returns the purpose of a split's random numbers, wherever it runs. */
  public static String purpose(int split) {
    return split == MODEL ? "model" : "split-" + split;
  }

  /**
   * Returns the name of the part that trains a split without the rows that calibrate what is
   * certain; the model for use is always trained without them.
   */
  public static String certain(int split) {
    return split == MODEL ? of(MODEL) : CERTAIN + "%02d".formatted(split);
  }

  /** Returns the name of the part that scores rows which that training has not seen. */
  public static String scoring(int split) {
    return SCORE + of(split);
  }

  /** Returns the name of the part that calibrates what is certain, and judges it. */
  public static String certifying(int split) {
    return CERTIFY + of(split);
  }

  /** Returns whether a part judges what is certain. */
  public static boolean certifies(String part) {
    return part.startsWith(CERTIFY);
  }

  /** Returns whether a part calibrates certainty with a model that was trained before. */
  public static boolean calibrates(String part) {
    return part.startsWith(SCORE) || certifies(part) || part.equals(THRESHOLDS);
  }

  /**
   * Returns the name of the part that scores held-out rows of a split without one party, which does
   * not join it.
   *
   * @param left the part of the rows, from 1
   */
  public static String without(int split, int left) {
    return WITHOUT + left + "-" + of(split);
  }

  /** Returns whether a part scores held-out rows without one party. */
  public static boolean leavesOut(String part) {
    return part.startsWith(WITHOUT);
  }

  /**
   * Returns whether a part only scores rows with a model, so that it begins anew if interrupted.
   */
  public static boolean scoresOnly(String part) {
    return calibrates(part) || leavesOut(part);
  }

  /** Returns the purpose of the random numbers of a training without the rows that calibrate. */
  public static String certainPurpose(int number) {
    return "certainty-" + number;
  }
}
