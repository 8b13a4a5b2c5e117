/**
 * The commands of a consortium: its authority, coordinator, parties and studies between machines.
 */
package io.parallax.consortium;
