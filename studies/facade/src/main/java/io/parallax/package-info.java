/** Parallax from Java: studies, their runs, models and predictions; docs/java.md has programs. */
package io.parallax;
