/** Pages for people, served by a node itself: the HTTP server, the style sheet and the modules. */
package io.parallax.web;
