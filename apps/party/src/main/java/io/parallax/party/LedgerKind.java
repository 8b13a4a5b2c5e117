package io.parallax.party;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.parallax.core.BadInput;
import io.parallax.core.Shown;
import io.parallax.remote.NodeMessages;
import io.parallax.run.PartName;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/** The purposes of entries of a ledger, most delicate first. */
public enum LedgerKind {
  LABELS,
  PREDICTIONS,
  METHOD,
  ALIGNMENT,
  SETUP,
  CATALOGUE,
  ERRORS,
  DECISIONS,
  NOTES,
  MASKS;

  private static final Set<String> ABOUT_LABELS = NodeMessages.aboutLabels();

  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the kind of this name. */
  @JsonCreator
  public static LedgerKind of(String word) {
    return Arrays.stream(values())
        .filter(kind -> kind.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInput(
                    "the kind of entries is '%s'; it must be one of %s"
                        .formatted(
                            Shown.text(word),
                            String.join(
                                ", ", Arrays.stream(values()).map(LedgerKind::word).toList()))));
  }

  /** Returns true if a message was masked, so that its bytes look random. */
  static boolean hidden(String protection) {
    return protection.startsWith("masked") || protection.startsWith("proved");
  }

  /** Returns the kind of an entry. */
  static LedgerKind of(LedgerEntry entry) {
    String message = entry.message();
    return switch (message) {
      case Ledger.DECISION, "Objection" -> DECISIONS;
      case Ledger.DRAWING, Ledger.JUDGING -> LABELS;
      case Ledger.MASKS -> MASKS;
      case "Failure" -> ERRORS;
      case "SetSizes" -> ALIGNMENT;
      case Ledger.CATALOGUE -> CATALOGUE;
      case Ledger.KEEPING, Ledger.PROOFS, Ledger.REFUSED_PROOF, Ledger.JOINING, Ledger.RENEWAL ->
          NOTES;
      default -> ABOUT_LABELS.contains(message) ? LABELS : part(entry.part());
    };
  }

  private static LedgerKind part(String part) {
    if (PartyStudies.uses(part)) {
      return PREDICTIONS;
    }
    if (PartName.aligns(part)) {
      return ALIGNMENT;
    }
    return part.equals(PartName.SETUP) ? SETUP : METHOD;
  }
}
