/** Scores of classifications and clusterings, summaries of repeated runs, and maps of points. */
package io.parallax.eval;
