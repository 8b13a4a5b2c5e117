package io.parallax.core;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits how often an ask may come in one training: a product of numbers and letters, {@code "R ×
 * B"}. R is the study's largest number of rounds; other letters are those of {@link Method#sizes}.
 * An ask without this annotation comes once. A party refuses an ask that exceeds the limit,
 * whatever the coordinator says.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Often {
  /** Once in every round. */
  String EACH_ROUND = "R";

  String value();
}
