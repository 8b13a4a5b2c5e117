/** Small studies of every method with faults of all kinds, and the command that runs them. */
package io.parallax.simulate;
