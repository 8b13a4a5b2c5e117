package io.parallax.coordinator;

import io.parallax.identity.Credentials;
import io.parallax.web.Call;
import io.parallax.web.Person;
import io.parallax.web.Reply;
import io.parallax.web.Site;
import io.parallax.web.WebServer;
import io.parallax.web.file.PageSettings;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Serves the dashboard and the API to people and programs that have a token. */
final class DashboardServer implements Site, AutoCloseable {
  private final Tokens tokens;
  private final AuditLog audit;
  private final Routes routes;
  private final WebServer server;

  /**
   * @param own credentials for TLS; without them it serves this machine only
   */
  DashboardServer(
      PageSettings people,
      Optional<Credentials> own,
      Tokens tokens,
      AuditLog audit,
      Routes routes) {
    this.tokens = tokens;
    this.audit = audit;
    this.routes = routes;
    this.server =
        new WebServer(
            people.setup(
                own.map(Credentials::serverContext), "parallax", "coordinator.html", "people"),
            this);
  }

  int port() {
    return server.port();
  }

  @Override
  public Optional<Reply> open(Call call) {
    return routes.open(call);
  }

  @Override
  public Optional<Function<String, Reply>> letter(String from, Call call) {
    return routes.letter(from, call);
  }

  @Override
  public Optional<Person> person(String token) {
    return tokens.person(token);
  }

  @Override
  public String reason(String token) {
    String what =
        token.isEmpty()
            ? "this needs a sign-in, or a token: 'Authorization: Bearer plx_…'"
            : token.startsWith("own_") || token.startsWith("page_")
                ? "this token is for a party's page, not for the coordinator's dashboard"
                : tokens
                    .fault(token)
                    .map(fault -> "this token " + fault)
                    .orElse("this token is not valid here");
    return what + "; ask an operator of this coordinator for a new one";
  }

  @Override
  public Map<String, Object> self(Person person) {
    return Map.of("name", person.name(), "roles", person.roles());
  }

  @Override
  public Reply answer(Person person, Call call) {
    return routes.answer(person, call);
  }

  @Override
  public String mark(Person person, Call call) {
    return routes.mark(person, call);
  }

  @Override
  public void happened(String who, String what) {
    audit.event(who, what, "ok");
  }

  @Override
  public void denied(String from, String what, String why) {
    audit.stranger(from, what, why);
  }

  @Override
  public Reply failed(String from, String what, Throwable e) {
    if (e instanceof Database.Down) {
      return Reply.error(503, "the database does not answer now; try again later");
    }
    audit.stranger(from, what, "internal error: " + e);
    return Reply.error(500, "internal error; the coordinator's audit log says more");
  }

  @Override
  public void close() {
    server.close();
  }
}
