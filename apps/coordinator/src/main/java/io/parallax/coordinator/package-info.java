/** The coordinator's server: studies, people, parties, and what it remembers of them. */
package io.parallax.coordinator;
