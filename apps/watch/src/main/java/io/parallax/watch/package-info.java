/**
 * What a running node tells those who look after it: its health, and notices by mail or webhook.
 */
package io.parallax.watch;
