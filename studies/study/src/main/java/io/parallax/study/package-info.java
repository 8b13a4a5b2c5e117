/** A study: what is learnt, by which method, from whose rows, and how it is judged. */
package io.parallax.study;
