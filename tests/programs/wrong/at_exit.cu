// Kernels that are launched while the program ends, each for the first time: from a function of atexit(), from a
// destructor of an object that was made after the first call of CUDA, and of one that existed before it. CUDA has ended
// before the last one.
#include <cstdio>
#include <cstdlib>

template <int N>
__global__ void add(int* number) {
  atomicAdd(number, N);
}

int* number = nullptr;

template <int N>
void launch(int expected) {
  int now = 0;
  add<N><<<2, 3>>>(number);
  if (cudaMemcpy(&now, number, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess || now != expected)
    printf("after %d there is %d, not %d\n", N, now, expected);
}

struct Early {
  ~Early() {
    add<4><<<2, 3>>>(number);
    cudaFree(number);
    puts(cudaFree(number) == cudaErrorCudartUnloading ? "right" : "wrong");
  }
} early;

struct Late {
  ~Late() { launch<2>(6 * (1 + 2)); }
};

int main() {
  cudaMalloc(&number, sizeof(int));
  cudaMemset(number, 0, sizeof(int));
  launch<1>(6);
  atexit([] { launch<3>(6 * (1 + 2 + 3)); });
  static Late late;
}
