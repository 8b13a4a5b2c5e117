package io.parallax.fuzz;

import io.parallax.core.BadInput;
import io.parallax.core.Failure;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A text that people or programs write, which is rejected as bad input or accepted. */
public abstract class TextTarget implements Target {
  private final String name;
  private final String sentence;
  private final List<String> seeds;

  protected TextTarget(String name, String sentence, List<String> seeds) {
    this.name = name;
    this.sentence = sentence;
    this.seeds = List.copyOf(seeds);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String sentence() {
    return sentence;
  }

  @Override
  public Set<Class<? extends Failure>> rejections() {
    return Set.of(BadInput.class);
  }

  @Override
  public List<byte[]> seeds() {
    return bytes(seeds.stream());
  }

  /** Returns the bytes of texts. */
  protected static List<byte[]> bytes(Stream<String> texts) {
    return texts.map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
  }
}
