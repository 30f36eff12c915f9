// SPDX-License-Identifier: MIT
// What tests/ptx reads: functions that are called, also by pointer; symbols in initialisers; structs; printf; places.
#include <cstdio>

struct Pair {
  int n;
  float* data;
  double weights[3];
};
struct Mixed {
  int* at;
  short a;
  char tail[5];
};

__constant__ float table[4] = {1.f, 2.f, 3.f, 4.f};
__device__ int counter[4] = {7, 8};
__device__ int* pointer = counter + 2;
__constant__ const char* names[2] = {"ab", "cd"};
__device__ Mixed mixed = {counter, 3, {1, 2, 3, 4, 5}};
__device__ double half = 0.5;
extern __shared__ char dynamic[];

typedef float (*Operation)(float, float);
__device__ __noinline__ float sum(float a, float b) { return a + b; }
__device__ __noinline__ float product(float a, float b) { return a * b; }
__device__ Operation operations[2] = {sum, product};

__device__ __noinline__ Pair shifted(Pair p, int by) {
  p.n += by;
  return p;
}
__device__ __forceinline__ float inner(float a) { return a * 2 + table[int(a) & 3]; }
__device__ __forceinline__ float outer(float a) { return inner(a) + 1; }

__global__ void __launch_bounds__(256, 2) calls(Pair p, float* out, int which) {
  __shared__ float tile[64];
  tile[threadIdx.x & 63] = out[threadIdx.x];
  __syncthreads();
  const float r = operations[which & 1](tile[0], outer(tile[1]));
  const Pair q = shifted(p, which);
  if (r > 4) printf("r %f, n %d, %s\n", r, q.n, names[0]);
  dynamic[threadIdx.x] = static_cast<char>(r + half);
  out[threadIdx.x] = r + *pointer + mixed.a;
}
