// y = A * x, A sparse by rows (CSR), a thread for each row: rows differ in length, so lanes leave the loop one by one.
#include <cstdio>
#include "vectors.cuh"

__global__ void multiply(int rows, const int* begin, const int* column, const float* value, const float* x, float* y) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int i = begin[row]; i < begin[row + 1]; ++i) sum += value[i] * x[column[i]];
  y[row] = sum;
}

int main() {
  const int rows = 100, columns = 80;
  std::vector<int> begin{0}, column;
  std::vector<float> value, x(columns), y(rows, -1);
  for (int i = 0; i < columns; ++i) x[i] = i % 7 - 3;
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < row * 5 % 17; ++i) column.push_back((row * 3 + i * i) % columns), value.push_back(row % 5 + i);
    begin.push_back(static_cast<int>(column.size()));
  }
  float* result = on_device(y);
  multiply<<<2, 64>>>(rows, on_device(begin), on_device(column), on_device(value), on_device(x), result);
  for (int row = 0; row < rows; ++row) {
    y[row] = 0;
    for (int i = begin[row]; i < begin[row + 1]; ++i) y[row] += value[i] * x[column[i]];
  }
  if (!is_equal("y", result, y)) return 1;
  puts("right");
}
