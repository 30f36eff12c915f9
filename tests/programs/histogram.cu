// How often each byte occurs: counted in shared memory, which the launch asks for, then added up.
#include <cstdio>
#include <vector>

__global__ void histogram(int n, const unsigned char* text, unsigned* counts) {
  extern __shared__ unsigned of_block[];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) of_block[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&of_block[text[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    if (of_block[i] != 0) atomicAdd(&counts[i], of_block[i]);
}

int main() {
  const int n = 5000;
  std::vector<unsigned char> text(n);
  std::vector<unsigned> expected(256), counts(256);
  for (int i = 0; i < n; ++i) ++expected[text[i] = i * i % 251];
  unsigned char* t;
  unsigned* c;
  cudaMalloc(&t, n);
  cudaMalloc(&c, 256 * sizeof(unsigned));
  cudaMemcpy(t, text.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(c, 0, 256 * sizeof(unsigned));
  histogram<<<3, 128, 256 * sizeof(unsigned)>>>(n, t, c);
  cudaMemcpy(counts.data(), c, 256 * sizeof(unsigned), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 256; ++i)
    if (counts[i] != expected[i]) return printf("%d occurs %u times, not %u\n", i, counts[i], expected[i]), 1;
  puts("right");
}
