/** A run's result as a page to look at. */
package io.parallax.cli.report;
