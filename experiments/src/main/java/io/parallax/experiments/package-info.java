/** Tables and figures of papers, computed again. */
package io.parallax.experiments;
