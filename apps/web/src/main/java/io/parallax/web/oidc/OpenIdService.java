package io.parallax.web.oidc;

import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.Nonce;
import io.parallax.core.BadInput;
import io.parallax.data.EnvironmentText;
import io.parallax.web.IdentityService;
import io.parallax.web.NotAdmitted;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Signs people in by an OpenID Connect provider. */
public final class OpenIdService implements IdentityService {
  private static final Duration KNOWN = Duration.ofHours(1);
  private static final Duration RETRY = Duration.ofSeconds(10);
  private final OidcSettings settings;
  private final Optional<String> secret;
  private final ProviderHttp http;
  private Optional<Provider> provider = Optional.empty();
  private Optional<NotAdmitted> failure = Optional.empty();
  private Instant looked = Instant.MIN;

  /** Reads the secret; the provider is not asked for anything before somebody signs in. */
  public OpenIdService(OidcSettings settings) {
    this.settings = settings;
    this.secret = settings.secret().map(EnvironmentText::expanded);
    this.http = new ProviderHttp(settings.authority());
  }

  @Override
  public String host() {
    return settings.issuer().getHost();
  }

  @Override
  public Duration idle() {
    return settings.idle();
  }

  @Override
  public Duration longest() {
    return settings.longest();
  }

  /** Returns the provider's description, at most an hour old; a failure is kept for seconds. */
  private synchronized Provider provider() {
    Duration age = Duration.between(looked, Instant.now());
    if (failure.isPresent() && age.compareTo(RETRY) < 0) {
      throw failure.get();
    }
    if (provider.isEmpty() || failure.isPresent() || age.compareTo(KNOWN) > 0) {
      looked = Instant.now();
      try {
        provider = Optional.of(Provider.discover(settings, http));
        failure = Optional.empty();
      } catch (NotAdmitted e) {
        failure = Optional.of(e);
        throw e;
      }
    }
    return provider.get();
  }

  @Override
  public Attempt begin(URI back) {
    Provider now = provider();
    State state = new State(32);
    Nonce nonce = new Nonce(32);
    CodeVerifier verifier = new CodeVerifier();
    URI to =
        new AuthenticationRequest.Builder(
                new ResponseType(ResponseType.Value.CODE),
                new Scope(settings.scopes().toArray(String[]::new)),
                new ClientID(settings.client()),
                back)
            .endpointURI(now.about().getAuthorizationEndpointURI())
            .state(state)
            .nonce(nonce)
            .codeChallenge(verifier, CodeChallengeMethod.S256)
            .build()
            .toURI();
    return new CodeExchange(
        settings, secret, http, now, new CodeExchange.Begun(to, back, state, nonce, verifier));
  }

  @Override
  public synchronized Optional<URI> leave() {
    return provider
        .map(now -> now.about().getEndSessionEndpointURI())
        .filter(OidcSettings::safe)
        .map(
            uri ->
                URI.create(uri + (uri.getQuery() == null ? "?" : "&") + "client_id=" + client()));
  }

  private String client() {
    return java.net.URLEncoder.encode(settings.client(), java.nio.charset.StandardCharsets.UTF_8);
  }

  /** Asks the provider for its description and its keys, and returns what was found. */
  public String check() {
    try {
      Provider now = provider();
      String keys = http.get(now.about().getJWKSetURI());
      int count = com.nimbusds.jose.jwk.JWKSet.parse(keys).getKeys().size();
      if (count == 0) {
        throw new BadInput(settings.issuer() + " has no keys; nobody could sign in");
      }
      return "%s answers, with %d keys; roles: %s".formatted(settings.issuer(), count, roles());
    } catch (NotAdmitted e) {
      throw new BadInput(e.getMessage() + "; check sign-in.issuer, sign-in.ca and the way there");
    } catch (IOException | java.text.ParseException e) {
      throw BadInput.quoting(
          "the keys of %s cannot be had; check the way there".formatted(settings.issuer()), e);
    }
  }

  private Set<String> roles() {
    return settings.roles().stream()
        .map(RoleRule::role)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The parameters of a browser's return as the library takes them. */
  static Map<String, java.util.List<String>> lists(Map<String, String> query) {
    return query.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, one -> java.util.List.of(one.getValue())));
  }
}
