/** What runs a method: codec, fixed-point sums, links, the round log; invisible to methods. */
package io.parallax.engine;
