/** Proofs about numbers that nobody sees as a whole, because each verifier has a share of them. */
package io.parallax.privacy.proof;
