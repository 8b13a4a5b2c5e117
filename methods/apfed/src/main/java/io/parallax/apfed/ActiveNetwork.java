package io.parallax.apfed;

import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.tensor.Dropout;
import io.parallax.tensor.Layout;
import io.parallax.tensor.Linear;
import io.parallax.tensor.Network;
import io.parallax.tensor.OnnxGraph;
import io.parallax.tensor.Tensor;
import io.parallax.tensor.Weights;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The networks of the active party: f_A from its rows to h, g_T from h to classes. */
final class ActiveNetwork {
  /** The name of the projection's parameters, which only training needs. */
  static final String PROJECTION = "projection";

  private final Layout layout = new Layout();
  private final Network encoder;
  private final Linear task;
  private final Optional<Linear> projection;
  private final double dropout;

  ActiveNetwork(ApFedConfig config, View view, List<String> passive, int classes) {
    encoder = config.architecture().encoder(view, config.width(), layout);
    task = new Linear("task", config.width(), classes).in(layout);
    projection =
        config.projects(passive)
            ? Optional.of(new Linear(PROJECTION, config.width(), config.projection()).in(layout))
            : Optional.empty();
    dropout = config.mode() == ApFedConfig.Mode.REFERENCE ? config.dropout() : 0;
  }

  Layout layout() {
    return layout;
  }

  /** f_A: h of a batch, S × width. */
  Tensor represent(Weights w, Tensor x) {
    return encoder.apply(w, x);
  }

  /**
   * Both networks as a graph from rows to probabilities and classes, behind x ↦ (x − shift) ·
   * factor; none for sequences.
   */
  Optional<OnnxGraph> onnx(Map<String, Matrix> parameters, double[] shift, double[] factor) {
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("rows", shift.length);
    String moved =
        graph.node("Sub", List.of(x, graph.constant("shift", shift, 1, shift.length)), Map.of());
    String scaled =
        graph.node(
            "Mul", List.of(moved, graph.constant("factor", factor, 1, factor.length)), Map.of());
    return encoder.onnx(graph, parameters, scaled).map(h -> classified(graph, parameters, h));
  }

  private OnnxGraph classified(OnnxGraph graph, Map<String, Matrix> parameters, String h) {
    String outputs = graph.linear(task, parameters, h);
    Map<String, long[]> rows = Map.of("axis", new long[] {1});
    graph.named("Softmax", List.of(outputs), rows, "probabilities");
    graph.named(
        "ArgMax",
        List.of("probabilities"),
        Map.of("axis", new long[] {1}, "keepdims", new long[] {0}),
        "class");
    graph.output("probabilities", task.outputs());
    graph.wholeOutput("class");
    return graph;
  }

  /** Returns the part of h that is sent to the passive parties. */
  Tensor sent(Weights w, Tensor h) {
    return projection.map(head -> head.apply(w, h)).orElse(h);
  }

  /**
   * g_T: S × C.
   *
   * @param noise for drop-out; null where nothing is learnt
   */
  Tensor classify(Weights w, Tensor h, Rng noise) {
    return task.apply(w, Dropout.apply(h, dropout, noise));
  }
}
