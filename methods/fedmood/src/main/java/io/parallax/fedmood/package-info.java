/** FedMood: DeepMood, a multi-view network on sequences, trained by federated averaging. */
package io.parallax.fedmood;
