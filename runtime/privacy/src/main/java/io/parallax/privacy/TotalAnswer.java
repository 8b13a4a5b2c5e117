package io.parallax.privacy;

import io.parallax.privacy.ProofNotes.Announced;
import io.parallax.privacy.proof.Field64;
import io.parallax.privacy.proof.NormProof;
import java.util.Arrays;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A member's answer about all others at once: of each of them, that its digits are digits and its
 * numbers within their limits; of all in sum, that these are the numbers of their words. That of
 * each alone would tell the coordinator something of its words.
 *
 * <p>The masks on words are not in the sum, so that nobody has to make them again.
 *
 * @param about answers about each other member, without the second word
 * @param numbers the sum of the second words, and of masks that cancel in the sum of all members:
 *     of two honest ones, if all others told the coordinator what they know, it would otherwise
 *     learn something of either
 */
record TotalAnswer(SortedMap<Integer, long[]> about, long numbers) {

  /**
   * Returns true if all members prove something about the same challenge: only then the sum of
   * their numbers is the numbers of their sum, and tells nothing else.
   */
  static boolean comparable(Collection<Announced> announced) {
    return announced.stream().mapToInt(Announced::attempt).distinct().count() == 1;
  }

  /** Returns an answer that tells nothing of the numbers. */
  static TotalAnswer withoutNumbers(SortedMap<Integer, long[]> answers) {
    return new TotalAnswer(of(answers, 0).about, 0);
  }

  /**
   * Returns an answer from those about each other member.
   *
   * @param hiding an element that hides the part of the sum that this member tells
   */
  static TotalAnswer of(SortedMap<Integer, long[]> answers, long hiding) {
    SortedMap<Integer, long[]> about = new TreeMap<>();
    long numbers = hiding;
    for (var one : answers.entrySet()) {
      long[] answer = one.getValue();
      long[] rest = Arrays.copyOfRange(answer, 1, answer.length);
      rest[0] = answer[0];
      about.put(one.getKey(), rest);
      numbers = Field64.add(numbers, answer[1]);
    }
    return new TotalAnswer(about, numbers);
  }

  byte[] bytes() {
    byte[] all = ProofNotes.bytes(new long[] {numbers});
    for (long[] one : about.values()) {
      all = Prover.join(all, ProofNotes.bytes(one));
    }
    return all;
  }

  /** Returns the bytes of a member's answer. */
  static int size(SortedMap<Integer, NormProof> systems, int member) {
    int words = 1;
    for (var system : systems.entrySet()) {
      words += system.getKey() == member ? 0 : system.getValue().answerWords() - 1;
    }
    return 8 * words;
  }

  /** Reads a member's answer, which has this size. */
  static TotalAnswer read(byte[] reply, SortedMap<Integer, NormProof> systems, int member) {
    long[] words = ProofNotes.elements(reply);
    SortedMap<Integer, long[]> about = new TreeMap<>();
    int at = 1;
    for (var system : systems.entrySet()) {
      if (system.getKey() != member) {
        int end = at + system.getValue().answerWords() - 1;
        about.put(system.getKey(), Arrays.copyOfRange(words, at, end));
        at = end;
      }
    }
    return new TotalAnswer(about, words[0]);
  }

  /** Adds what is told about a member to an answer about it; the second word stays as it is. */
  void addTo(long[] answer, int member) {
    long[] own = about.get(member);
    if (own != null) {
      answer[0] = Field64.add(answer[0], own[0]);
      for (int i = 1; i < own.length; i++) {
        answer[i + 1] = Field64.add(answer[i + 1], own[i]);
      }
    }
  }
}
