/** Public data sets by name: a list of them, their state on this machine, and downloads. */
package io.parallax.data.catalogue;
