/** A disk in memory that loses what was not synced, and fails when it is told to. */
package io.parallax.simulator.disk;
