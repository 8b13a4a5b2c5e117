package io.parallax.core;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a sum of outputs of learners, such as trees: they are not linear combinations of columns,
 * so that as many outputs as columns do not reveal the columns.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Learnt {}
