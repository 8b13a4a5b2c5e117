/** Releases: archives and packages that run where there is Java and nothing else. */
package io.parallax.dist;
