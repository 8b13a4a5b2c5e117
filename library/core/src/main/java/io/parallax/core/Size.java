package io.parallax.core;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How large a component of a message is at most: rows and columns of a matrix, {@code "N × C"};
 * bytes of a text or of bytes, {@code "64"}; the value of an {@code int}. It bounds the memory that
 * is taken before a message has come, at the coordinator that of answers, at a party that of asks.
 * Letters are those of {@link Method#sizes} and {@link Party#sizes}; one that is not among them is
 * explained to the coordinator by its ask: the size that the component has, or its value.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Size {
  String value();

  /** Whether a matrix of an ask may be smaller; else it has just this size. */
  boolean orLess() default false;
}
