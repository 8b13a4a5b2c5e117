package io.parallax.setup;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.KeyWords;
import io.parallax.identity.OneTimeKey;
import java.net.URI;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * An invitation as one text: where the coordinator is, which authority it must have, and a secret
 * that works once.
 *
 * @param authority the SHA-256 of the authority's certificate
 * @param role party or researcher
 */
public record Invitation(
    String host,
    int port,
    byte[] authority,
    byte[] secret,
    String name,
    String role,
    Instant expires) {
  private static final String PREFIX = "plxi_";
  private static final List<String> ROLES = List.of("party", "researcher");
  private static final byte VERSION = 1;
  private static final int HASH = 32;
  private static final int CHECK = 4;
  private static final int MOST = 255;

  /** Makes an invitation with a new secret, to the coordinator of a login. */
  static Invitation draw(Login login, String name, String role, Instant expires) {
    PartyId.of(name);
    URI server = URI.create(login.server());
    return new Invitation(
        server.getHost(),
        server.getPort() < 0 ? 443 : server.getPort(),
        KeyWords.hash(login.certificate()),
        OneTimeKey.draw(),
        name,
        role,
        expires);
  }

  /** Returns the address of the coordinator for people. */
  String server() {
    return "https://" + host + ":" + port;
  }

  OneTimeKey key() {
    return OneTimeKey.of(secret);
  }

  /** Returns the invitation as text. */
  String text() {
    byte[] to = host.getBytes(StandardCharsets.UTF_8);
    byte[] who = name.getBytes(StandardCharsets.UTF_8);
    if (to.length > MOST) {
      throw new BadInput("the coordinator's host has more than 255 letters; use a shorter name");
    }
    byte[] content =
        ByteBuffer.allocate(2 + 4 + 2 + HASH + OneTimeKey.BYTES + 2 + to.length + who.length)
            .put(VERSION)
            .put((byte) ROLES.indexOf(role))
            .putInt((int) expires.getEpochSecond())
            .putShort((short) port)
            .put(authority)
            .put(secret)
            .put((byte) who.length)
            .put(who)
            .put((byte) to.length)
            .put(to)
            .array();
    byte[] whole =
        ByteBuffer.allocate(content.length + CHECK)
            .put(content)
            .put(Hashes.of(content), 0, CHECK)
            .array();
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
  }

  /** Reads an invitation, also from several lines, as a mail program may break it. */
  public static Invitation parse(String text) {
    String plain = text.replaceAll("\\s", "");
    if (!plain.startsWith(PREFIX)) {
      throw new BadInput("this is no invitation; one begins with plxi_; copy the whole text");
    }
    try {
      return read(Base64.getUrlDecoder().decode(plain.substring(PREFIX.length())));
    } catch (IllegalArgumentException | BufferUnderflowException | IndexOutOfBoundsException e) {
      throw damaged(e);
    }
  }

  private static BadInput damaged(Throwable cause) {
    return new BadInput(
        "the invitation is cut or mistyped: its checksum is wrong; copy the whole text once more",
        cause);
  }

  private static Invitation read(byte[] whole) {
    byte[] content = Arrays.copyOf(whole, Math.max(0, whole.length - CHECK));
    byte[] check = Arrays.copyOfRange(whole, content.length, whole.length);
    if (!MessageDigest.isEqual(check, Arrays.copyOf(Hashes.of(content), CHECK))) {
      throw damaged(null);
    }
    ByteBuffer from = ByteBuffer.wrap(content);
    if (from.get() != VERSION) {
      throw new BadInput("the invitation is of another version; install the consortium's version");
    }
    String role = ROLES.get(from.get());
    Instant expires = Instant.ofEpochSecond(Integer.toUnsignedLong(from.getInt()));
    int port = Short.toUnsignedInt(from.getShort());
    byte[] authority = bytes(from, HASH);
    byte[] secret = bytes(from, OneTimeKey.BYTES);
    String name = new String(bytes(from, from.get() & MOST), StandardCharsets.UTF_8);
    String host = new String(bytes(from, from.get() & MOST), StandardCharsets.UTF_8);
    return new Invitation(host, port, authority, secret, PartyId.of(name).name(), role, expires);
  }

  private static byte[] bytes(ByteBuffer from, int many) {
    byte[] some = new byte[many];
    from.get(some);
    return some;
  }

  /** Rejects an invitation for another role. */
  Invitation require(String wanted, String command) {
    if (!role.equals(wanted)) {
      throw new BadInput(
          "this invitation is for a %s; use it with: ./parallax %s plxi_…"
              .formatted(role, command));
    }
    return this;
  }

  /** Returns the words of a key under this invitation. */
  static String words(X509Certificate authority, KeyRequest request) {
    return KeyWords.of(authority, request.name(), request.role(), request.key());
  }
}
