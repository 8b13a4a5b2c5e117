/** A party whose rows lie in a Spark cluster: they are multiplied there and never collected. */
package io.parallax.spark;
