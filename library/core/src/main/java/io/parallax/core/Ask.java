package io.parallax.core;

/**
 * A request of the coordinator to every party: a record; {@code U} is the type of the answer.
 *
 * @param <U> what a party answers with, and so who may see the answer
 */
public interface Ask<U extends Answer> {}
