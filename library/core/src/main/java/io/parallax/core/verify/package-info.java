/** Comparison with files of exact numbers (the command {@code verify}). */
package io.parallax.core.verify;
