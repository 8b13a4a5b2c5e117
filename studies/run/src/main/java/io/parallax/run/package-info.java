/** Runs studies in one process: splits, searches, comparisons, results, resumption, prediction. */
package io.parallax.run;
