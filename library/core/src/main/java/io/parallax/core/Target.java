package io.parallax.core;

import java.util.Optional;

/**
 * The values that a model of outcomes other than several classes is fitted to: numbers, counts, two
 * outcomes, or times until an event; a value for each training row of the party that holds them.
 * Single values are validated here; messages name a row's position and never its value.
 */
public sealed interface Target {
  /** Returns the number of rows. */
  int size();

  /** Returns the weights and offsets of the rows. */
  Adjustment adjustment();

  /** Returns the same rows with other weights and offsets. */
  Target with(Adjustment adjustment);

  /** Returns some of the rows, in this order. */
  Target select(int[] rows);

  /** Returns these rows and, below them, those of a target of the same kind. */
  Target append(Target below);

  /**
   * Weights and offsets of rows.
   *
   * @param weights a number above 0 for each row, which counts as so many rows; of numbers, the
   *     inverse of its variance, up to a factor
   * @param offset a known part of each row's linear predictor
   */
  record Adjustment(Optional<double[]> weights, Optional<double[]> offset) {
    private static final double LARGEST_WEIGHT = 1 << 20;

    public static final Adjustment NONE = new Adjustment(Optional.empty(), Optional.empty());

    public Adjustment {
      weights = weights.map(double[]::clone);
      offset = offset.map(double[]::clone);
      weights.ifPresent(
          w ->
              TargetCells.require(
                  w, v -> v > 0 && v <= LARGEST_WEIGHT, "weight", "above 0 and at most 2^20"));
      offset.ifPresent(o -> TargetCells.require(o, v -> true, "offset", "finite"));
    }

    @Override
    public Optional<double[]> weights() {
      return weights.map(double[]::clone);
    }

    @Override
    public Optional<double[]> offset() {
      return offset.map(double[]::clone);
    }

    private Adjustment select(int[] rows) {
      return new Adjustment(
          weights.map(w -> TargetCells.select(w, rows)),
          offset.map(o -> TargetCells.select(o, rows)));
    }

    private Adjustment append(Adjustment below) {
      return new Adjustment(
          TargetCells.append(weights, below.weights, "weights"),
          TargetCells.append(offset, below.offset, "offsets"));
    }

    private void requireRows(int size) {
      weights.ifPresent(w -> TargetCells.requireRows(w.length, size, "weights"));
      offset.ifPresent(o -> TargetCells.requireRows(o.length, size, "offsets"));
    }
  }

  /** Numbers of any size and sign, such as a weight at birth. */
  record Numbers(double[] values, Adjustment adjustment) implements Target {
    public Numbers {
      values = values.clone();
      TargetCells.require(values, v -> true, "number", "finite");
      adjustment.requireRows(values.length);
    }

    public Numbers(double[] values) {
      this(values, Adjustment.NONE);
    }

    @Override
    public double[] values() {
      return values.clone();
    }

    @Override
    public int size() {
      return values.length;
    }

    @Override
    public Numbers with(Adjustment other) {
      return new Numbers(values, other);
    }

    @Override
    public Numbers select(int[] rows) {
      return new Numbers(TargetCells.select(values, rows), adjustment.select(rows));
    }

    @Override
    public Numbers append(Target below) {
      Numbers other = TargetCells.alike(Numbers.class, below);
      return new Numbers(
          TargetCells.append(values, other.values), adjustment.append(other.adjustment));
    }
  }

  /**
   * Numbers of events.
   *
   * @param counts whole numbers from 0
   * @param exposure the time, area or number of people in which the events were counted, above 0
   */
  record Counts(double[] counts, Optional<double[]> exposure, Adjustment adjustment)
      implements Target {
    private static final double LARGEST = 0x1p31;

    public Counts {
      counts = counts.clone();
      exposure = exposure.map(double[]::clone);
      TargetCells.require(
          counts,
          v -> v >= 0 && v <= LARGEST && v == Math.rint(v),
          "count",
          "a whole number from 0 to 2^31");
      int size = counts.length;
      exposure.ifPresent(
          e -> {
            TargetCells.requireRows(e.length, size, "exposures");
            TargetCells.require(e, v -> v >= 1e-100 && v <= 1e100, "exposure", "above 0");
          });
      adjustment.requireRows(size);
    }

    public Counts(double[] counts) {
      this(counts, Optional.empty(), Adjustment.NONE);
    }

    @Override
    public double[] counts() {
      return counts.clone();
    }

    @Override
    public Optional<double[]> exposure() {
      return exposure.map(double[]::clone);
    }

    @Override
    public int size() {
      return counts.length;
    }

    @Override
    public Counts with(Adjustment other) {
      return new Counts(counts, exposure, other);
    }

    @Override
    public Counts select(int[] rows) {
      return new Counts(
          TargetCells.select(counts, rows),
          exposure.map(e -> TargetCells.select(e, rows)),
          adjustment.select(rows));
    }

    @Override
    public Counts append(Target below) {
      Counts other = TargetCells.alike(Counts.class, below);
      return new Counts(
          TargetCells.append(counts, other.counts),
          TargetCells.append(exposure, other.exposure, "exposures"),
          adjustment.append(other.adjustment));
    }
  }

  /** Two outcomes: 1 where it happened, 0 where it did not. */
  record Outcomes(int[] happened, Adjustment adjustment) implements Target {
    public Outcomes {
      happened = happened.clone();
      TargetCells.requireBinary(happened, "outcome");
      adjustment.requireRows(happened.length);
    }

    /** Makes the outcomes of labels with two classes; the second class is 1. */
    public static Outcomes of(Labels labels) {
      if (labels.classes() != 2) {
        throw new BadInput(
            "the labels have %d classes; a model of two outcomes needs 2; use another method"
                .formatted(labels.classes()));
      }
      return new Outcomes(labels.codes(), Adjustment.NONE);
    }

    @Override
    public int[] happened() {
      return happened.clone();
    }

    @Override
    public int size() {
      return happened.length;
    }

    @Override
    public Outcomes with(Adjustment other) {
      return new Outcomes(happened, other);
    }

    @Override
    public Outcomes select(int[] rows) {
      return new Outcomes(TargetCells.select(happened, rows), adjustment.select(rows));
    }

    @Override
    public Outcomes append(Target below) {
      Outcomes other = TargetCells.alike(Outcomes.class, below);
      return new Outcomes(
          TargetCells.append(happened, other.happened), adjustment.append(other.adjustment));
    }
  }

  /**
   * Times until an event, or until a row was last seen without one.
   *
   * @param times above 0
   * @param events 1 where the event happened at that time, 0 where it had not happened until then
   * @param entries the time from which a row was observed: at least 0 and below its time
   * @param strata the group of each row; rows are compared with those of their own group only
   */
  record Survival(
      double[] times,
      int[] events,
      Optional<double[]> entries,
      Optional<int[]> strata,
      Adjustment adjustment)
      implements Target {
    public Survival {
      times = times.clone();
      events = events.clone();
      entries = entries.map(double[]::clone);
      strata = strata.map(int[]::clone);
      TargetCells.require(times, v -> v > 0, "time", "above 0");
      TargetCells.requireRows(events.length, times.length, "events");
      TargetCells.requireBinary(events, "event");
      int size = times.length;
      double[] ends = times;
      entries.ifPresent(e -> requireEntries(e, ends));
      strata.ifPresent(s -> TargetCells.requireRows(s.length, size, "strata"));
      adjustment.requireRows(size);
    }

    public Survival(double[] times, int[] events) {
      this(times, events, Optional.empty(), Optional.empty(), Adjustment.NONE);
    }

    private static void requireEntries(double[] entries, double[] times) {
      TargetCells.requireRows(entries.length, times.length, "entry times");
      TargetCells.require(entries, v -> v >= 0, "entry time", "at least 0");
      for (int i = 0; i < entries.length; i++) {
        if (entries[i] >= times[i]) {
          throw TargetCells.wrong(i, "entry time", "below the row's time");
        }
      }
    }

    /**
     * Rejects rows without any event, and a stratum of a single row, which says nothing. Whoever
     * reads a table calls it once on all rows; a part of them may have such strata.
     */
    public void requireInformative() {
      TargetCells.requireEvent(events);
      strata.ifPresent(TargetCells::requireCompany);
      TargetCells.requireOrder(times, strata.orElse(new int[times.length]));
    }

    @Override
    public double[] times() {
      return times.clone();
    }

    @Override
    public int[] events() {
      return events.clone();
    }

    @Override
    public Optional<double[]> entries() {
      return entries.map(double[]::clone);
    }

    @Override
    public Optional<int[]> strata() {
      return strata.map(int[]::clone);
    }

    @Override
    public int size() {
      return times.length;
    }

    @Override
    public Survival with(Adjustment other) {
      return new Survival(times, events, entries, strata, other);
    }

    @Override
    public Survival select(int[] rows) {
      return new Survival(
          TargetCells.select(times, rows),
          TargetCells.select(events, rows),
          entries.map(e -> TargetCells.select(e, rows)),
          strata.map(s -> TargetCells.select(s, rows)),
          adjustment.select(rows));
    }

    @Override
    public Survival append(Target below) {
      Survival other = TargetCells.alike(Survival.class, below);
      if (strata.isPresent() != other.strata.isPresent()) {
        throw new BadInput("only some of the rows have strata; give all rows one, or none");
      }
      return new Survival(
          TargetCells.append(times, other.times),
          TargetCells.append(events, other.events),
          TargetCells.append(entries, other.entries, "entry times"),
          strata.map(s -> TargetCells.append(s, other.strata.orElseThrow())),
          adjustment.append(other.adjustment));
    }
  }
}
