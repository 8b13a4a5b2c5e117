/**
 * A deterministic simulation of a study in which links, disks, clocks, processes and people fail:
 * one thread, one seed.
 */
package io.parallax.simulator;
