package io.parallax.study;

import io.parallax.core.PartyId;

/**
 * The terms of joint predictions with a study's model, between machines.
 *
 * @param by the party whose people are scored, and which alone is given their scores
 * @param day the most people in a day
 * @param person the most predictions of one person in 30 days, with all models of a party
 */
public record PredictionTerms(PartyId by, int day, int person) {
  /** The most people in a day, if a file does not say. */
  public static final int DAY = 1000;

  /** The most predictions of one person in 30 days, if a file does not say. */
  public static final int PERSON = 10;
}
