package io.parallax.tensor;

import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * Numbers of single precision with a shape, and the gradients of what was computed from them. Its
 * native memory belongs to the {@link Scope} in which it was made.
 */
public final class Tensor {
  private final org.bytedeco.pytorch.Tensor raw;

  Tensor(org.bytedeco.pytorch.Tensor raw) {
    this.raw = raw;
  }

  public static Tensor of(float[] values, long... shape) {
    return on(() -> org.bytedeco.pytorch.Tensor.create(values, shape));
  }

  /** Whole numbers, such as the codes of classes. */
  public static Tensor of(int[] values) {
    long[] longs = Arrays.stream(values).asLongStream().toArray();
    return on(() -> org.bytedeco.pytorch.Tensor.create(longs));
  }

  /** A matrix, rounded to single precision. */
  public static Tensor of(Matrix matrix) {
    double[] values = matrix.toArray();
    float[] rounded = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      rounded[i] = (float) values[i];
    }
    return of(rounded, matrix.rows(), matrix.cols());
  }

  public static Tensor zeros(long... shape) {
    return on(() -> torch.zeros(shape));
  }

  /** Makes a tensor when the engine is there. */
  private static Tensor on(Supplier<org.bytedeco.pytorch.Tensor> made) {
    boolean gpu = Engine.gpu();
    return new Tensor(gpu ? made.get().cuda() : made.get());
  }

  /** One behind the other along a dimension that is there. */
  public static Tensor join(int dimension, Tensor... parts) {
    return new Tensor(torch.cat(vector(parts), dimension));
  }

  /** One behind the other along a new dimension. */
  public static Tensor stack(int dimension, List<Tensor> parts) {
    return new Tensor(torch.stack(vector(parts.toArray(Tensor[]::new)), dimension));
  }

  private static TensorVector vector(Tensor... parts) {
    return new TensorVector(
        Arrays.stream(parts).map(part -> part.raw).toArray(org.bytedeco.pytorch.Tensor[]::new));
  }

  public long[] shape() {
    return raw.shape();
  }

  /** Returns the number of dimensions. */
  public int dimensions() {
    return (int) raw.dim();
  }

  public int size(int dimension) {
    return (int) raw.size(dimension);
  }

  public Tensor plus(Tensor other) {
    return new Tensor(raw.add(other.raw));
  }

  public Tensor plus(double number) {
    return new Tensor(raw.add(new Scalar(number)));
  }

  public Tensor minus(Tensor other) {
    return new Tensor(raw.sub(other.raw));
  }

  /** Element by element. */
  public Tensor times(Tensor other) {
    return new Tensor(raw.mul(other.raw));
  }

  public Tensor times(double factor) {
    return new Tensor(raw.mul(new Scalar(factor)));
  }

  public Tensor over(Tensor other) {
    return new Tensor(raw.div(other.raw));
  }

  /** Matrix products of the last two dimensions, one for each place of the others. */
  public Tensor matmul(Tensor other) {
    return new Tensor(raw.matmul(other.raw));
  }

  /** This, m × r × c, plus m products of a (m × r × k) and b (m × k × c). */
  public Tensor plusProducts(Tensor a, Tensor b) {
    return new Tensor(torch.baddbmm(raw, a.raw, b.raw));
  }

  /** This, r × c or a row for all r, plus the product of a (r × k) and b (k × c). */
  public Tensor plusMatrixProduct(Tensor a, Tensor b) {
    return new Tensor(torch.addmm(raw, a.raw, b.raw));
  }

  /** This plus a·b, element by element. */
  public Tensor plusProduct(Tensor a, Tensor b) {
    return new Tensor(torch.addcmul(raw, a.raw, b.raw));
  }

  /** This + weight·(other − this), element by element. */
  public Tensor towards(Tensor other, Tensor weight) {
    return new Tensor(torch.lerp(raw, other.raw, weight.raw));
  }

  public Tensor sigmoid() {
    return new Tensor(raw.sigmoid());
  }

  public Tensor tanh() {
    return new Tensor(raw.tanh());
  }

  public Tensor relu() {
    return new Tensor(raw.relu());
  }

  public Tensor exp() {
    return new Tensor(raw.exp());
  }

  public Tensor sqrt() {
    return new Tensor(raw.sqrt());
  }

  /** Square roots, none below the least: at 0 they have no gradient. */
  public Tensor sqrt(double least) {
    return new Tensor(raw.clamp_min(new Scalar(least * least)).sqrt());
  }

  public Tensor squared() {
    return new Tensor(raw.square());
  }

  /** No element below the least. */
  public Tensor atLeast(double least) {
    return new Tensor(raw.clamp_min(new Scalar(least)));
  }

  /** No element above the most. */
  public Tensor atMost(double most) {
    return new Tensor(raw.clamp_max(new Scalar(most)));
  }

  public Tensor logSoftmax(int dimension) {
    return new Tensor(raw.log_softmax(dimension));
  }

  public Tensor sum() {
    return new Tensor(raw.sum());
  }

  public Tensor sum(int dimension) {
    return new Tensor(raw.sum(dimension));
  }

  public Tensor mean() {
    return new Tensor(raw.mean());
  }

  /** The same numbers in their order, in another shape. */
  public Tensor reshape(long... shape) {
    return new Tensor(raw.reshape(shape));
  }

  public Tensor permute(long... dimensions) {
    return new Tensor(raw.permute(dimensions));
  }

  /** With the last two dimensions exchanged. */
  public Tensor transpose() {
    return new Tensor(raw.transpose(-2, -1));
  }

  /** Backwards along a dimension. */
  public Tensor reverse(int dimension) {
    return new Tensor(raw.flip(dimension));
  }

  /** The place {@code at} of a dimension, which goes away. */
  public Tensor at(int dimension, long at) {
    return new Tensor(raw.select(dimension, at));
  }

  /** {@code count} places of a dimension. */
  public Tensor part(int dimension, long from, long count) {
    return new Tensor(raw.narrow(dimension, from, count));
  }

  /** The rows of these numbers. */
  public Tensor rows(int[] numbers) {
    return new Tensor(raw.index_select(0, of(numbers).raw));
  }

  /** Selects from every row the element in the column that {@code columns} holds for it. */
  public Tensor pick(Tensor columns) {
    return new Tensor(raw.gather(1, columns.raw.unsqueeze(1)).squeeze(1));
  }

  /** Parts of these sizes along a dimension. */
  public Tensor[] split(int dimension, long... sizes) {
    return array(raw.split_with_sizes(sizes, dimension));
  }

  /** All places of a dimension, which goes away; each in memory of its own order. */
  public Tensor[] unbind(int dimension) {
    return array(raw.unbind(dimension));
  }

  /** Copied into plain order, if it is not. */
  public Tensor inOrder() {
    return new Tensor(raw.contiguous());
  }

  private static Tensor[] array(TensorVector parts) {
    Tensor[] all = new Tensor[(int) parts.size()];
    Arrays.setAll(all, i -> new Tensor(parts.get(i)));
    return all;
  }

  /** Repeated along dimensions of size 1. */
  public Tensor expand(long... shape) {
    return new Tensor(raw.expand(shape));
  }

  /** With zeros behind, to {@code size} places of the dimension before the last. */
  public Tensor padRows(long size) {
    long missing = size - raw.size(-2);
    return missing == 0 ? this : new Tensor(torch.constant_pad_nd(raw, 0, 0, 0, missing));
  }

  /** A copy whose gradients are wanted. */
  public Tensor variable() {
    org.bytedeco.pytorch.Tensor leaf = raw.detach().clone();
    leaf.set_requires_grad(true);
    return new Tensor(leaf);
  }

  /** The same numbers, of which no gradient is wanted. */
  public Tensor constant() {
    return new Tensor(raw.detach());
  }

  /** Computes the gradient of this number with respect to every variable it was made of. */
  public void backward() {
    raw.backward();
  }

  /** Backpropagates from a gradient that was computed elsewhere for this tensor. */
  public void backward(Tensor gradient) {
    raw.mul(gradient.raw).sum().backward();
  }

  /** Returns the gradient that {@link #backward} computed for this variable. */
  public Tensor gradient() {
    return new Tensor(raw.grad());
  }

  /** Takes rate · change from the variable's numbers, in place, and forgets its gradient. */
  void step(double rate, Tensor change) {
    raw.detach().sub_(change.raw, new Scalar(rate));
    raw.mutable_grad().reset();
  }

  /** Adds b · other, in place; not for variables. */
  void add(double b, Tensor other) {
    raw.add_(other.raw, new Scalar(b));
  }

  /** Takes over the numbers of another tensor, in place; gradients do not notice. */
  public Tensor set(Tensor other) {
    raw.detach().copy_(other.raw);
    return this;
  }

  /** Sets this to a·this + b·other, in place; not for variables. */
  void blend(double a, double b, Tensor other) {
    raw.mul_(new Scalar(a)).add_(other.raw, new Scalar(b));
  }

  /** The numbers, in order. */
  public float[] values() {
    org.bytedeco.pytorch.Tensor plain = raw.detach().contiguous().cpu();
    float[] values = new float[(int) plain.numel()];
    new FloatPointer(plain.data_ptr()).get(values);
    return values;
  }

  /** The only number. */
  public double number() {
    return raw.item().toDouble();
  }

  /** All numbers of the leading dimensions as rows, those of the last as columns. */
  public Matrix toMatrix() {
    float[] values = values();
    int columns = (int) raw.size(-1);
    return Matrix.build(
        values.length / columns,
        columns,
        (from, count, into) -> {
          for (int i = 0; i < count; i++) {
            into[i] = values[from + i];
          }
        });
  }

  org.bytedeco.pytorch.Tensor raw() {
    return raw;
  }
}
