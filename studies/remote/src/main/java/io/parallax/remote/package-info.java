/** Studies between machines: setup, training, judging and results over a link. */
package io.parallax.remote;
