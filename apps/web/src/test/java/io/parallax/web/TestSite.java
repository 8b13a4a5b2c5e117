package io.parallax.web;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A site whose only person shows the token "good"; some of its paths fail in bad ways. */
final class TestSite implements Site<String> {
  static final String TOKEN = "good";
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
  public Optional<String> person(String token) {
    return token.equals(TOKEN) ? Optional.of("ana") : Optional.empty();
  }

  @Override
  public Map<String, Object> self(String person) {
    return Map.of("name", person);
  }

  @Override
  public Reply answer(String person, Call call) {
    return switch (call.path()) {
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
  public String mark(String person, Call call) {
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
