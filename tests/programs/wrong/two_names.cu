// Two extern arrays are taken for two places, but both begin where dynamic shared memory begins.
#include "../vectors.cuh"

constexpr int kThreads = 64;

extern __shared__ float sums[];
extern __shared__ float weights[];
extern __shared__ double exact[];

// Each thread overwrites its own sum.
__global__ void in_one_step(const float* from, float* to) {
  const int t = threadIdx.x;
  sums[t] = from[t] + 1;
  weights[t] = 2 * from[t];
  __syncthreads();
  to[t] = sums[kThreads - 1 - t] * weights[kThreads - 1 - t];
}

// The table is made once, and each pass overwrites it with its sums.
__global__ void in_a_loop(const float* from, float* to, int n) {
  const int t = threadIdx.x;
  exact[t] = 1 + from[t];
  __syncthreads();
  double all = 0;
  for (int i = 0; i < n; ++i) {
    sums[t] = from[t] + i;
    __syncthreads();
    all += exact[(t + i) % (kThreads / 2)] * sums[kThreads - 1 - t];
    __syncthreads();
  }
  to[t] = all;
}

int main() {
  std::vector<float> from(kThreads);
  for (int i = 0; i < kThreads; ++i) from[i] = i * 37 % 101;
  float *const device_from = on_device(from), *const to = on_device(std::vector<float>(kThreads));
  in_one_step<<<1, kThreads, 2 * kThreads * sizeof(float)>>>(device_from, to);
  in_a_loop<<<1, kThreads, kThreads * sizeof(double) + kThreads * sizeof(float)>>>(device_from, to, 3);
  puts(cudaDeviceSynchronize() == cudaSuccess ? "right" : "wrong");
}
