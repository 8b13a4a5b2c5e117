package io.parallax.web;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** A site whose only person shows the token "good"; some of its paths fail in bad ways. */
final class TestSite implements Site {
  static final String TOKEN = "good";
  final List<String> happened = new CopyOnWriteArrayList<>();
  final List<String> denied = new CopyOnWriteArrayList<>();
  final List<Throwable> failures = new CopyOnWriteArrayList<>();
  volatile String mark = "first";

  @Override
  public Optional<Reply> open(Call call) {
    return call.path().equals("/health")
        ? Optional.of(Reply.json(200, Map.of("live", true)))
        : Optional.empty();
  }

  @Override
  public Optional<Person> person(String token) {
    return token.equals(TOKEN)
        ? Optional.of(Person.ofToken("ana", Set.of("researcher")))
        : Optional.empty();
  }

  @Override
  public String reason(String token) {
    return token.isEmpty() ? "show a token" : "this token is not valid here";
  }

  @Override
  public void happened(String who, String what) {
    happened.add(who + ": " + what);
  }

  @Override
  public Map<String, Object> self(Person person) {
    return Map.of("name", person.name());
  }

  @Override
  public Reply answer(Person person, Call call) {
    return switch (call.path()) {
      case "/v1/who" -> Reply.json(200, Map.of("name", person.name(), "roles", person.roles()));
      case "/deep" -> deep(call);
      case "/memory" -> throw new OutOfMemoryError("as if");
      case "/slow" -> slow();
      case "/large" -> Reply.text(200, "text/plain", "x".repeat(32 << 20));
      default -> Reply.json(200, Map.of("bytes", call.body().length()));
    };
  }

  private static Reply slow() {
    try {
      Thread.sleep(3500);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return Reply.json(200, Map.of());
  }

  private Reply deep(Call call) {
    Reply reply = deep(call);
    return reply.with("Depth", "some");
  }

  @Override
  public String mark(Person person, Call call) {
    return mark;
  }

  @Override
  public void denied(String from, String what, String why) {
    denied.add(what + ": " + why);
  }

  @Override
  public Reply failed(String from, String what, Throwable e) {
    failures.add(e);
    return Reply.error(500, "internal error");
  }
}
