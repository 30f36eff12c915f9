// A kernel waits for a flag that a thread of the host sets while the kernel runs: in the memory that the argument
// names.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <unistd.h>

__global__ void wait(const volatile int* flag, int* to) {
  while (*flag == 0) {
  }
  to[threadIdx.x] = threadIdx.x;
}

int main(int, char** arguments) {
  int *flag = nullptr, *to;
  cudaMalloc(&to, 128);
  if (strcmp(arguments[1], "managed") == 0) cudaMallocManaged(&flag, 4);
  if (strcmp(arguments[1], "pinned") == 0) cudaMallocHost(&flag, 4);
  if (strcmp(arguments[1], "registered") == 0)
    flag = static_cast<int*>(aligned_alloc(4096, 4096)), cudaHostRegister(flag, 4096, cudaHostRegisterDefault);
  const bool device = flag == nullptr;  // which the host cannot change
  if (device) cudaMalloc(&flag, 4), cudaMemset(flag, 0, 4);
  if (!device) *flag = 0;
  std::thread([=] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (!device) *static_cast<volatile int*>(flag) = 1;
  }).detach();
  wait<<<1, 32>>>(flag, to);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  fflush(stdout);
  _exit(0);
}
