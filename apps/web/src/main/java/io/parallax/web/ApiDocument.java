package io.parallax.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.data.Json;
import io.parallax.web.Operation.Answer;
import io.parallax.web.Operation.Content;
import io.parallax.web.Operation.Parameter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * An OpenAPI 3.1 document of a node's interface, made of the calls that it answers. It is the same
 * text for the same calls.
 *
 * @param about who may call, and how
 * @param version of the interface
 * @param operations in any order
 */
public record ApiDocument(String title, String about, String version, List<Operation> operations) {
  /** The path at which every node gives its document. */
  public static final String PATH = "/v1/openapi.json";

  private static final String TOKEN = "token";

  /** Failures that many calls have in common, by status. */
  private static final Map<Integer, String> FAILURES =
      new TreeMap<>(
          Map.of(
              400, "the request is wrong; the sentence says what, and what to do",
              401, "no token, or one that is unknown, revoked or over",
              403, "the caller's roles do not include this",
              404, "there is no such thing, or it belongs to somebody else",
              500, "an internal error; the node's log says more",
              503, "the node cannot answer now; try again later"));

  /** Returns the calls that every node answers, whatever it is for. */
  public static List<Operation> common(Set<? extends Enum<?>> watchers) {
    List<Operation> all = new ArrayList<>(Entrance.operations());
    all.add(
        Operation.get(
                CallHandler.EVENTS,
                "A stream of server-sent events: 'change' whenever a page should ask again")
            .by(watchers)
            .query("study", "only about this one")
            .gives(200, "text/event-stream", String.class, "the events; it does not end")
            .ends(503, "too many streams are open"));
    all.add(Operation.get(PATH, "This document").gives(Object.class, "OpenAPI 3.1"));
    return all;
  }

  /** Returns the document as JSON in lines, which ends with a line break. */
  public String json() {
    ObjectNode root = Json.MAPPER.createObjectNode().put("openapi", "3.1.0");
    root.putObject("info")
        .put("title", title)
        .put("version", version)
        .put("description", about)
        .putObject("license")
        .put("name", "Apache License 2.0")
        .put("identifier", "Apache-2.0");
    JsonShapes shapes = new JsonShapes();
    ObjectNode paths = root.putObject("paths");
    operations.stream()
        .sorted(Comparator.comparing(Operation::path).thenComparing(Operation::method))
        .forEach(
            one ->
                paths
                    .withObjectProperty(one.path())
                    .set(one.method().toLowerCase(Locale.ROOT), described(one, shapes)));
    components(root.putObject("components"), shapes);
    try {
      return Json.MAPPER.writer(lines()).writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a printer whose line ends are the same on every system. */
  private static DefaultPrettyPrinter lines() {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
    printer.indentArraysWith(DefaultPrettyPrinter.FixedSpaceIndenter.instance);
    printer.indentObjectsWith(indenter);
    return printer;
  }

  private static ObjectNode described(Operation one, JsonShapes shapes) {
    ObjectNode node = Json.MAPPER.createObjectNode();
    node.put("operationId", identifier(one)).put("summary", one.summary());
    ArrayNode security = node.putArray("security");
    one.roles().forEach(role -> security.addObject().putArray(TOKEN).add(role)); // one is enough
    if (!one.parameters().isEmpty()) {
      ArrayNode parameters = node.putArray("parameters");
      one.parameters().forEach(parameter -> parameters.add(described(parameter, shapes)));
    }
    one.body()
        .ifPresent(
            body -> {
              ObjectNode request = node.putObject("requestBody");
              request.put("description", body.about()).put("required", true);
              content(request, body, shapes);
            });
    answers(one, node.putObject("responses"), shapes);
    return node;
  }

  /** Returns a name for programs that are made from the document: getStudiesIdRounds. */
  private static String identifier(Operation one) {
    StringBuilder name = new StringBuilder(one.method().toLowerCase(Locale.ROOT));
    boolean versioned = one.path().startsWith("/v1/");
    name.append(versioned ? "" : "Node"); // what every node has
    for (String word : one.path().replaceFirst("^/v1", "").split("[^A-Za-z0-9]+")) {
      if (!word.isEmpty()) {
        name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
      }
    }
    return name.toString();
  }

  private static ObjectNode described(Parameter one, JsonShapes shapes) {
    ObjectNode node = Json.MAPPER.createObjectNode();
    node.put("name", one.name()).put("in", one.inPath() ? "path" : "query");
    node.put("description", one.about());
    if (one.inPath()) {
      node.put("required", true);
    }
    node.set("schema", shapes.of(one.type()));
    return node;
  }

  private static void content(ObjectNode at, Content content, JsonShapes shapes) {
    at.putObject("content").putObject(content.type()).set("schema", shapes.of(content.shape()));
  }

  private static void answers(Operation one, ObjectNode responses, JsonShapes shapes) {
    Map<Integer, ObjectNode> all = new TreeMap<>();
    usual(one).forEach(status -> all.put(status, reference(status)));
    for (Answer answer : one.answers()) {
      ObjectNode node = Json.MAPPER.createObjectNode().put("description", answer.about());
      answer
          .content()
          .ifPresentOrElse(
              content -> content(node, content, shapes),
              () -> {
                if (answer.status() >= 400) {
                  failure(node);
                }
              });
      all.put(answer.status(), node);
    }
    all.forEach((status, node) -> responses.set(Integer.toString(status), node));
  }

  /** Returns the failures that follow from what the call takes and needs. */
  private static List<Integer> usual(Operation one) {
    List<Integer> statuses = new ArrayList<>(List.of(500, 503));
    if (one.body().isPresent() || !one.parameters().isEmpty()) {
      statuses.add(400);
    }
    if (!one.roles().isEmpty()) {
      statuses.addAll(List.of(401, 403));
    }
    if (one.parameters().stream().anyMatch(Parameter::inPath)) {
      statuses.add(404);
    }
    return statuses;
  }

  private static ObjectNode reference(int status) {
    return Json.MAPPER.createObjectNode().put("$ref", "#/components/responses/" + status);
  }

  private static void failure(ObjectNode node) {
    node.putObject("content")
        .putObject(Operation.JSON)
        .putObject("schema")
        .put("$ref", "#/components/schemas/Failure");
  }

  private static void components(ObjectNode components, JsonShapes shapes) {
    components
        .putObject("securitySchemes")
        .putObject(TOKEN)
        .put("type", "http")
        .put("scheme", "bearer");
    ObjectNode responses = components.putObject("responses");
    FAILURES.forEach(
        (status, about) ->
            failure(responses.putObject(Integer.toString(status)).put("description", about)));
    ObjectNode schemas = components.putObject("schemas");
    ObjectNode failed = schemas.putObject("Failure").put("type", "object");
    failed.putArray("required").add("error");
    failed
        .putObject("properties")
        .putObject("error")
        .put("type", "string")
        .put("description", "one sentence");
    shapes.named().forEach(schemas::set);
  }
}
