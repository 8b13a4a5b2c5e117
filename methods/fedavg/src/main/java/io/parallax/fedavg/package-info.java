/** Federated averaging of a classifier of rows, plain and with a proximal term. */
package io.parallax.fedavg;
