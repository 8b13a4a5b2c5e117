/** A consortium in one process, to look at and to check links with. */
package io.parallax.demo;
