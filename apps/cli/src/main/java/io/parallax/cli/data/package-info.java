/** Public data sets by name: which there are, whether they are here, and getting them. */
package io.parallax.cli.data;
