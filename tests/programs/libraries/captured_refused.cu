// What captured streams cannot take without a GPU: each ends the program, so each has a process of its own.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include <cublas_v2.h>
#include <curand.h>

using Case = void (*)(cudaStream_t stream, float* there);

void allocates(cudaStream_t stream, float* there) { cudaMallocAsync(&there, 4, stream); }
void frees(cudaStream_t stream, float* there) { cudaFreeAsync(there, stream); }
void waits_for_a_sum(cudaStream_t stream, float* there) {
  cublasHandle_t handle;
  float sum;
  cublasCreate(&handle);
  cublasSetStream(handle, stream);
  cublasSasum(handle, 1, there, 1, &sum);
}
void draws(cudaStream_t stream, float* there) {
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetStream(generator, stream);
  curandGenerateUniform(generator, there, 1);
}

int main() {
  for (const Case put : {allocates, frees, waits_for_a_sum, draws}) {
    const pid_t child = fork();
    if (child == 0) {
      float* there;
      cudaStream_t stream;
      cudaMalloc(&there, 4);
      cudaStreamCreate(&stream);
      cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
      put(stream, there);
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 2) return puts("not refused"), 1;
  }
  puts("refused");
}
