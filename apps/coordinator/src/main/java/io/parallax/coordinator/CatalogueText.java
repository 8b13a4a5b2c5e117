package io.parallax.coordinator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.grpc.ViewCatalogue.View;
import java.util.List;

/** The catalogue of parties' views as a person reads it in a terminal. */
public final class CatalogueText {
  private CatalogueText() {}

  /**
   * @param json the answer of {@code GET /v1/catalogue}
   */
  public static String of(String json) {
    List<CatalogueStore.Shown> all;
    try {
      all = Json.MAPPER.readValue(json, new TypeReference<List<CatalogueStore.Shown>>() {});
    } catch (JsonProcessingException e) {
      throw new BadInput("the coordinator's answer cannot be read; is it a coordinator?", e);
    }
    if (all.isEmpty()) {
      return "No party shows its views; an owner chooses that by 'catalogue' in the party's file.\n";
    }
    StringBuilder text = new StringBuilder();
    for (CatalogueStore.Shown party : all) {
      text.append(party.party()).append(", since ").append(party.at(), 0, 10).append('\n');
      party.views().forEach(view -> text.append("  ").append(line(view)).append('\n'));
    }
    return text.toString();
  }

  private static String line(View view) {
    String rows = view.rows().isEmpty() ? "" : ", " + view.rows() + " rows";
    return view.columns().isEmpty()
        ? view.name() + rows
        : "%s%s, %d columns: %s"
            .formatted(view.name(), rows, view.columns().size(), String.join(", ", view.columns()));
  }
}
