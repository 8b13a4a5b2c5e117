package io.parallax.cli.study;

import io.parallax.core.Method;
import io.parallax.core.Result;

/** A method with its settings. */
public record Configured<C extends Record, R extends Result>(Method<C, R> method, C config) {}
