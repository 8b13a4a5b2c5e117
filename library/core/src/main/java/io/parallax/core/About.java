package io.parallax.core;

import java.util.Map;

/**
 * What a method is, for people.
 *
 * @param title its name in print, such as "V-FedMV"
 * @param paper where it comes from
 * @param summary one or two sentences
 * @param modes each mode with one line on it, in the order to show
 */
public record About(String title, String paper, String summary, Map<String, String> modes) {}
