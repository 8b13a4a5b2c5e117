/** The vocabulary in which methods are written: asks, answers, parties, rounds. */
package io.parallax.core;
