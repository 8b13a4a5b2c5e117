/** Rows from Parquet files. */
package io.parallax.parquet;
