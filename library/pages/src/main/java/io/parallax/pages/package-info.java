/** Self-contained HTML pages and charts. */
package io.parallax.pages;
