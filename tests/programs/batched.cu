// Arrays of arrays: more than sixteen of them, found by pointers that lie in memory. Small matrices, of each of which a
// block multiplies one pair; rows of which the lanes of a warp gather one element each; and lists whose nodes are
// allocations of their own.
#include <cstdio>
#include "vectors.cuh"

constexpr int kBatch = 20, kSize = 16, kRows = 32, kSteps = 5;

__global__ void batched(int n, const float* const* A, const float* const* B, float* const* C) {
  const float *a = A[blockIdx.x], *b = B[blockIdx.x];
  const int row = threadIdx.y, column = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  C[blockIdx.x][row * n + column] = sum;
}

// Each lane has a row of its own, and rows differ in length.
__global__ void gather(const int* const* rows, const int* lengths, int* sums) {
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < lengths[t]; ++i) sum += rows[t][i];
  sums[t] = sum;
}

struct Node {
  const Node* next;
  int value;
};

__global__ void walk(const Node* const* first, int* sums) {
  const Node* node = first[threadIdx.x];
  int sum = 0;
  for (int i = 1; node != nullptr; ++i, node = node->next) sum += i * node->value;
  sums[threadIdx.x] = sum;
}

bool multiply() {
  std::vector<std::vector<float>> a(kBatch), b(kBatch);
  std::vector<const float*> A, B;
  std::vector<float*> C;
  for (int m = 0; m < kBatch; ++m) {
    for (int i = 0; i < kSize * kSize; ++i)
      a[m].push_back((i * 7 + m * 3) % 11 - 5), b[m].push_back((i * 5 + m) % 13 - 6);
    A.push_back(on_device(a[m])), B.push_back(on_device(b[m]));
    C.push_back(on_device(std::vector<float>(kSize * kSize)));
  }
  batched<<<kBatch, dim3(kSize, kSize)>>>(kSize, on_device(A), on_device(B), on_device(C));
  for (int m = 0; m < kBatch; ++m) {
    std::vector<float> c(kSize * kSize);
    for (int i = 0; i < kSize; ++i)
      for (int j = 0; j < kSize; ++j)
        for (int k = 0; k < kSize; ++k) c[i * kSize + j] += a[m][i * kSize + k] * b[m][k * kSize + j];
    if (!is_equal("C", C[m], c)) return false;
  }
  return true;
}

bool add_rows() {
  std::vector<const int*> rows;
  std::vector<int> lengths, expected;
  for (int t = 0; t < kRows; ++t) {
    std::vector<int> row;
    for (int i = 0; i < 3 + t * 5 % 7; ++i) row.push_back((t * 31 + i * 17) % 100);
    rows.push_back(on_device(row)), lengths.push_back(row.size()), expected.push_back(0);
    for (const int value : row) expected.back() += value;
  }
  int* const sums = on_device(std::vector<int>(kRows));
  gather<<<1, kRows>>>(on_device(rows), on_device(lengths), sums);
  return is_equal("sums of rows", sums, expected);
}

bool follow_lists() {
  std::vector<const Node*> first(kRows);
  for (int step = kSteps; step > 0; --step)
    for (int t = 0; t < kRows; ++t)
      if (step <= 1 + t % kSteps) first[t] = on_device(std::vector<Node>{{first[t], t * 10 + step}});
  int* const sums = on_device(std::vector<int>(kRows));
  walk<<<1, kRows>>>(on_device(first), sums);
  std::vector<int> expected(kRows);
  for (int t = 0; t < kRows; ++t)
    for (int step = 1; step <= 1 + t % kSteps; ++step) expected[t] += step * (t * 10 + step);
  return is_equal("sums of lists", sums, expected);
}

int main() {
  if (!multiply() || !add_rows() || !follow_lists()) return 1;
  puts("right");
}
