package io.parallax.coordinator;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import j2html.tags.DomContent;

/** A drawing of the dashboard. */
record Figure(String title, @JsonIgnore DomContent drawing, String note) {
  @JsonProperty
  String html() {
    return drawing.render();
  }
}
