package io.parallax.web;

import java.util.Optional;
import java.util.function.Supplier;

/** A node's {@link ApiDocument}, made when somebody asks for it first: a start need not wait. */
public final class ServedDocument {
  private final Supplier<ApiDocument> document;
  private String text;

  public ServedDocument(Supplier<ApiDocument> document) {
    this.document = document;
  }

  /** Answers a request for the document; empty for any other request. */
  public Optional<Reply> open(Call call) {
    return call.method().equals("GET") && call.path().equals(ApiDocument.PATH)
        ? Optional.of(Reply.text(200, Operation.JSON, text()))
        : Optional.empty();
  }

  private synchronized String text() {
    if (text == null) {
      text = document.get().json();
    }
    return text;
  }
}
