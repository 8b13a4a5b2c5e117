/** Regression on vertically held views: numbers, two outcomes, counts and survival times. */
package io.parallax.regression;
