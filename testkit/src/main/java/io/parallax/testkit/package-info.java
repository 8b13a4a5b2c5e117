/**
 * Contract suites that every method, link and sum protocol passes, and the architecture's rules.
 */
package io.parallax.testkit;
