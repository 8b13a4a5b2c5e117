/** Faults in the real processes of a consortium on this machine. */
package io.parallax.torture;
