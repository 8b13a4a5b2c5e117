/** Identities: the consortium's authority, keys made where they are used, and trust in them. */
package io.parallax.identity;
