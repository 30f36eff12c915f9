// Ends by SIGSEGV in the way that its argument names, after a page was closed to the host and opened again.
#include <csignal>
#include <cstdio>
#include <cstring>

#include <unistd.h>

__global__ void fill(int* to) { to[threadIdx.x] = threadIdx.x; }

int main(int, char** arguments) {
  const auto is = [&](const char* name) { return strcmp(arguments[1], name) == 0; };
  int *device, *pinned;
  cudaMalloc(&device, 128), cudaMallocHost(&pinned, 4096);
  fill<<<1, 32>>>(device);
  cudaMemcpyAsync(pinned, device, 128, cudaMemcpyDeviceToHost, 0);
  cudaDeviceSynchronize();
  struct sigaction action {};
  action.sa_handler = [](int) { static_cast<void>(!write(1, "once\n", 5)); };
  if (is("once")) action.sa_flags = static_cast<int>(SA_RESETHAND), sigaction(SIGSEGV, &action, nullptr);
  if (is("ignored")) signal(SIGSEGV, SIG_IGN);
  if (is("blocked")) {  // a handler is not called then
    sigaction(SIGSEGV, &action, nullptr);
    sigset_t all;
    sigfillset(&all), sigprocmask(SIG_BLOCK, &all, nullptr);
  }
  if (is("raised")) raise(SIGSEGV);
  if (is("killed")) kill(getpid(), SIGSEGV);
  if (is("once") || is("ignored") || is("blocked") || is("plain")) *reinterpret_cast<volatile int*>(8) = 1;
  puts("alive");
}
