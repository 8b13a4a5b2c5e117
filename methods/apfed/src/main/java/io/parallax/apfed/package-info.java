/** APFed: one active party learns with the help of passive ones, and then predicts alone. */
package io.parallax.apfed;
