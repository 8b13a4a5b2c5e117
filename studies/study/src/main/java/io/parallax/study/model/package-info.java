/** Trained models on disk, and rows that they are to score. */
package io.parallax.study.model;
