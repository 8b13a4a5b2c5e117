/** Setting up a consortium: authority, coordinator, invitations, joining parties and people. */
package io.parallax.setup;
