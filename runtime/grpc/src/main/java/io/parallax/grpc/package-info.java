/** The link to the parties over a network: they dial out, over mutual TLS. */
package io.parallax.grpc;
