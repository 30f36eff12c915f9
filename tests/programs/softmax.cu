// Each row's softmax, a warp for each row: the largest, the sum of the powers, and the quotients.
#include <cmath>
#include <cstdio>
#include <vector>

__global__ void softmax(int rows, int columns, const float* in, float* out) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
  if (row >= rows) return;
  float most = -INFINITY;
  for (int i = lane; i < columns; i += 32) most = fmaxf(most, in[row * columns + i]);
  for (int step = 16; step > 0; step /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, step));
  float sum = 0;
  for (int i = lane; i < columns; i += 32) sum += expf(in[row * columns + i] - most);
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffff, sum, step);
  for (int i = lane; i < columns; i += 32) out[row * columns + i] = expf(in[row * columns + i] - most) / sum;
}

int main() {
  const int rows = 13, columns = 90;
  std::vector<float> in(rows * columns), out(rows * columns);
  for (int i = 0; i < rows * columns; ++i) in[i] = (i * 31 % 101) / 10.0f;
  float *a, *b;
  cudaMalloc(&a, in.size() * sizeof(float));
  cudaMalloc(&b, out.size() * sizeof(float));
  cudaMemcpy(a, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
  softmax<<<(rows + 3) / 4, dim3(32, 4)>>>(rows, columns, a, b);
  cudaMemcpy(out.data(), b, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int row = 0; row < rows; ++row) {
    double sum = 0;
    for (int i = 0; i < columns; ++i) sum += exp(static_cast<double>(in[row * columns + i]));
    for (int i = 0; i < columns; ++i) {
      const double right = exp(static_cast<double>(in[row * columns + i])) / sum;
      if (!(fabs(out[row * columns + i] - right) <= 1e-5 * right))
        return printf("[%d][%d] is %g, not %g\n", row, i, out[row * columns + i], right), 1;
    }
  }
  puts("right");
}
