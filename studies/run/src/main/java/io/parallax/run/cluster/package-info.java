/** Trainings of a run as tasks of a cluster. */
package io.parallax.run.cluster;
