package io.parallax.tensor;

import io.parallax.core.BadInput;
import io.parallax.core.Images;
import io.parallax.core.View;
import io.parallax.core.WordPerView;
import java.util.List;

/**
 * The kinds and sizes of the parties' networks.
 *
 * @param encoder a view's kind of network
 * @param width length of h
 * @param hidden units of the hidden layer of an MLP, and of a GRU
 * @param stride of convolutions
 */
public record Architecture(WordPerView encoder, int width, int hidden, int stride) {
  public static final String AUTO = "auto";

  public Architecture {
    encoder.among(List.of(AUTO, "mlp", "cnn", "gru"), "encoder");
    require(width, "width");
    require(hidden, "hidden");
    require(stride, "stride");
  }

  private static void require(int value, String name) {
    if (value < 1 || value > 1 << 16) {
      throw new BadInput(name + " is " + value + " and must be 1 to " + (1 << 16));
    }
  }

  /** The kind of network that a view gets: what was chosen for it, or what its rows suggest. */
  public String kind(View view) {
    String chosen = encoder.of(view.name());
    if (chosen.equals(AUTO)) {
      return view.images().isPresent() ? "cnn" : view.sequences().isPresent() ? "gru" : "mlp";
    }
    if (chosen.equals("cnn") && view.images().isEmpty()) {
      throw unfit(view, chosen, "images", "mlp");
    }
    if (chosen.equals("gru") && view.sequences().isEmpty()) {
      throw unfit(view, chosen, "sequences", "mlp");
    }
    return chosen;
  }

  private static BadInput unfit(View view, String chosen, String needs, String instead) {
    return new BadInput(
        "encoder of view %s is %s, which needs %s, but its rows hold none; use %s"
            .formatted(view.name(), chosen, needs, instead));
  }

  /** A network from rows of a view to {@code outputs} numbers. */
  public Network encoder(View view, int outputs, Layout layout) {
    return switch (kind(view)) {
      case "cnn" -> CnnEncoder.in(layout, image(view), stride, outputs);
      case "gru" -> GruEncoder.in(layout, view.sequences().orElseThrow(), hidden, outputs);
      default -> Mlp.in(layout, "encoder", view.features().size(), hidden, outputs).withRectifier();
    };
  }

  /** A network from {@code inputs} numbers back to rows of a view. */
  public Network decoder(View view, int inputs, Layout layout) {
    return kind(view).equals("cnn")
        ? CnnDecoder.in(layout, image(view), stride, inputs)
        : Mlp.in(layout, "decoder", inputs, hidden, view.features().size());
  }

  private static Images image(View view) {
    return view.images().orElseThrow();
  }
}
