package io.parallax.study;

import io.parallax.study.Study.LabelSource;

/**
 * The place of a target that is not classes.
 *
 * @param rows its table, with the column of its values
 * @param columns the roles of the columns
 */
public record TargetSource(LabelSource rows, TargetColumns columns) {}
