package io.parallax.tensor;

import org.bytedeco.openblas.global.openblas;
import org.bytedeco.pytorch.global.torch;

/**
 * The native engine, loaded when the first tensor is made. Every operation runs on one thread:
 * parties train side by side on threads of their own, and the bits of a result do not depend on how
 * many there are.
 */
final class Engine {
  private static final boolean GPU = torch.cuda_is_available();

  /** Native libraries keep the number of threads for each calling thread. */
  private static final ThreadLocal<Boolean> ON_GPU = ThreadLocal.withInitial(Engine::start);

  private Engine() {}

  /**
   * Returns true if tensors are on a GPU, which requires the engine's GPU artifact on the class
   * path. Whoever makes a tensor asks, so that its thread is prepared.
   */
  static boolean gpu() {
    return ON_GPU.get();
  }

  private static boolean start() {
    torch.set_num_threads(1);
    openblas.blas_set_num_threads(1); // torch's own setting does not reach the BLAS below it
    return GPU;
  }
}
