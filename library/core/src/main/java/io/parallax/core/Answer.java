package io.parallax.core;

/** A message that leaves a party: a record whose type determines who may see it. */
public sealed interface Answer permits Summand, Disclosed {}
