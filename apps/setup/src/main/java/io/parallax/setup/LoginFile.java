package io.parallax.setup;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.coordinator.JoinClient;
import io.parallax.coordinator.Tokens;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.engine.OwnerOnly;
import io.parallax.engine.PrivateFolder;
import io.parallax.identity.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** The file of a login, which only its user can read. */
public final class LoginFile {
  private static final String NAME = "login.json";
  private final Path file;

  private LoginFile(Path file) {
    this.file = file;
  }

  /** Returns the file in a folder. */
  public static LoginFile in(Path folder) {
    return new LoginFile(folder.resolve(NAME));
  }

  /** Returns the file of this user: in PARALLAX_CONFIG, or ~/.config/parallax. */
  public static LoginFile user() {
    String folder = System.getenv("PARALLAX_CONFIG");
    return in(
        folder == null || folder.isBlank()
            ? Path.of(System.getProperty("user.home"), ".config", "parallax")
            : Path.of(folder));
  }

  public Path path() {
    return file;
  }

  /** Returns the login; empty: there is none. */
  public Optional<Login> read() {
    return Files.exists(file) ? Optional.of(read(file, Login.class)) : Optional.empty();
  }

  private static <T> T read(Path file, Class<T> type) {
    try {
      return Json.MAPPER.readValue(Files.readString(file), type);
    } catch (JsonProcessingException e) {
      throw new BadInput(file + " is damaged; log in again: ./parallax login", e);
    } catch (IOException e) {
      throw new BadInput("cannot read " + file + "; check its rights", e);
    }
  }

  public void write(Login login) {
    write(file, login);
  }

  private static void write(Path file, Object content) {
    try {
      PrivateFolder.make(file.toAbsolutePath().getParent());
      Path draft = file.resolveSibling(file.getFileName() + ".draft");
      Files.deleteIfExists(draft);
      OwnerOnly.createFile(draft);
      Files.write(draft, Json.MAPPER.writeValueAsBytes(content));
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new BadInput("cannot write " + file + "; check the rights of its folder", e);
    }
  }

  /** Removes the login; returns whether there was one. */
  public boolean remove() {
    try {
      return Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new BadInput("cannot remove " + file + "; check its rights", e);
    }
  }

  /**
   * A token that was drawn for an invitation and not yet confirmed.
   *
   * @param invitation the public half of its secret
   */
  record Pending(String invitation, String token, String request) {}

  /**
   * Logs in by an invitation. The token is drawn here and never told; after an interruption the
   * same invitation goes on with the same token.
   */
  public Login redeem(Invitation invitation) {
    invitation.require("researcher", "party join");
    Path draft = file.resolveSibling("login.pending.json");
    String open = invitation.key().open();
    Optional<Pending> kept =
        Optional.of(draft)
            .filter(Files::exists)
            .map(there -> read(there, Pending.class))
            .filter(one -> one.invitation().equals(open));
    Pending pending =
        kept.orElseGet(
            () -> {
              Tokens.Drawn drawn = Tokens.draw();
              return new Pending(open, drawn.token(), drawn.request());
            });
    write(draft, pending);
    JoinClient client = new JoinClient(invitation.server(), invitation.authority());
    JoinClient.Answer answer = client.join(invitation.key(), pending.request());
    if (!answer.state().equals("admitted")) {
      throw Joining.over(answer, invitation);
    }
    Login login =
        new Login(
            invitation.server(), invitation.name(), pending.token(), Pem.text(client.authority()));
    write(login);
    try {
      Files.deleteIfExists(draft);
    } catch (IOException e) {
      throw new BadInput("cannot remove " + draft + "; remove it by hand", e);
    }
    return login;
  }
}
