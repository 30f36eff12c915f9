// cuBLAS in a stream that is captured: nothing is done until the graph is launched, and then at each launch. A factor
// of the host is the one that it was when captured, one of the device the one that it is at the launch.
#include <cstdio>
#include <vector>

#include <cublas_v2.h>

constexpr int n = 300, rows = 3, columns = 2;

__global__ void add_index(float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += i;
}

#define CHECK(condition) \
  if (!(condition)) return printf("line %d: not so: %s\n", __LINE__, #condition), 1
#define DO(call) CHECK((call) == 0)

float x_of(int i) { return i * 7 % 13; }

int main() {
  std::vector<float> x(n), y(n, 1), result(n);
  for (int i = 0; i < n; ++i) x[i] = x_of(i);
  const float a[rows * columns] = {1, 2, 3, 4, 5, 6};  // column-major
  float *x_there, *y_there, *of_device, *matrix, *product;
  DO(cudaMalloc(&x_there, n * sizeof(float)));
  DO(cudaMalloc(&y_there, n * sizeof(float)));
  DO(cudaMalloc(&of_device, 2 * sizeof(float)));
  DO(cudaMalloc(&matrix, sizeof(a)));
  DO(cudaMalloc(&product, rows * sizeof(float)));
  DO(cublasSetVector(n, sizeof(float), x.data(), 1, x_there, 1));
  DO(cublasSetVector(n, sizeof(float), y.data(), 1, y_there, 1));
  DO(cublasSetMatrix(rows, columns, sizeof(float), a, rows, matrix, rows));

  cudaStream_t stream;
  cublasHandle_t handle;
  DO(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DO(cublasCreate(&handle));
  DO(cublasSetStream(handle, stream));

  // y = (y + i) * 2 by the host's factor, then + factor of the device * x.
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  DO(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add_index<<<(n + 127) / 128, 128, 0, stream>>>(y_there);
  float factor = 2;
  DO(cublasSscal(handle, n, &factor, y_there, 1));
  DO(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  DO(cublasSaxpy(handle, n, of_device, x_there, 1, y_there, 1));
  DO(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  float one = 1, zero = 0;
  DO(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, rows, 1, columns, &one, matrix, rows, x_there, columns, &zero,
                 product, rows));
  CHECK(cublasSscal(handle, n, nullptr, y_there, 1) == CUBLAS_STATUS_INVALID_VALUE);  // said when captured
  DO(cudaMemcpyAsync(result.data(), y_there, n * sizeof(float), cudaMemcpyDeviceToHost, stream));
  DO(cudaStreamEndCapture(stream, &graph));
  DO(cudaGraphInstantiate(&ready, graph, 0));
  factor = one = zero = 1000;
  DO(cublasDestroy(handle));

  DO(cudaMemcpy(result.data(), y_there, n * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) CHECK(result[i] == 1);  // nothing was done yet
  for (int launch = 1; launch <= 3; ++launch) {
    const float now = 10 * launch;
    DO(cudaMemcpy(of_device, &now, sizeof(now), cudaMemcpyHostToDevice));
    DO(cudaGraphLaunch(ready, stream));
    DO(cudaStreamSynchronize(stream));
    for (int i = 0; i < n; ++i) {
      y[i] = (y[i] + i) * 2 + now * x[i];
      CHECK(result[i] == y[i]);
    }
  }
  float of_gemm[rows];
  DO(cudaMemcpy(of_gemm, product, sizeof(of_gemm), cudaMemcpyDeviceToHost));
  for (int i = 0; i < rows; ++i) CHECK(of_gemm[i] == a[i] * x[0] + a[rows + i] * x[1]);
  puts("right");
}
