package io.parallax.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parallax.coordinator.PeopleClient;
import io.parallax.core.BadInput;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where the coordinator is, and who one is to it. */
final class ServerOptions {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Option(names = "--server", paramLabel = "URL", description = "or set PARALLAX_SERVER")
  private String server;

  @Option(names = "--token", description = "better set PARALLAX_TOKEN: others can see arguments")
  private String token;

  @Option(names = "--authority", paramLabel = "FILE", description = "ca.pem; or set PARALLAX_CA")
  private Path authority;

  PeopleClient client() {
    String where = given(server, "PARALLAX_SERVER", "--server");
    String shown = given(token, "PARALLAX_TOKEN", "--token");
    String ca =
        given(authority == null ? null : authority.toString(), "PARALLAX_CA", "--authority");
    return new PeopleClient(where, shown, Path.of(ca));
  }

  private static String given(String option, String variable, String name) {
    String value = option == null ? System.getenv(variable) : option;
    if (value == null || value.isBlank()) {
      throw new BadInput("%s is not set; set it, or give %s".formatted(variable, name));
    }
    return value;
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new BadInput("the coordinator's answer cannot be read; is it a coordinator?", e);
    }
  }
}
