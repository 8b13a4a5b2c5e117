/** YAML with the place of every value, so that an error names file, line and key. */
package io.parallax.study.yaml;
