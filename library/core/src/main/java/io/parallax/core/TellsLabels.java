package io.parallax.core;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a message whose receiver learns the labels, or the target, of single training rows: the
 * coordinator by an answer, every party by an ask.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface TellsLabels {
  How value() default How.READ;

  /** The certainty with which a receiver knows a label. */
  enum How {
    /** Nearly every label is known. */
    READ,
    /** Labels can be guessed better than by chance. */
    GUESSED
  }
}
