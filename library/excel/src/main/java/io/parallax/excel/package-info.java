/** Rows from Excel files. */
package io.parallax.excel;
