/** Study files: reads and checks them. */
package io.parallax.study.file;
