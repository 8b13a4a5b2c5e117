/** Regression trees on binned columns, sums of them, and a classifier boosted from them. */
package io.parallax.trees;
