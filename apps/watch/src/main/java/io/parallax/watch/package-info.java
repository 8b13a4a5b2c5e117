/** Health of a running node, and notices by mail or webhook for those who look after it. */
package io.parallax.watch;
