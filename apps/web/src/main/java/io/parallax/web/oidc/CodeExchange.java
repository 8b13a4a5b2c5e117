package io.parallax.web.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.AuthenticationResponse;
import com.nimbusds.openid.connect.sdk.AuthenticationResponseParser;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.claims.AccessTokenHash;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import com.nimbusds.openid.connect.sdk.validators.AccessTokenValidator;
import com.nimbusds.openid.connect.sdk.validators.InvalidHashException;
import io.parallax.web.IdentityService;
import io.parallax.web.NotAdmitted;
import io.parallax.web.NotAdmitted.Kind;
import io.parallax.web.Person;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One sign-in: a code that the browser brings is exchanged for a signed statement, once. */
final class CodeExchange implements IdentityService.Attempt {
  private static final int LONGEST_NAME = 100;
  private final OidcSettings settings;
  private final Optional<String> secret;
  private final ProviderHttp http;
  private final Provider provider;
  private final Begun begun;
  private final Instant at = Instant.now();

  /** The secrets of a sign-in, and its addresses. */
  record Begun(URI to, URI back, State state, Nonce nonce, CodeVerifier verifier) {}

  CodeExchange(
      OidcSettings settings,
      Optional<String> secret,
      ProviderHttp http,
      Provider provider,
      Begun begun) {
    this.settings = settings;
    this.secret = secret;
    this.http = http;
    this.provider = provider;
    this.begun = begun;
  }

  @Override
  public URI to() {
    return begun.to();
  }

  @Override
  public String state() {
    return begun.state().getValue();
  }

  @Override
  public Person finish(Map<String, String> query) {
    OIDCTokens tokens = exchanged(code(query));
    return person(claims(tokens));
  }

  private AuthorizationCode code(Map<String, String> query) {
    try {
      AuthenticationResponse response =
          AuthenticationResponseParser.parse(begun.back(), OpenIdService.lists(query));
      boolean foreign =
          response.getIssuer() != null
              ? !response.getIssuer().equals(provider.about().getIssuer())
              : provider.about().supportsAuthorizationResponseIssuerParam();
      if (foreign || !begun.state().equals(response.getState())) {
        throw invalid("the browser's return is not of this provider and sign-in");
      }
      if (!response.indicatesSuccess()) {
        throw new NotAdmitted(Kind.CANCELLED, "the provider did not sign the person in");
      }
      AuthorizationCode code = response.toSuccessResponse().getAuthorizationCode();
      if (code == null) {
        throw invalid("the browser brought no code");
      }
      return code;
    } catch (ParseException e) {
      throw invalid("what the browser brought back cannot be read");
    }
  }

  private static NotAdmitted invalid(String why) {
    return new NotAdmitted(Kind.INVALID, why);
  }

  private OIDCTokens exchanged(AuthorizationCode code) {
    AuthorizationCodeGrant grant = new AuthorizationCodeGrant(code, begun.back(), begun.verifier());
    URI address = provider.about().getTokenEndpointURI();
    ClientID client = new ClientID(settings.client());
    TokenRequest request =
        secret.isPresent()
            ? new TokenRequest.Builder(address, authentication(client, secret.get()), grant).build()
            : new TokenRequest.Builder(address, client, grant).build();
    try {
      TokenResponse response = OIDCTokenResponseParser.parse(request.toHTTPRequest().send(http));
      if (!response.indicatesSuccess()) {
        throw invalid("the provider does not accept the code, or not this client");
      }
      OIDCTokens tokens = (OIDCTokens) response.toSuccessResponse().getTokens();
      if (tokens.getIDToken() == null) {
        throw invalid("the provider gave no ID token");
      }
      return tokens;
    } catch (ParseException e) {
      throw new NotAdmitted(Kind.SERVICE, "the provider's answer to the code cannot be read");
    } catch (IOException e) {
      throw new NotAdmitted(
          Kind.SERVICE, "the provider does not answer to the code: " + Provider.words(e));
    }
  }

  private ClientAuthentication authentication(ClientID client, String password) {
    List<ClientAuthenticationMethod> ways = provider.about().getTokenEndpointAuthMethods();
    boolean post =
        ways != null
            && ways.contains(ClientAuthenticationMethod.CLIENT_SECRET_POST)
            && !ways.contains(ClientAuthenticationMethod.CLIENT_SECRET_BASIC);
    return post
        ? new ClientSecretPost(client, new Secret(password))
        : new ClientSecretBasic(client, new Secret(password));
  }

  /** Returns what the provider says, after every check of it. */
  private IDTokenClaimsSet claims(OIDCTokens tokens) {
    JWT token = tokens.getIDToken();
    try {
      IDTokenClaimsSet claims = provider.tokens().validate(token, begun.nonce());
      AccessTokenHash hash = claims.getAccessTokenHash();
      if (hash != null) {
        JWSAlgorithm algorithm = (JWSAlgorithm) token.getHeader().getAlgorithm();
        AccessTokenValidator.validate(tokens.getAccessToken(), algorithm, hash);
      }
      requireRecent(claims);
      return claims;
    } catch (InvalidHashException e) {
      throw invalid("the ID token is not of this access token");
    } catch (BadJOSEException e) {
      throw invalid(reason(e));
    } catch (JOSEException e) {
      throw new NotAdmitted(Kind.SERVICE, "the provider's keys cannot be had");
    }
  }

  private void requireRecent(IDTokenClaimsSet claims) {
    Date from = claims.getDateClaim("nbf");
    Instant latest = Instant.now().plusSeconds(Provider.SKEW_SECONDS);
    if (from != null && from.toInstant().isAfter(latest)) {
      throw invalid("the ID token is not valid yet");
    }
    Instant made = claims.getIssueTime().toInstant();
    if (made.isBefore(at.minusSeconds(Provider.SKEW_SECONDS))) {
      throw invalid("the ID token is older than this sign-in");
    }
    if (claims.getAuthorizedParty() != null
        && !claims.getAuthorizedParty().getValue().equals(settings.client())) {
      throw invalid("the ID token was made for another client");
    }
  }

  /** Returns the reason in words of our own, since the library's quote the token. */
  private static String reason(BadJOSEException e) {
    String words = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    if (words.contains("issuer")) {
      return "the ID token is of another issuer";
    } else if (words.contains("audience") || words.contains("authorized party")) {
      return "the ID token was made for another client";
    } else if (words.contains("nonce")) {
      return "the ID token is of another sign-in";
    } else if (words.contains("expired")) {
      return "the ID token has expired; check the clocks";
    } else if (words.contains("ahead") || words.contains("future")) {
      return "the ID token is of the future; check the clocks";
    } else if (words.contains("signature") || words.contains("signed") || words.contains("key")) {
      return "the ID token is not signed with a key of the provider";
    }
    return "the ID token is not valid";
  }

  private Person person(IDTokenClaimsSet told) {
    Claims claims = new Claims(told.toJSONObject());
    String subject = told.getSubject().getValue();
    String name =
        claims.texts(settings.name()).stream()
            .map(text -> text.replaceAll("\\p{C}", " ").strip())
            .filter(text -> !text.isEmpty() && text.length() <= LONGEST_NAME)
            .findFirst()
            .orElseThrow(
                () ->
                    new NotAdmitted(
                        Kind.ROLE,
                        "the provider does not tell the claim '%s' of this person%s"
                            .formatted(
                                settings.name(),
                                settings.name().equals("email") ? ", as verified" : "")));
    Set<String> roles =
        settings.roles().stream()
            .filter(rule -> rule.fits(claims))
            .map(RoleRule::role)
            .collect(Collectors.toSet());
    if (roles.isEmpty()) {
      throw new NotAdmitted(Kind.ROLE, name + " has no role here; see sign-in.roles");
    }
    return new Person(settings.issuer() + "#" + subject, name, roles);
  }
}
