/** Protections of the parties' messages: masked sums, label privacy, private alignment. */
package io.parallax.privacy;
