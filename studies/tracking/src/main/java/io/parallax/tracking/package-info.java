/** Kept runs as other programs' trackers of experiments show them. */
package io.parallax.tracking;
