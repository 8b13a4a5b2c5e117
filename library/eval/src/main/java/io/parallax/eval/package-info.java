/** Scores of classifications and clusterings, and summaries of repeated runs. */
package io.parallax.eval;
