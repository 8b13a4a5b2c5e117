/** The coordinator: runs studies among parties, stores them, and serves the dashboard. */
package io.parallax.coordinator;
