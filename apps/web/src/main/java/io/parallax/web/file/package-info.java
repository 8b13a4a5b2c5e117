/** The sections of a node's file about its page for people: address, certificate, sign-in. */
package io.parallax.web.file;
