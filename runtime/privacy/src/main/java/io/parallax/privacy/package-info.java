/** Protections of what parties send: masked sums, label privacy, private alignment. */
package io.parallax.privacy;
