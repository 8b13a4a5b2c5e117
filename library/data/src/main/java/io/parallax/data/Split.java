package io.parallax.data;

/** Row numbers to train on and to test on, each in ascending order. */
public record Split(int[] train, int[] test) {}
