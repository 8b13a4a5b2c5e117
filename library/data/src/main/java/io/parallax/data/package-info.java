/** Tables and labels from files, alignment, scaling, splits and made-up typing sessions. */
package io.parallax.data;
