/** Studies: reading their files, running them, keeping what they found. */
package io.parallax.cli.study;
