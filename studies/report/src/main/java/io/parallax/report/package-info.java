/** Results of studies as pages and as text for a terminal. */
package io.parallax.report;
