// Kernels can print; so does this one, from one lane of each block. What it prints comes before what the host prints
// behind the synchronisation.
#include <cstdio>

__global__ void greet(const char* name) {
  if (threadIdx.x == 3) {
    const int count = printf("block %d, thread %d, %s %.2f\n", blockIdx.x, threadIdx.x, "a half is", 0.5);
    printf("%d %5u|%-5d|%05d %x %#X %o %+d %c%%\n", count, 7u, -8, 9, 255u, 255u, 8u, 1, 'z');
    printf("%lld %llu %ld %hd %f %e %g %a %.3s %*d %-*d|\n", -1234567890123ll, 12345678901234567890ull, 5l,
           static_cast<short>(-3), 1.5f, 12345.678, 1e-5, 1.0, name, 6, 42, 4, 43);
    printf("%p %p\n", name - reinterpret_cast<size_t>(name), reinterpret_cast<void*>(0xabc));
    printf("no more\n");
  }
}

int main() {
  char* name;
  cudaMalloc(&name, 8);
  cudaMemcpy(name, "abcdef", 7, cudaMemcpyHostToDevice);
  greet<<<2, 32>>>(name);
  if (cudaDeviceSynchronize() != cudaSuccess) return puts("the kernel failed"), 1;
  puts("right");
}
