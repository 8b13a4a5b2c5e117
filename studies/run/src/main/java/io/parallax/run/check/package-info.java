/** Statistics by which parties that add wrong numbers are found. */
package io.parallax.run.check;
