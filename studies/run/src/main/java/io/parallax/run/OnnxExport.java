package io.parallax.run;

import io.parallax.core.BadInput;
import io.parallax.core.Method;
import io.parallax.core.Methods;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.Shape;
import io.parallax.core.View;
import io.parallax.data.Scaling;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.study.model.Model;
import io.parallax.study.model.ModelFolder;
import io.parallax.study.model.ModelPart;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The model of a party that scores alone, as an ONNX file that takes rows as they are in files. */
public final class OnnxExport {
  private OnnxExport() {}

  /** The file's bytes; a model that cannot be written so is refused. */
  public static byte[] of(ModelFolder folder) {
    Model model = folder.model();
    if (model.parties().size() != 1) {
      throw refused(model, "its parts belong to " + model.parties().size() + " parties");
    }
    ModelPart part = folder.part(model.parties().get(0));
    return bytes(Methods.named(model.method()), folder, model, part);
  }

  private static <C extends Record> byte[] bytes(
      Method<C, ?> method, ModelFolder folder, Model model, ModelPart part) {
    ModelPart.Input input = part.views().get(0);
    if (input.scaler().filling().indicated().length > 0) {
      throw refused(model, "it takes further columns that say where values are missing");
    }
    Scaling scaling = input.scaler().scaling();
    if (scaling != Scaling.STANDARD && scaling != Scaling.NONE) {
      throw refused(model, "its rows have a scale other than true or false");
    }
    PartyId id = PartyId.of(part.party());
    int columns = input.layout().map(Shape::columns).orElse(input.features().size());
    List<String> names = input.layout().map(Shape::names).orElse(input.features());
    Features blank = Features.of(Matrix.zeros(1, columns));
    View view =
        View.toPredict(id, input.view(), names, blank, model.classes().size(), input.layout());
    Roster roster = Roster.vertical(List.of(view), model.classes().size(), model.seed());
    Party party = method.party(folder.settings(method.defaults()), List.of(view), roster);
    party.adopt(part.matrices());
    return party
        .onnx(shift(input), factor(input), notes(model, input))
        .orElseThrow(() -> refused(model, "its networks are none that can be written so"));
  }

  private static double[] shift(ModelPart.Input input) {
    double[] means = input.scaler().means();
    return scaled(input) ? means : new double[means.length];
  }

  private static double[] factor(ModelPart.Input input) {
    return Arrays.stream(input.scaler().deviations())
        .map(deviation -> !scaled(input) ? 1 : deviation == 0 ? 0 : 1 / deviation)
        .toArray();
  }

  private static boolean scaled(ModelPart.Input input) {
    return input.scaler().scaling() == Scaling.STANDARD;
  }

  private static Map<String, String> notes(Model model, ModelPart.Input input) {
    Map<String, String> notes = new LinkedHashMap<>();
    notes.put("study", model.study());
    notes.put("classes", String.join("\n", model.classes()));
    notes.put("columns", String.join("\n", input.features()));
    return notes;
  }

  private static BadInput refused(Model model, String why) {
    return new BadInput(
        "a model of method %s cannot be exported to ONNX: %s; export models of apfed"
            .formatted(model.method(), why));
  }
}
