// Arrays that kernels find by pointers in memory: in a struct, in tables that a struct points to, in a variable, in the
// nodes of a list; rows of which each lane has another one; and rows in one pool to which two tables point.
#include <cstdio>
#include "vectors.cuh"

constexpr int kRows = 6, kColumns = 32, kNodes = 5;

struct Sum {
  const float* x;
  int n;
  const float* y;
};

// gemmscope: s->y[6][n]
__global__ void add(const Sum* s, int n, float* to) {
  const int i = blockIdx.x * n + threadIdx.x;
  if (i < s->n) to[i] = s->x[i] + s->y[i];
}

struct Tables {
  float *const *A, *const *B, *const *C;
};

__global__ void add_rows(const Tables* t) {
  const float *a = t->A[blockIdx.x], *b = t->B[blockIdx.x];
  t->C[blockIdx.x][threadIdx.x] = a[threadIdx.x] - b[threadIdx.x];
}

__device__ float* numbers;

__global__ void twice() { numbers[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }

struct Node {
  const Node* next;
  int value;
};

// Only to lists of at least three nodes is it seen that they are some.
__global__ void walk(const Node* first, int* sum) {
  int all = 0;
  for (const Node* node = first; node != nullptr; node = node->next) all = 3 * all + node->value;
  *sum = all;
}

// Three rows, of which a variable that this kernel does not name leads to the first, too.
__global__ void gather(const float* const* rows, float* to) {
  const int t = threadIdx.x;
  to[t] = rows[t % 3][t];
}

// Even rows of the pool are the one table's, odd ones the other's.
__global__ void subtract(float* const* even, float* const* odd, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = even[blockIdx.x][threadIdx.x] - odd[blockIdx.x][threadIdx.x];
}

std::vector<float> ramp(int count, int step) {
  std::vector<float> values;
  for (int i = 0; i < count; ++i) values.push_back(i * step % 17);
  return values;
}

bool check_add() {
  const int count = kRows * kColumns, n = count - 3;
  const std::vector<float> x = ramp(count, 3), y = ramp(count, 7);
  std::vector<float> expected(count);
  for (int i = 0; i < n; ++i) expected[i] = x[i] + y[i];
  const Sum* const s = on_device(std::vector<Sum>{{on_device(x), n, on_device(y)}});
  float* const to = on_device(std::vector<float>(count));
  add<<<kRows, kColumns>>>(s, kColumns, to);
  return is_equal("sum", to, expected);
}

bool check_add_rows() {
  std::vector<float*> A, B, C;
  for (int r = 0; r < kRows; ++r) {
    A.push_back(on_device(ramp(kColumns, r + 1))), B.push_back(on_device(ramp(kColumns, 2 * r)));
    C.push_back(on_device(std::vector<float>(kColumns)));
  }
  add_rows<<<kRows, kColumns>>>(on_device(std::vector<Tables>{{on_device(A), on_device(B), on_device(C)}}));
  for (int r = 0; r < kRows; ++r) {
    const std::vector<float> a = ramp(kColumns, r + 1), b = ramp(kColumns, 2 * r);
    std::vector<float> expected;
    for (int i = 0; i < kColumns; ++i) expected.push_back(a[i] - b[i]);
    if (!is_equal("difference", C[r], expected)) return false;
  }
  return true;
}

bool check_twice() {
  std::vector<float> values = ramp(kRows * kColumns, 5);
  float* const at = on_device(values);
  cudaMemcpyToSymbol(numbers, &at, sizeof(at));
  twice<<<kRows, kColumns>>>();
  for (float& value : values) value *= 2;
  return is_equal("numbers", at, values);
}

bool check_walk() {
  const Node* first = nullptr;
  int expected = 0;
  for (int i = 0; i < kNodes; ++i) first = on_device(std::vector<Node>{{first, i + 1}});
  for (int i = kNodes; i > 0; --i) expected = 3 * expected + i;
  int* const sum = on_device(std::vector<int>{0});
  walk<<<1, 1>>>(first, sum);
  return is_equal("sum of the list", sum, std::vector<int>{expected});
}

bool check_gather() {
  float* first;
  cudaMemcpyFromSymbol(&first, numbers, sizeof(first));
  std::vector<const float*> rows{first};
  std::vector<float> expected = on_host(first, kColumns);
  for (int r = 1; r < 3; ++r) {
    const std::vector<float> row = ramp(kColumns, r + 5);
    rows.push_back(on_device(row));
    for (int i = r; i < kColumns; i += 3) expected[i] = row[i];
  }
  float* const to = on_device(std::vector<float>(kColumns));
  gather<<<1, kColumns>>>(on_device(rows), to);
  return is_equal("gathered", to, expected);
}

bool check_subtract() {
  const std::vector<float> values = ramp(2 * kRows * kColumns, 11);
  float* const pool = on_device(values);
  std::vector<float*> even, odd;
  std::vector<float> expected;
  for (int r = 0; r < kRows; ++r) {
    even.push_back(pool + 2 * r * kColumns), odd.push_back(pool + (2 * r + 1) * kColumns);
    for (int i = 0; i < kColumns; ++i)
      expected.push_back(values[2 * r * kColumns + i] - values[(2 * r + 1) * kColumns + i]);
  }
  float* const to = on_device(std::vector<float>(kRows * kColumns));
  subtract<<<kRows, kColumns>>>(on_device(even), on_device(odd), to);
  return is_equal("difference of rows", to, expected);
}

int main() {
  if (!check_add() || !check_add_rows() || !check_twice() || !check_walk() || !check_gather() || !check_subtract())
    return 1;
  puts("right");
}
