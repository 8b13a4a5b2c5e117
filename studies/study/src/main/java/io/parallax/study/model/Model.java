package io.parallax.study.model;

import java.util.List;
import java.util.Map;

/**
 * The part of a trained model that all parties know.
 *
 * @param joint whether every party's part is needed to score a row, or each part does alone
 * @param viewWeights how much each view counts, as shares of 1
 * @param samples how many rows it was trained on
 * @param parties whose parts there are
 */
public record Model(
    String study,
    String method,
    Map<String, Object> settings,
    boolean joint,
    List<String> classes,
    List<String> views,
    Map<String, Double> viewWeights,
    int samples,
    int rounds,
    long bytesUp,
    long seed,
    List<String> parties) {}
