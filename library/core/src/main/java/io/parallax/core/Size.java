package io.parallax.core;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How large a component of a message is at most: rows and columns of a matrix, {@code "N × C"};
 * bytes of a text or of bytes, {@code "64"}. In an answer, it bounds the memory that is taken for
 * it before it has come. In an ask, it says what a letter stands for in the answer: the size that
 * the component has, or its value where it is an {@code int}. Letters that no ask explains are
 * those of {@link Method#sizes}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Size {
  String value();
}
