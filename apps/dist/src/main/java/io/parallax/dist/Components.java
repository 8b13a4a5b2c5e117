package io.parallax.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.data.Json;
import io.parallax.dist.Tree.Item;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** The contents of a release: every jar with its name, version, licence and hash. */
final class Components {
  /** The list in an archive, as CycloneDX has it. */
  static final String FILE = "sbom.json";

  /** The list of licences in an archive, for people. */
  static final String LICENCES = "THIRD-PARTY.txt";

  private static final String NAMESPACE = "io.parallax";
  private static final String LICENCE_OF_OURS = "Apache-2.0";
  private final Map<String, JsonNode> byJar = new TreeMap<>();

  private Components() {}

  /**
   * Reads the list that the build has made of the program's dependencies.
   *
   * @param file a CycloneDX list in JSON
   */
  static Components read(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new BadInput(
          file
              + " is missing; it must list the components of the program; make the release with"
              + " ./parallax dist");
    }
    Components components = new Components();
    for (JsonNode one : Json.MAPPER.readTree(file.toFile()).path("components")) {
      components.byJar.put(jar(one, classifier(one)), one);
    }
    return components;
  }

  private static String classifier(JsonNode component) {
    String purl = component.path("purl").asText();
    int at = purl.indexOf("classifier=");
    return at < 0 ? "" : purl.substring(at + "classifier=".length()).split("&")[0];
  }

  private static String jar(JsonNode component, String classifier) {
    StringJoiner name = new StringJoiner("-", "", ".jar");
    name.add(component.path("name").asText()).add(component.path("version").asText());
    return (classifier.isEmpty() ? name : name.add(classifier)).toString();
  }

  /**
   * Returns the lists as files, which lie beside the jars.
   *
   * @param components those of the jars
   */
  static Tree lists(List<ObjectNode> components, String version) {
    return new Tree()
        .text(FILE, document(components, version).toPrettyString() + "\n", Tree.PLAIN)
        .text(LICENCES, licences(components), Tree.PLAIN);
  }

  /** Returns the components of a platform's jars, in the order of these. */
  List<ObjectNode> of(Platform platform, Tree lib) throws IOException {
    List<ObjectNode> found = new ArrayList<>();
    for (Map.Entry<String, Item> jar : lib.items().entrySet()) {
      found.add(component(jar.getKey(), jar.getValue(), platform));
    }
    return found;
  }

  private ObjectNode component(String jar, Item content, Platform platform) throws IOException {
    boolean natives = Platform.single(jar);
    String own = "-" + platform.word() + ".jar";
    JsonNode known = byJar.get(natives ? jar.replace(own, ".jar") : jar);
    if (known == null) {
      throw new BadInput(
          "%s is in no list of components; it must be a dependency of the program".formatted(jar));
    }
    ObjectNode component = Json.MAPPER.createObjectNode();
    component.put("type", "library");
    for (String field : List.of("group", "name", "version")) {
      component.set(field, known.path(field));
    }
    String purl = known.path("purl").asText();
    component.put(
        "purl", natives ? purl.replace("?", "?classifier=" + platform.word() + "&") : purl);
    component.set("licenses", licences(known));
    component.putArray("hashes").addObject().put("alg", "SHA-256").put("content", hash(content));
    ObjectNode file = component.putArray("properties").addObject();
    file.put("name", "parallax:file").put("value", "lib/" + jar);
    return component;
  }

  private static String hash(Item content) throws IOException {
    MessageDigest digest = Hashes.sha256();
    try (InputStream in = content.content().open()) {
      in.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Returns a component's licences; nothing without one goes into a release. */
  private static ArrayNode licences(JsonNode component) {
    ArrayNode licences = Json.MAPPER.createArrayNode();
    if (component.path("group").asText().equals(NAMESPACE)) {
      licences.addObject().putObject("license").put("id", LICENCE_OF_OURS);
    }
    component.path("licenses").forEach(licences::add);
    if (licences.isEmpty()) {
      throw new BadInput(
          "%s names no licence; a component must have one; replace it"
              .formatted(component.path("purl").asText()));
    }
    return licences;
  }

  private static ObjectNode document(List<ObjectNode> components, String version) {
    ObjectNode document = Json.MAPPER.createObjectNode();
    document.put("bomFormat", "CycloneDX").put("specVersion", "1.6").put("version", 1);
    ObjectNode own = document.putObject("metadata").putObject("component");
    own.put("type", "application").put("name", "parallax").put("version", version);
    document.putArray("components").addAll(components);
    return document;
  }

  private static String licences(List<ObjectNode> components) {
    StringBuilder text =
        new StringBuilder("Libraries that Parallax is released with, and their licences.\n\n");
    for (ObjectNode one : components) {
      if (!one.path("group").asText().equals(NAMESPACE)) {
        text.append(one.path("properties").get(0).path("value").asText());
        one.path("licenses").forEach(licence -> text.append("\n    ").append(words(licence)));
        text.append('\n');
      }
    }
    return text.toString();
  }

  private static String words(JsonNode licence) {
    JsonNode named = licence.path("license");
    String name = named.path("id").asText(named.path("name").asText());
    String text = licence.path("expression").asText(name);
    return named.has("url") ? text + "  " + named.path("url").asText() : text;
  }
}
