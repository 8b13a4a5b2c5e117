package io.parallax.watch;

import io.parallax.core.BadInput;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Something that people should know. It has no text that others have written: of a study it names
 * name, hash and researcher, as far as {@link #word} lets them through.
 *
 * @param key two notices with the same key are one
 * @param title a line, which is also the subject of a mail
 * @param lines what to do
 * @param facts for programs
 */
public record Notice(
    String key, Subject about, String title, List<String> lines, Map<String, String> facts) {
  private static final int LONGEST_WORD = 64;

  /** Kinds of notices, which a node's file can choose from. */
  public enum Subject {
    /** A study waits for the owner's decision. */
    DECISION,
    /** A result waits until the owner releases it. */
    RELEASE,
    /** A study has finished. */
    FINISHED,
    /** A study has failed, was refused, or was withdrawn. */
    FAILED,
    /** The node's certificate ends before long. */
    CERTIFICATE,
    /** The node cannot work, or will not for long. */
    TROUBLE,
    /** Somebody tries whether notices arrive. */
    TEST;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the words that a file may have. */
    static List<String> words() {
      return Arrays.stream(values()).filter(one -> one != TEST).map(Subject::word).toList();
    }

    static Subject of(String word) {
      return Arrays.stream(values())
          .filter(one -> one.word().equals(word))
          .findFirst()
          .orElseThrow(() -> new BadInput("'" + word + "' is no kind of notice"));
    }
  }

  /**
   * Returns a name that others have chosen as a word that is neither a line, nor a link, nor longer
   * than a line.
   */
  public static String word(String name) {
    String plain = name.replaceAll("[^A-Za-z0-9_-]", "_");
    return plain.substring(0, Math.min(LONGEST_WORD, plain.length()));
  }

  /** Returns the digits of a hash by which people and commands name a study. */
  public static String digits(String hash) {
    String plain = hash.replaceAll("[^0-9a-f]", "");
    return plain.substring(0, Math.min(12, plain.length()));
  }
}
