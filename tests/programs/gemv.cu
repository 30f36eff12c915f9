// y = A * x, a warp for each row, four floats for each load.
#include <cstdio>
#include <vector>

__global__ void gemv(int rows, int columns, const float4* A, const float4* x, float* y) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int i = lane; i < columns / 4; i += 32) {
    const float4 a = A[row * (columns / 4) + i], b = x[i];
    sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (lane == 0) y[row] = sum;
}

int main() {
  const int rows = 37, columns = 200;
  std::vector<float> A(rows * columns), x(columns), y(rows, -1);
  for (int i = 0; i < rows * columns; ++i) A[i] = i % 23 - 11;
  for (int i = 0; i < columns; ++i) x[i] = i % 9 - 4;
  float *a, *b, *c;
  cudaMalloc(&a, A.size() * sizeof(float));
  cudaMalloc(&b, x.size() * sizeof(float));
  cudaMalloc(&c, y.size() * sizeof(float));
  cudaMemcpy(a, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice);
  gemv<<<(rows + 3) / 4, dim3(32, 4)>>>(rows, columns, reinterpret_cast<float4*>(a), reinterpret_cast<float4*>(b), c);
  cudaMemcpy(y.data(), c, y.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int row = 0; row < rows; ++row) {
    float sum = 0;
    for (int i = 0; i < columns; ++i) sum += A[row * columns + i] * x[i];
    if (y[row] != sum) return printf("y[%d] is %g, not %g\n", row, y[row], sum), 1;
  }
  puts("right");
}
