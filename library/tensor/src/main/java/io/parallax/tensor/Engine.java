package io.parallax.tensor;

import io.parallax.core.BadInput;
import org.bytedeco.openblas.global.openblas;
import org.bytedeco.pytorch.global.torch;

/**
 * The native engine, loaded when the first tensor is made. Every operation runs on one thread:
 * parties train side by side on threads of their own, and the bits of a result do not depend on how
 * many there are.
 */
final class Engine {
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
    try {
      torch.set_num_threads(1);
      openblas.blas_set_num_threads(1); // torch's own setting does not reach the BLAS below it
      return torch.cuda_is_available();
    } catch (LinkageError e) {
      throw new BadInput(
          "neural networks need PyTorch, which cannot be loaded on %s, %s; docs/install.md says for which systems it is there"
              .formatted(System.getProperty("os.name"), System.getProperty("os.arch")),
          e);
    }
  }
}
