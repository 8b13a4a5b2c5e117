/** The command line. */
package io.parallax.cli;
