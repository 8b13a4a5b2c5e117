package io.parallax.core;

import java.util.Map;

/**
 * A description of a method for people.
 *
 * @param title its name in print, such as "V-FedMV"
 * @param paper the publication
 * @param summary one or two sentences
 * @param modes each mode with one line on it, in the order to show
 */
public record About(String title, String paper, String summary, Map<String, String> modes) {}
