package io.parallax.pages;

import static io.parallax.pages.NumberText.format;

import j2html.tags.ContainerTag;
import java.util.List;

/** An element of inline SVG; its text and attributes are escaped. */
public final class Svg extends ContainerTag<Svg> {
  private Svg(String name) {
    super(name);
  }

  public static Svg of(String name) {
    return new Svg(name);
  }

  /** Returns the frame of a picture. */
  public static Svg picture(String kind, int width, int height) {
    return of("svg").withClass(kind).attr("viewBox", "0 0 " + width + " " + height);
  }

  /** Returns the frame of a chart whose values can be read by pointer and keyboard. */
  public static Svg chart(String kind, int width, int height, String label) {
    return picture(kind, width, height)
        .attr("role", "img")
        .attr("tabindex", 0)
        .attr("aria-label", label + "; arrow keys read its values");
  }

  public static Svg line(String kind, double x1, double y1, double x2, double y2) {
    return of("line").withClass(kind).at("x1", x1).at("y1", y1).at("x2", x2).at("y2", y2);
  }

  /** Returns a path that is drawn in the colour of its kind. */
  public static Svg path(String kind, String way) {
    return of("path").withClass(kind).attr("d", way);
  }

  public static Svg bar(String kind, double x, double y, double width, double height) {
    return of("rect")
        .withClass(kind)
        .at("x", x)
        .at("y", y)
        .at("width", width)
        .at("height", height)
        .attr("rx", 2);
  }

  public static Svg circle(double x, double y, double radius) {
    return of("circle").at("cx", x).at("cy", y).at("r", radius);
  }

  /** Returns text that begins at a place. */
  public static Svg text(double x, double y, String text) {
    return of("text").at("x", x).at("y", y).withText(text);
  }

  /** Moves a text, so that its place is its middle. */
  public Svg centred() {
    return attr("text-anchor", "middle");
  }

  /** Moves a text, so that it ends at its place. */
  public Svg ending() {
    return attr("text-anchor", "end");
  }

  public Svg stroke(String colour) {
    return attr("stroke", colour);
  }

  public Svg fill(String colour) {
    return attr("fill", colour);
  }

  /** Sets a coordinate or length, to a tenth of a pixel. */
  public Svg at(String name, double value) {
    return attr(name, format("%.1f", value).replaceFirst("\\.0$", ""));
  }

  /** Names the one value that a bar or dot stands for. */
  public Svg tip(String value) {
    return withData("tip", value);
  }

  /** Names the values that the corners of a path stand for. */
  Svg tips(String name, List<String> values) {
    return withData("name", name).withData("tips", String.join("|", values));
  }
}
