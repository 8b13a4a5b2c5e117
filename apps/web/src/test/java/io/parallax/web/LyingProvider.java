package io.parallax.web;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import io.parallax.data.Json;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A provider that says whatever a test wants: an attacker between it and the node would, too. */
final class LyingProvider implements AutoCloseable {
  static final String CLIENT = "parallax";
  static final String ACCESS = "access-token";
  private final HttpServer server;
  static final RSAKey KEY = made("one");
  static final RSAKey FOREIGN = made("one"); // by the name of the other
  static final RSAKey UNKNOWN = made("two");
  final AtomicInteger keysAsked = new AtomicInteger();

  /** Makes the ID token that the next exchange gives. */
  volatile Function<JWTClaimsSet.Builder, String> token = this::signed;

  /** The nonce of the sign-in that is under way. */
  volatile String nonce = "";

  /** What it calls itself; empty: its own address. */
  volatile String name = "";

  LyingProvider() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    answer("/.well-known/openid-configuration", this::about);
    answer(
        "/jwks",
        () -> {
          keysAsked.incrementAndGet();
          return new JWKSet(KEY).toString();
        });
    answer("/token", this::tokens);
    server.start();
  }

  private interface Content {
    String text();
  }

  private void answer(String path, Content content) {
    server.createContext(
        path,
        call -> {
          call.getRequestBody().readAllBytes();
          byte[] text = content.text().getBytes(StandardCharsets.UTF_8);
          call.getResponseHeaders().set("Content-Type", "application/json");
          call.sendResponseHeaders(200, text.length);
          call.getResponseBody().write(text);
          call.close();
        });
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private String about() {
    return json(
        Map.of(
            "issuer",
            name.isEmpty() ? address() : name,
            "authorization_endpoint",
            address() + "/authorize",
            "token_endpoint",
            address() + "/token",
            "jwks_uri",
            address() + "/jwks",
            "response_types_supported",
            List.of("code"),
            "subject_types_supported",
            List.of("public"),
            "id_token_signing_alg_values_supported",
            List.of("RS256", "HS256", "none")));
  }

  private String tokens() {
    JWTClaimsSet.Builder honest =
        new JWTClaimsSet.Builder()
            .issuer(address())
            .subject("sub-1")
            .audience(CLIENT)
            .issueTime(new Date())
            .expirationTime(new Date(System.currentTimeMillis() + 60_000))
            .claim("nonce", nonce)
            .claim("preferred_username", "grey")
            .claim("groups", List.of("dpo"));
    return json(
        Map.of("access_token", ACCESS, "token_type", "Bearer", "id_token", token.apply(honest)));
  }

  private static String json(Object content) {
    try {
      return Json.MAPPER.writeValueAsString(content);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static RSAKey made(String name) {
    try {
      return new RSAKeyGenerator(2048).keyID(name).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  String signed(JWTClaimsSet.Builder claims) {
    return signedBy(KEY, claims);
  }

  static String signedBy(RSAKey own, JWTClaimsSet.Builder claims) {
    try {
      SignedJWT jwt =
          new SignedJWT(
              new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(own.getKeyID()).build(),
              claims.build());
      jwt.sign(new RSASSASigner(own));
      return jwt.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  static String unsigned(JWTClaimsSet.Builder claims) {
    return new PlainJWT(claims.build()).serialize();
  }

  /** Signs with a text that everybody knows as if it were a shared secret. */
  static String mac(byte[] secret, JWTClaimsSet.Builder claims) {
    try {
      SignedJWT jwt =
          new SignedJWT(
              new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("one").build(), claims.build());
      jwt.sign(new MACSigner(secret));
      return jwt.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
