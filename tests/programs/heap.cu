// malloc and free in kernels: memory that outlives its kernel, in lists that blocks build; and NULL from a heap that is
// full.
#include <cstdio>

constexpr int kBlocks = 5, kThreads = 64, kPieces = 100;

struct Node {
  int value;
  Node* next;
  __device__ Node(int v, Node* n) : value(v), next(n) {}
};

__device__ Node* lists[kBlocks * kThreads];

// The thread t of all makes a list of t % 4 nodes.
__global__ void build() {
  const int t = blockIdx.x * kThreads + threadIdx.x;
  Node* first = nullptr;
  for (int n = 0; n < t % 4; ++n) first = new Node(10 * t + n, first);
  lists[t] = first;
}

// It takes the list of another thread, and frees it.
__global__ void sum(int* sums) {
  const int t = blockIdx.x * kThreads + threadIdx.x, other = kBlocks * kThreads - 1 - t;
  int result = 0;
  for (const Node* node = lists[other]; node != nullptr;) {
    const Node* const next = node->next;
    result += node->value;
    delete node;
    node = next;
  }
  sums[t] = result;
  free(nullptr);
}

// Pieces until there is no more, of which none overlap: each is filled, and then must still be so. All are freed.
__global__ void fill(int bytes, int* counts) {
  void* pieces[kPieces];
  int n = 0, wrong = 0;
  for (; n < kPieces; ++n) {
    pieces[n] = malloc(bytes);
    if (pieces[n] == nullptr) break;
    if (reinterpret_cast<unsigned long long>(pieces[n]) % 16 != 0) ++wrong;
    for (int i = 0; i < bytes / 4; ++i) static_cast<int*>(pieces[n])[i] = n + i;
  }
  for (int p = 0; p < n; ++p) {
    for (int i = 0; i < bytes / 4; ++i) wrong += static_cast<int*>(pieces[p])[i] != p + i;
    free(pieces[p]);
  }
  counts[0] = n, counts[1] = wrong;
}

#define CHECK(condition) \
  if (!(condition)) return printf("line %d: not so: %s\n", __LINE__, #condition), 1
#define DO(call) CHECK((call) == cudaSuccess)

int main() {
  constexpr size_t kHeap = 8 << 20;
  constexpr int kPiece = 1 << 20, kAll = kBlocks * kThreads;
  size_t bytes = 0;
  DO(cudaDeviceSetLimit(cudaLimitMallocHeapSize, kHeap));
  DO(cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize));
  CHECK(bytes >= kHeap);
  int *sums, *counts, result[kAll], first[2], second[2];
  DO(cudaMalloc(&sums, sizeof(result)));
  DO(cudaMalloc(&counts, sizeof(first)));

  build<<<kBlocks, kThreads>>>();
  sum<<<kBlocks, kThreads>>>(sums);
  DO(cudaMemcpy(result, sums, sizeof(result), cudaMemcpyDeviceToHost));
  for (int t = 0; t < kAll; ++t) {
    int expected = 0;
    for (int n = 0; n < (kAll - 1 - t) % 4; ++n) expected += 10 * (kAll - 1 - t) + n;
    CHECK(result[t] == expected);
  }

  // As much the second time: what was freed can be had again.
  fill<<<1, 1>>>(kPiece, counts);
  DO(cudaMemcpy(first, counts, sizeof(first), cudaMemcpyDeviceToHost));
  fill<<<1, 1>>>(kPiece, counts);
  DO(cudaMemcpy(second, counts, sizeof(second), cudaMemcpyDeviceToHost));
  CHECK(first[0] > 0 && first[0] < kPieces);
  CHECK(first[0] * static_cast<size_t>(kPiece) <= bytes);
  CHECK(first[0] == second[0] && first[1] == 0 && second[1] == 0);
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 2 * kHeap) == cudaErrorInvalidValue);  // too late

  // The host has no way to that memory.
  Node* there;
  DO(cudaMemcpyFromSymbol(&there, lists, sizeof(there), 3 * sizeof(there)));
  CHECK(cudaMemcpy(result, there, sizeof(Node), cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  CHECK(cudaFree(there) == cudaErrorInvalidValue);
  puts("right");
}
