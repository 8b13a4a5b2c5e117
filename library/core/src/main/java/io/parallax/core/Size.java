package io.parallax.core;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The largest size of a message component: rows and columns of a matrix, {@code "N × C"}; bytes of
 * a text or byte array, {@code "64"}; the value of an {@code int}. It bounds the memory reserved
 * before a message arrives: at the coordinator for answers, at a party for asks. Letters are those
 * of {@link Method#sizes} and {@link Party#sizes}; any other letter is defined for the coordinator
 * by its own ask, as that component's size or value.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Size {
  String value();

  /**
   * Returns true if a matrix of an ask may be smaller; otherwise it must have exactly this size.
   */
  boolean orLess() default false;
}
