/** Attacks on what a recorded run told, each beside a control. */
package io.parallax.audit;
