// Waits for ever after it has called CUDA: for tests of what ends it.
#include <unistd.h>

int main() {
  cudaFree(nullptr);
  pause();
}
