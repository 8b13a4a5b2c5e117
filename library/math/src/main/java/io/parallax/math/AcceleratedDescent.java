package io.parallax.math;

/**
 * A fixed-point iteration z → g(z) whose plain steps never raise a function f, under {@link
 * Anderson} acceleration. An accelerated step that raises f is taken back and followed by a plain
 * one, so f falls whatever the acceleration does.
 */
public final class AcceleratedDescent {
  /** A rise of f by less than this part is rounding. */
  private static final double NOISE = 1e-12;

  private final Anderson acceleration;
  private Matrix point;
  private Matrix image;
  private double value = Double.POSITIVE_INFINITY;
  private boolean plain = true;

  /**
   * @param memory how many steps are remembered, at least 1
   */
  public AcceleratedDescent(Matrix start, int memory) {
    this.acceleration = new Anderson(memory);
    this.point = start;
    this.image = start;
  }

  /** Returns the point at which f and g are evaluated next. */
  public Matrix point() {
    return point;
  }

  /** The last g(z) that was not taken back; before the first, the start. */
  public Matrix image() {
    return image;
  }

  /** The lowest f so far. */
  public double value() {
    return value;
  }

  /**
   * Continues with f and g at {@link #point}.
   *
   * @return ‖g(z) − z‖ / ‖g(z)‖, or NaN when the step to z is taken back
   */
  public double step(double valueThere, Matrix imageThere) {
    if (!plain && valueThere > value + NOISE * Math.abs(value)) {
      acceleration.forget();
      point = image;
      plain = true;
      return Double.NaN;
    }
    double size = imageThere.norm();
    double change = size == 0 ? 0 : Math.sqrt(imageThere.squaredDistance(point)) / size;
    value = Math.min(value, valueThere);
    image = imageThere;
    point = acceleration.next(point, imageThere);
    plain = false;
    return change;
  }
}
