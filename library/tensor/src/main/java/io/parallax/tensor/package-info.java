/** Neural networks with gradients: layers, optimisers, parameters as one flat array. */
package io.parallax.tensor;
