/**
 * A party whose rows are stored in a Spark cluster: they are multiplied there and never collected.
 */
package io.parallax.spark;
