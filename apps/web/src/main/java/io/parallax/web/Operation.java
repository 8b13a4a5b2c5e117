package io.parallax.web;

import io.parallax.data.Json;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The description of a call: all that people and programs need to know to make it.
 *
 * @param path with a name in braces for what differs: /v1/studies/{id}
 * @param roles of which the caller needs one; none: the call needs no token
 * @param parameters of the path and of the query
 * @param body of the request; empty: there is none
 * @param answers in the order of their status; those that every call has are not among them
 */
public record Operation(
    String method,
    String path,
    String summary,
    Set<String> roles,
    List<Parameter> parameters,
    Optional<Content> body,
    List<Answer> answers) {
  public static final String JSON = "application/json";
  private static final Pattern NAMED = Pattern.compile("\\{(\\w+)}");

  /** A part of the address. */
  public record Parameter(String name, boolean inPath, Type type, String about) {}

  /**
   * A body.
   *
   * @param shape the type that its JSON is written from; of anything else, String
   */
  public record Content(String type, Type shape, String about) {}

  /** The shape of an object that has these texts. */
  public record Texts(List<String> names) implements Type {}

  /** An answer; a failure's content is not described here, since all have the same. */
  public record Answer(int status, String about, Optional<Content> content) {}

  public Operation {
    roles = Collections.unmodifiableSortedSet(new TreeSet<>(roles));
    parameters = List.copyOf(parameters);
    answers = List.copyOf(answers);
  }

  public static Operation get(String path, String summary) {
    return of("GET", path, summary);
  }

  public static Operation post(String path, String summary) {
    return of("POST", path, summary);
  }

  static Operation of(String method, String path, String summary) {
    return new Operation(method, path, summary, Set.of(), List.of(), Optional.empty(), List.of());
  }

  /** Returns the call with the roles that may make it. */
  public Operation by(Set<? extends Enum<?>> own) {
    Set<String> words = new TreeSet<>();
    own.forEach(role -> words.add(role.name().toLowerCase(Locale.ROOT)));
    return new Operation(method, path, summary, words, parameters, body, answers);
  }

  /** Returns the call with the meaning of a name in its path. */
  public Operation part(String name, String about) {
    return with(new Parameter(name, true, String.class, about));
  }

  /** Returns the call with a text in its query. */
  public Operation query(String name, String about) {
    return with(new Parameter(name, false, String.class, about));
  }

  /** Returns the call with a whole number in its query. */
  public Operation number(String name, String about) {
    return with(new Parameter(name, false, int.class, about));
  }

  private Operation with(Parameter more) {
    List<Parameter> all = new ArrayList<>(parameters);
    all.add(more);
    return new Operation(method, path, summary, roles, all, body, answers);
  }

  /** Returns the call with a body. */
  public Operation takes(String type, Type shape, String about) {
    Optional<Content> own = Optional.of(new Content(type, shape, about));
    return new Operation(method, path, summary, roles, parameters, own, answers);
  }

  /** Returns the shape of a list. */
  public static Type listOf(Class<?> one) {
    return Json.MAPPER.getTypeFactory().constructCollectionType(List.class, one);
  }

  /** Returns the call with JSON as its answer. */
  public Operation gives(Type shape, String about) {
    return gives(200, JSON, shape, about);
  }

  /** Returns the call with an answer of another type or status. */
  public Operation gives(int status, String type, Type shape, String about) {
    return answered(new Answer(status, about, Optional.of(new Content(type, shape, ""))));
  }

  /** Returns the call with an answer that has no content of use, such as a failure. */
  public Operation ends(int status, String about) {
    return answered(new Answer(status, about, Optional.empty()));
  }

  private Operation answered(Answer more) {
    List<Answer> all = new ArrayList<>(answers);
    all.add(more);
    return new Operation(method, path, summary, roles, parameters, body, all);
  }

  /** Returns whether a call is this one, whatever the names in its path stand for. */
  public boolean fits(Call call) {
    return call.method().equals(method) && pattern().matcher(call.path()).matches();
  }

  /** Returns what the first name in the path stands for; empty if the path has none. */
  public Optional<String> named(Call call) {
    Matcher found = pattern().matcher(call.path());
    return found.matches() && found.groupCount() > 0
        ? Optional.of(found.group(1))
        : Optional.empty();
  }

  private Pattern pattern() {
    return Pattern.compile(NAMED.matcher(Pattern.quote(path)).replaceAll("\\\\E([^/]*)\\\\Q"));
  }

  /** Returns whether a person may make the call. */
  public boolean open(Person person) {
    return roles.stream().anyMatch(person::is);
  }
}
