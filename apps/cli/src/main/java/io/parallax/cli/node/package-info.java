/** Studies between machines: how the parts of a study file become asks, answers and results. */
package io.parallax.cli.node;
