/**
 * A party's node: its policy, its owner's approvals, its ledger, and its way to the coordinator.
 */
package io.parallax.party;
