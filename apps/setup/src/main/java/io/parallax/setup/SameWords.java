package io.parallax.setup;

import io.parallax.core.BadInput;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The party's side of comparing words: whoever invited it has read the same ones. They are given
 * with the command, or the person here says so.
 */
final class SameWords implements Predicate<String> {
  private final Optional<String> given;
  private final Questions questions;

  /**
   * @param given the words that the other side has read; empty: ask
   */
  SameWords(Optional<String> given, Questions questions) {
    this.given =
        given.map(words -> words.strip().toLowerCase(Locale.ROOT).replaceAll("[\\s,-]+", " "));
    this.questions = questions;
  }

  @Override
  public boolean test(String words) {
    return given
        .map(words::equals)
        .or(
            () ->
                questions.yesOrNo(
                    "Did whoever invited you, called by a number you know, read the same words? Type yes or no:"))
        .orElseThrow(
            () ->
                new BadInput(
                    "nobody said that the words are the same, and no certificate was written; call whoever invited you, and give the same command the words that you are read: --words \"FIVE WORDS\""));
  }
}
