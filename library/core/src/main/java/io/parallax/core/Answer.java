package io.parallax.core;

/** What leaves a party: a record whose type says who may see it. */
public sealed interface Answer permits Summand, Disclosed {}
