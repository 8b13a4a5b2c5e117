/** Rows of a study: reads, aligns, prepares and splits them. */
package io.parallax.study.rows;
