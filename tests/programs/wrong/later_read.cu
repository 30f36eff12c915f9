// The first launch finds what was copied. The second one is given an array of which only a half was.
#include <cstdio>

__global__ void halve(const float* from, float* to) { to[threadIdx.x] = from[threadIdx.x] / 2; }

int main() {
  float numbers[64] = {1, 2, 3}, *from, *more, *to;
  for (float** each : {&from, &more, &to}) cudaMalloc(each, sizeof(numbers));
  cudaMemcpy(from, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  cudaMemcpy(more, numbers, sizeof(numbers) / 2, cudaMemcpyHostToDevice);
  halve<<<1, 64>>>(from, to);
  halve<<<1, 64>>>(more, to);
  halve<<<1, 64>>>(more, to);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
