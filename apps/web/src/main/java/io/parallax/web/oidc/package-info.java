/** Sign-in by OpenID Connect: the authorization code flow with PKCE, and the checks around it. */
package io.parallax.web.oidc;
