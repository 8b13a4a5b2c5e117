/**
 * The engine that runs methods: codec, fixed-point sums, links and the round log; invisible to
 * methods.
 */
package io.parallax.engine;
