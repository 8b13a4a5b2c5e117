package io.parallax.party;

import com.fasterxml.jackson.core.type.TypeReference;
import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.core.Shown;
import io.parallax.data.Json;
import io.parallax.engine.DurableFile;
import io.parallax.web.Person;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Tokens of named people for a party's page, which expire and can be revoked; only their hashes are
 * stored. A running party reads them with each call, so that a revoked token ends at once.
 */
public final class PageTokens {
  private static final String PREFIX = "page_";
  private static final int LONGEST_NAME = 60;
  private static final SecureRandom RANDOM = new SecureRandom();
  private final Path file;

  /** A token without its secret. */
  public record Listed(
      String id, String name, Set<String> roles, String hash, String expires, String revoked) {
    /** Returns it for a table: id, name, roles, last day, state. */
    public String[] cells() {
      String state = fault().isEmpty() ? "valid" : fault();
      String may = String.join(", ", new TreeSet<>(roles));
      return new String[] {id, name, may, expires.substring(0, 10), state};
    }

    /** Returns what is wrong with it now; empty: nothing. */
    public String fault() {
      return !revoked.isEmpty()
          ? "was revoked on " + revoked.substring(0, 10)
          : Instant.parse(expires).isBefore(Instant.now())
              ? "expired on " + expires.substring(0, 10)
              : "";
    }
  }

  /** Opens the tokens in a party's state folder. */
  public PageTokens(Path state) {
    this.file = state.resolve("page.tokens");
  }

  /** Creates a person's token, which cannot be shown again. */
  public String add(String name, Set<PageRole> roles, Duration valid) {
    boolean plain = Shown.text(name).equals(name) && name.equals(name.strip());
    if (name.isBlank() || name.length() > LONGEST_NAME || !plain || name.equals(OwnerToken.OWNER)) {
      throw new BadInput(
          "the person's name is not valid; it must have 1 to %d visible characters, and not be '%s'"
              .formatted(LONGEST_NAME, OwnerToken.OWNER));
    }
    String id = HexFormat.of().formatHex(random(6));
    String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(random(32));
    Set<String> words = Set.copyOf(roles.stream().map(PageRole::word).toList());
    String expires = Instant.now().plus(valid).toString();
    change(all -> with(all, new Listed(id, name, words, hash(secret), expires, "")));
    return PREFIX + id + "_" + secret;
  }

  private static byte[] random(int count) {
    byte[] bytes = new byte[count];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  private static List<Listed> with(List<Listed> all, Listed one) {
    List<Listed> more = new ArrayList<>(all);
    more.removeIf(old -> old.id().equals(one.id()));
    more.add(one);
    return more;
  }

  public List<Listed> list() {
    try {
      return Files.exists(file)
          ? Json.MAPPER.readValue(Files.readAllBytes(file), new TypeReference<List<Listed>>() {})
          : List.of();
    } catch (IOException e) {
      throw new BadInput(
          file + " cannot be read; restore it, or remove it and issue tokens anew", e);
    }
  }

  public void revoke(String id) {
    Listed found =
        list().stream()
            .filter(one -> one.id().equals(id))
            .findFirst()
            .orElseThrow(
                () -> new BadInput("there is no token " + id + "; 'party page --list' shows them"));
    String now = Instant.now().toString();
    change(
        all ->
            with(
                all,
                new Listed(id, found.name(), found.roles(), found.hash(), found.expires(), now)));
  }

  /** Two commands must not undo each other's changes. */
  private void change(UnaryOperator<List<Listed>> change) {
    Path lock = file.resolveSibling("page.tokens.lock");
    try (FileChannel channel =
        FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.lock(); // until it is closed
      DurableFile.replace(file, Json.MAPPER.writeValueAsBytes(change.apply(list())));
    } catch (IOException e) {
      throw new BadInput("cannot write " + file + "; start the party once, and check rights", e);
    }
  }

  /** Returns a token's person; empty if the token is unknown, revoked or expired. */
  Optional<Person> person(String token) {
    return found(token)
        .filter(one -> one.fault().isEmpty())
        .map(one -> Person.ofToken(one.name(), one.roles()));
  }

  /** Returns what is wrong with a token whose secret is right; empty: it is unknown. */
  Optional<String> fault(String token) {
    return found(token).map(Listed::fault);
  }

  private Optional<Listed> found(String token) {
    String[] parts = token.split("_", 3);
    if (parts.length != 3 || !token.startsWith(PREFIX)) {
      return Optional.empty();
    }
    return list().stream()
        .filter(one -> one.id().equals(parts[1]))
        .filter(one -> MessageDigest.isEqual(bytes(one.hash()), bytes(hash(parts[2]))))
        .findFirst();
  }

  private static String hash(String secret) {
    return HexFormat.of().formatHex(Hashes.of(bytes(secret)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
