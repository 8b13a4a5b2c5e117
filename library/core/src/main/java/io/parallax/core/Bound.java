package io.parallax.core;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The largest magnitude one party may contribute in this component of a {@link Summand}. The scale
 * of the fixed-point sum follows from it; a larger value is rejected, never wrapped.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Bound {
  double value();
}
