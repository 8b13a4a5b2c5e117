/** Sets of classes and intervals of numbers that hold the truth with a chosen probability. */
package io.parallax.run.certainty;
