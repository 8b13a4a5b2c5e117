package io.parallax.consortium;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.coordinator.CoordinatorClient;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.setup.Login;
import io.parallax.setup.LoginFile;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Coordinator URL, access token and CA certificate. */
final class ServerOptions {

  @Option(names = "--server", paramLabel = "URL", description = "or set PARALLAX_SERVER")
  private String server;

  @Option(
      names = "--token",
      description = "access token; prefer PARALLAX_TOKEN, since other users can see arguments")
  private String token;

  @Option(names = "--authority", paramLabel = "FILE", description = "ca.pem; or set PARALLAX_CA")
  private Path authority;

  CoordinatorClient client() {
    return login().map(Login::client).orElseGet(this::named);
  }

  /** Returns the login of this user, unless an option or a variable says anything. */
  private Optional<Login> login() {
    boolean said =
        Stream.of(server, token, authority).anyMatch(Objects::nonNull)
            || Stream.of("PARALLAX_SERVER", "PARALLAX_TOKEN", "PARALLAX_CA")
                .anyMatch(name -> System.getenv(name) != null);
    return said ? Optional.empty() : LoginFile.user().read();
  }

  private CoordinatorClient named() {
    String where = given(server, "PARALLAX_SERVER", "--server");
    String shown = given(token, "PARALLAX_TOKEN", "--token");
    String ca =
        given(authority == null ? null : authority.toString(), "PARALLAX_CA", "--authority");
    return new CoordinatorClient(where, shown, Path.of(ca));
  }

  private static String given(String option, String variable, String name) {
    String value = option == null ? System.getenv(variable) : option;
    if (value == null || value.isBlank()) {
      throw new BadInput(
          "%s is not set; log in (./parallax login), set it, or give %s".formatted(variable, name));
    }
    return value;
  }

  static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new BadInput("the coordinator's answer cannot be read; is it a coordinator?", e);
    }
  }
}
