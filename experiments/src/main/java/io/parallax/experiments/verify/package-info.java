/** Checks against exact numbers of other implementations. */
package io.parallax.experiments.verify;
