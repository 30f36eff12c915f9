// Threads of a block change numbers in shared memory one after the other: one of each warp under a lock, and all of
// them by trying again where another came between, as the CUDA C++ Programming Guide shows for operations that are no
// atomic ones.
#include <cstdio>
#include <vector>

__global__ void extremes(const double* values, double* results) {
  __shared__ int lock, below;
  __shared__ double smallest;
  __shared__ unsigned long long product;
  if (threadIdx.x == 0) lock = 0, below = 0, smallest = 1e300, product = __double_as_longlong(1.0);
  __syncthreads();
  const double value = values[blockIdx.x * blockDim.x + threadIdx.x];
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence_block();
    if (value < smallest) smallest = value;
    if (value < 0) ++below;
    __threadfence_block();
    atomicExch(&lock, 0);
  }
  unsigned long long old = product, assumed;
  do {
    assumed = old;
    old = atomicCAS(&product, assumed, __double_as_longlong(__longlong_as_double(assumed) * (value < 0 ? -1 : 1)));
  } while (assumed != old);
  __syncthreads();
  if (threadIdx.x == 0) {
    results[3 * blockIdx.x] = smallest;
    results[3 * blockIdx.x + 1] = below;
    results[3 * blockIdx.x + 2] = __longlong_as_double(product);
  }
}

int main() {
  const int blocks = 3, threads = 96;
  std::vector<double> values(blocks * threads), results(3 * blocks);
  for (int i = 0; i < blocks * threads; ++i) values[i] = i * 37 % 101 - 50.5;
  double *v, *r;
  cudaMalloc(&v, values.size() * sizeof(double));
  cudaMalloc(&r, results.size() * sizeof(double));
  cudaMemcpy(v, values.data(), values.size() * sizeof(double), cudaMemcpyHostToDevice);
  extremes<<<blocks, threads>>>(v, r);
  if (cudaMemcpy(results.data(), r, results.size() * sizeof(double), cudaMemcpyDeviceToHost) != cudaSuccess)
    return puts("failed"), 1;
  for (int b = 0; b < blocks; ++b) {
    double expected[3] = {1e300, 0, 1};
    for (int i = b * threads; i < (b + 1) * threads; ++i) {
      if (i % 32 == 0 && values[i] < expected[0]) expected[0] = values[i];
      if (values[i] < 0) expected[1] += i % 32 == 0, expected[2] = -expected[2];
    }
    for (int i = 0; i < 3; ++i)
      if (results[3 * b + i] != expected[i])
        return printf("block %d, %d: %g, not %g\n", b, i, results[3 * b + i], expected[i]), 1;
  }
  puts("right");
}
