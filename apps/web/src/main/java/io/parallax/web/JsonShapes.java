package io.parallax.web;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.PropertyWriter;
import com.fasterxml.jackson.databind.util.RawValue;
import io.parallax.data.Json;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * JSON Schema of the types that JSON is written from. It asks the mapper that writes them, so that
 * every field is there as it is sent.
 */
final class JsonShapes {
  private static final String NUMBER = "Number";
  private static final Set<Class<?>> WHOLE =
      Set.of(int.class, Integer.class, long.class, Long.class);
  private static final Set<Class<?>> FLAG = Set.of(boolean.class, Boolean.class);
  private static final Set<Class<?>> DECIMAL = Set.of(double.class, Double.class);
  private final SortedMap<String, ObjectNode> named = new TreeMap<>();

  /** Returns the schemas that others refer to, by name. */
  SortedMap<String, ObjectNode> named() {
    return Collections.unmodifiableSortedMap(named);
  }

  /** Returns the schema of a type. */
  ObjectNode of(Type type) {
    return type instanceof Operation.Texts texts
        ? texts(texts)
        : of(Json.MAPPER.constructType(type));
  }

  private static ObjectNode texts(Operation.Texts texts) {
    ObjectNode schema = simple("object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = schema.putArray("required");
    for (String name : texts.names()) {
      properties.set(name, simple("string"));
      required.add(name);
    }
    return schema;
  }

  private ObjectNode of(JavaType type) {
    Class<?> raw = type.getRawClass();
    if (CharSequence.class.isAssignableFrom(raw)) {
      return simple("string");
    } else if (WHOLE.contains(raw)) {
      return simple("integer");
    } else if (FLAG.contains(raw)) {
      return simple("boolean");
    } else if (DECIMAL.contains(raw)) {
      return number();
    } else if (type.isEnumType()) {
      return words(type);
    } else if (type.isMapLikeType()) {
      return simple("object").set("additionalProperties", of(type.getContentType()));
    } else if (type.isContainerType()) {
      return simple("array").set("items", of(type.getContentType()));
    } else if (any(raw)) {
      return Json.MAPPER.createObjectNode();
    }
    AnnotatedMember value =
        Json.MAPPER.getSerializationConfig().introspect(type).findJsonValueAccessor();
    return value == null ? fields(type) : of(value.getType());
  }

  /** Returns whether JSON is written that has no type of its own. */
  private static boolean any(Class<?> raw) {
    return raw == Object.class || raw == RawValue.class || JsonNode.class.isAssignableFrom(raw);
  }

  private static ObjectNode simple(String type) {
    return Json.MAPPER.createObjectNode().put("type", type);
  }

  /** Returns a number, of which JSON cannot write all. */
  private ObjectNode number() {
    named.computeIfAbsent(
        NUMBER,
        name -> {
          ObjectNode schema = Json.MAPPER.createObjectNode();
          schema.put("description", "a number; one that JSON cannot write is a text");
          ArrayNode either = schema.putArray("anyOf");
          either.add(simple("number"));
          either.addObject().putArray("enum").add("NaN").add("Infinity").add("-Infinity");
          return schema;
        });
    return reference(NUMBER);
  }

  private static ObjectNode words(JavaType type) {
    ObjectNode schema = simple("string");
    ArrayNode words = schema.putArray("enum");
    Arrays.stream(type.getRawClass().getEnumConstants())
        .map(constant -> Json.MAPPER.convertValue(constant, String.class))
        .forEach(words::add);
    return schema;
  }

  private static ObjectNode reference(String name) {
    return Json.MAPPER.createObjectNode().put("$ref", "#/components/schemas/" + name);
  }

  private ObjectNode fields(JavaType type) {
    String name = name(type.getRawClass());
    if (!named.containsKey(name)) {
      ObjectNode schema = simple("object");
      named.put(name, schema); // before its fields, which may be of the same type
      add(type, false, schema.putObject("properties"), schema.putArray("required"));
      if (schema.withArray("required").isEmpty()) {
        schema.remove("required");
      }
    }
    return reference(name);
  }

  /**
   * Adds the fields of a type.
   *
   * @param optional whether all of them may be left out
   */
  private void add(JavaType type, boolean optional, ObjectNode properties, ArrayNode required) {
    Iterator<PropertyWriter> writers = writers(type);
    while (writers.hasNext()) {
      BeanPropertyWriter field = (BeanPropertyWriter) writers.next();
      boolean left = optional || field.willSuppressNulls();
      if (field.isUnwrapping()) {
        add(field.getType(), left, properties, required);
        continue;
      }
      ObjectNode schema = of(field.getType());
      boolean boxed = Number.class.isAssignableFrom(field.getType().getRawClass());
      properties.set(field.getName(), boxed && !left ? orNull(schema) : schema);
      if (!left) {
        required.add(field.getName());
      }
    }
  }

  private static Iterator<PropertyWriter> writers(JavaType type) {
    try {
      return Json.MAPPER.getSerializerProviderInstance().findValueSerializer(type).properties();
    } catch (JsonMappingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ObjectNode orNull(ObjectNode schema) {
    ObjectNode either = Json.MAPPER.createObjectNode();
    either.putArray("anyOf").add(schema).add(simple("null"));
    return either;
  }

  /** Returns a type's name after the types in which it stands: StudyView.Brief. */
  private static String name(Class<?> type) {
    Class<?> around = type.getEnclosingClass();
    return around == null ? type.getSimpleName() : name(around) + "." + type.getSimpleName();
  }
}
