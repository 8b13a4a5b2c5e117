package io.parallax.cli.node;

import java.util.List;

/**
 * What the coordinator has learnt before training; kept, so that it is asked only once.
 *
 * @param samples rows of each party
 * @param classes their names
 * @param sites rows of each class at each party, where parties hold different people
 * @param heldOut by split, which rows are held out, where they hold the same people
 * @param moments by split, of all parties' training rows, where they hold different people
 * @param allMoments the same of all rows, for the model
 */
record SetupFacts(
    int[] samples,
    List<String> classes,
    double[][] sites,
    List<String> heldOut,
    List<double[][]> moments,
    double[][] allMoments) {}
