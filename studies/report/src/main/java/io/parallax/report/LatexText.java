package io.parallax.report;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Map;

/**
 * Text for LaTeX in ASCII alone, which every engine reads without packages: letters with accents,
 * Greek letters and signs as commands; any other character as its number.
 */
final class LatexText {
  private static final Map<Integer, String> SIGNS = new HashMap<>();
  private static final Map<Integer, String> ACCENTS = new HashMap<>();

  static {
    signs(
        """
        \\ \\textbackslash{}  { \\{  } \\}  $ \\$  & \\&  # \\#  % \\%  _ \\_  ~ \\textasciitilde{}  ^ \\textasciicircum{}
        < \\textless{}  > \\textgreater{}  | \\textbar{}  [ {[}  ] {]}  * {*}  – --  — ---  ‑ -  − $-$  ± $\\pm$  × $\\times$  · $\\cdot$
        ÷ $\\div$  ≤ $\\le$  ≥ $\\ge$  ≠ $\\ne$  ≈ $\\approx$  ∼ $\\sim$  ∝ $\\propto$  ∞ $\\infty$  √ $\\surd$  ∑ $\\sum$  ∈ $\\in$  ‖ $\\|$
        ∂ $\\partial$  ∇ $\\nabla$  ℓ $\\ell$  ′ $'$  ° $^{\\circ}$  → $\\to$  ← $\\leftarrow$  ↑ $\\uparrow$  ↓ $\\downarrow$  ⊤ $\\top$  ᵀ $^{\\top}$  ▼ $\\circ$
        ▲ $\\bullet$  • $\\bullet$  … \\ldots{}  “ ``  ” ''  „ ,,  ‘ `  ’ '  § \\S{}  © \\copyright{}  € EUR
        ß \\ss{}  æ \\ae{}  Æ \\AE{}  œ \\oe{}  Œ \\OE{}  ø \\o{}  Ø \\O{}  ł \\l{}  Ł \\L{}  ı \\i{}
        µ $\\mu$  α $\\alpha$  β $\\beta$  γ $\\gamma$  δ $\\delta$  ε $\\varepsilon$  ϵ $\\epsilon$  ζ $\\zeta$  η $\\eta$  θ $\\theta$  ϑ $\\vartheta$
        ι $\\iota$  κ $\\kappa$  λ $\\lambda$  μ $\\mu$  ν $\\nu$  ξ $\\xi$  ο o  π $\\pi$  ρ $\\rho$  σ $\\sigma$  ς $\\varsigma$  τ $\\tau$  υ $\\upsilon$
        φ $\\varphi$  ϕ $\\phi$  χ $\\chi$  ψ $\\psi$  ω $\\omega$  Γ $\\Gamma$  Δ $\\Delta$  Θ $\\Theta$  Λ $\\Lambda$  Ξ $\\Xi$  Π $\\Pi$  Σ $\\Sigma$
        Υ $\\Upsilon$  Φ $\\Phi$  Ψ $\\Psi$  Ω $\\Omega$  Α A  Β B  Ε E  Ζ Z  Η H  Ι I  Κ K  Μ M  Ν N  Ο O  Ρ P  Τ T  Χ X
        """);
    scripts("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "^");
    scripts("₀₁₂₃₄₅₆₇₈₉₊₋", "_");
    String marks =
        "\u0300`\u0301'\u0302^\u0303~\u0304=\u0306u\u0307.\u0308\"\u030Ar\u030BH\u030Cv\u0323d\u0327c";
    for (int i = 0; i < marks.length(); i += 2) {
      ACCENTS.put((int) marks.charAt(i), "\\" + marks.charAt(i + 1));
    }
  }

  private LatexText() {}

  private static void signs(String table) {
    String[] words = table.strip().split("\\s+");
    for (int i = 0; i < words.length; i += 2) {
      SIGNS.put(words[i].codePointAt(0), words[i + 1]);
    }
  }

  /** Adds a zero to a nine, a plus and a minus above or below the line. */
  private static void scripts(String signs, String where) {
    for (int i = 0; i < signs.length(); i++) {
      SIGNS.put((int) signs.charAt(i), "$" + where + "{" + "0123456789+-".charAt(i) + "}$");
    }
  }

  /** Returns a text so that LaTeX prints it as it is. */
  static String of(String text) {
    StringBuilder latex = new StringBuilder();
    Normalizer.normalize(text, Normalizer.Form.NFC)
        .codePoints()
        .forEach(sign -> latex.append(of(sign)));
    return latex.toString();
  }

  private static String of(int sign) {
    if (SIGNS.containsKey(sign)) {
      return SIGNS.get(sign);
    } else if (sign > ' ' && sign < 0x7F) {
      return Character.toString(sign);
    } else if (sign == 0xA0 || sign == 0x202F || sign == 0x2009) { // where no line may end
      return "~";
    } else if (Character.isWhitespace(sign) || Character.isSpaceChar(sign) || sign < ' ') {
      return " ";
    }
    return accented(sign);
  }

  private static String accented(int sign) {
    String parts = Normalizer.normalize(Character.toString(sign), Normalizer.Form.NFD);
    String accent = parts.length() == 2 ? ACCENTS.get((int) parts.charAt(1)) : null;
    boolean latin = parts.charAt(0) < 0x7F && Character.isLetter(parts.charAt(0));
    return accent == null || !latin
        ? "{[}U+%04X{]}".formatted(sign)
        : accent + "{" + dotless(parts.charAt(0)) + "}";
  }

  /** An accent stands in place of the dot. */
  private static String dotless(char letter) {
    return letter == 'i' || letter == 'j' ? "\\" + letter : String.valueOf(letter);
  }
}
