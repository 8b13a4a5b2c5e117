package io.parallax.coordinator;

import io.parallax.coordinator.Tokens.Person;
import io.parallax.identity.Credentials;
import io.parallax.web.Call;
import io.parallax.web.Reply;
import io.parallax.web.Site;
import io.parallax.web.WebServer;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Serves the dashboard and the API to people and programs that have a token. */
final class DashboardServer implements Site<Person>, AutoCloseable {
  private final Tokens tokens;
  private final AuditLog audit;
  private final Routes routes;
  private final WebServer<Person> server;

  /**
   * @param own credentials for TLS; without them it serves this machine only
   */
  DashboardServer(
      InetSocketAddress address,
      Optional<Credentials> own,
      Tokens tokens,
      AuditLog audit,
      Routes routes) {
    this.tokens = tokens;
    this.audit = audit;
    this.routes = routes;
    this.server =
        new WebServer<>(
            new WebServer.Setup(
                address,
                own.map(Credentials::serverContext),
                "parallax",
                "coordinator.html",
                "people"),
            this);
  }

  int port() {
    return server.port();
  }

  @Override
  public Optional<Reply> open(Call call) {
    return routes.open(call.method(), call.path());
  }

  @Override
  public Optional<Person> person(String token) {
    return tokens.person(token);
  }

  @Override
  public Map<String, Object> self(Person person) {
    return Map.of("name", person.name(), "role", person.role().name().toLowerCase(Locale.ROOT));
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
