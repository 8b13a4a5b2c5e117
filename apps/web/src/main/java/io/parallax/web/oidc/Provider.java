package io.parallax.web.oidc;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import io.parallax.web.NotAdmitted;
import io.parallax.web.NotAdmitted.Kind;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A provider as it describes itself: its addresses, and its keys, which it may change at any time.
 *
 * @param tokens checks what it tells about people
 */
record Provider(OIDCProviderMetadata about, IDTokenValidator tokens) {
  static final int SKEW_SECONDS = 60;

  /** Signatures with a key that only the provider has; never none, and no shared secrets. */
  private static final Set<JWSAlgorithm> SIGNATURES =
      Set.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.RS384,
          JWSAlgorithm.RS512,
          JWSAlgorithm.PS256,
          JWSAlgorithm.PS384,
          JWSAlgorithm.PS512,
          JWSAlgorithm.ES256,
          JWSAlgorithm.ES384,
          JWSAlgorithm.ES512);

  static Provider discover(OidcSettings settings, ProviderHttp http) {
    OIDCProviderMetadata about;
    try {
      Issuer issuer = new Issuer(settings.issuer());
      String address = OIDCProviderMetadata.resolveURL(issuer).toString();
      about = OIDCProviderMetadata.parse(http.get(URI.create(address)));
    } catch (IOException | GeneralException e) {
      throw new NotAdmitted(
          Kind.SERVICE,
          "the description of %s cannot be had: %s".formatted(settings.issuer(), words(e)));
    }
    if (!about.getIssuer().getValue().equals(settings.issuer().toString())) {
      throw new NotAdmitted(
          Kind.SERVICE,
          "%s calls itself by another name; sign-in.issuer must be the name that it gives itself"
              .formatted(settings.issuer()));
    }
    boolean safe =
        Stream.of(
                about.getAuthorizationEndpointURI(),
                about.getTokenEndpointURI(),
                about.getJWKSetURI())
            .allMatch(uri -> uri != null && OidcSettings.safe(uri));
    if (!safe) {
      throw new NotAdmitted(
          Kind.SERVICE, settings.issuer() + " lacks an address, or has one without TLS");
    }
    return new Provider(about, validator(settings, about, http));
  }

  /** Returns the words of a failure, or its name if it has none. */
  static String words(Throwable e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /** Keys are kept for five minutes, and asked for again for a token with an unknown key. */
  private static IDTokenValidator validator(
      OidcSettings settings, OIDCProviderMetadata about, ProviderHttp http) {
    try {
      JWKSource<SecurityContext> keys =
          JWKSourceBuilder.create(about.getJWKSetURI().toURL(), http)
              .refreshAheadCache(false)
              .rateLimited(true)
              .build();
      IDTokenValidator validator =
          new IDTokenValidator(
              about.getIssuer(),
              new ClientID(settings.client()),
              new JWSVerificationKeySelector<>(SIGNATURES, keys),
              null);
      validator.setMaxClockSkew(SKEW_SECONDS);
      return validator;
    } catch (MalformedURLException e) {
      throw new NotAdmitted(Kind.SERVICE, "the address of the provider's keys is not valid");
    }
  }
}
