package io.parallax.study.yaml;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.ParserException;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/** Parses YAML whose lists and mappings are not too deep: what is made of it is recursive. */
final class ShallowParser implements Parser {
  static final int DEEPEST = 100;
  private final Parser all;
  private int depth;

  ShallowParser(LoadSettings settings, String text) {
    this.all = new ParserImpl(settings, new StreamReader(settings, text));
  }

  @Override
  public boolean checkEvent(Event.ID id) {
    return all.checkEvent(id);
  }

  @Override
  public Event peekEvent() {
    return all.peekEvent();
  }

  @Override
  public boolean hasNext() {
    return all.hasNext();
  }

  @Override
  public Event next() {
    Event event = all.next();
    switch (event.getEventId()) {
      case SequenceStart, MappingStart -> depth++;
      case SequenceEnd, MappingEnd -> depth--;
      default -> {}
    }
    if (depth > DEEPEST) {
      throw new ParserException(
          "lists and mappings are more than " + DEEPEST + " deep; write them flatter",
          event.getStartMark());
    }
    return event;
  }
}
