/** The files that {@code verify} reads, and the check of the clustering scores. */
package io.parallax.cli.verify;
