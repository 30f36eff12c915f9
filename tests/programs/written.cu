// Words of which every bit is set, written in every way there is: by kernels, calls and the host. And some that nobody
// writes, because nobody uses them.
#include <cstdio>
#include <cstring>

constexpr int kThreads = 64;

__global__ void write_words(int* to) { to[threadIdx.x] = threadIdx.x % 3 == 0 ? -1 : static_cast<int>(threadIdx.x); }
__global__ void write_bytes(unsigned char* to) { to[threadIdx.x] = 255; }
__global__ void write_some(long long* to) {  // not all lanes at once
  if (threadIdx.x % 2 == 0)
    to[threadIdx.x] = -1;
  else
    to[threadIdx.x] = -2;
}
__global__ void write_by_turns(unsigned* to) {
  if (threadIdx.x % 2 == 0)
    atomicExch(&to[threadIdx.x], 0xffffffff);
  else
    to[threadIdx.x] = 0, atomicOr(&to[threadIdx.x], 0xffffffff);
}
__global__ void write_points(int4* to) {  // w is padding
  to[threadIdx.x].x = threadIdx.x, to[threadIdx.x].y = -1, to[threadIdx.x].z = 2 * threadIdx.x;
}

__global__ void sum_words(const int* from, long long* sum) {
  atomicAdd(reinterpret_cast<unsigned long long*>(sum), static_cast<unsigned long long>(from[threadIdx.x]));
}
__global__ void sum_other_words(const int* set, const int* copied, const int* again, const int* managed,
                                const int* pinned, const int* pitched, long long* sum) {
  const long long i = threadIdx.x;
  sum[i] = set[i] + copied[i] + again[i] + managed[i] + pinned[i] + pitched[i];
}
__global__ void sum_bytes(const unsigned char* from, long long* sum) { sum[threadIdx.x] = from[threadIdx.x]; }
__global__ void sum_some(const long long* from, long long* sum) { sum[threadIdx.x] = from[threadIdx.x]; }
__global__ void sum_points(const int4* from, long long* sum) {
  const int4 point = from[threadIdx.x];
  sum[threadIdx.x] = point.x + point.y + point.z;
}

template <class T>
T* allocated(int count) {
  T* at = nullptr;
  cudaMalloc(&at, count * sizeof(T));
  return at;
}

bool are(const long long* sums, long long (*of)(int), const char* what) {
  long long there[kThreads];
  cudaMemcpy(there, sums, sizeof(there), cudaMemcpyDeviceToHost);
  for (int i = 0; i < kThreads; ++i)
    if (there[i] != of(i)) return printf("%s: %d is %lld, not %lld\n", what, i, there[i], of(i)), false;
  return true;
}

int main() {
  long long* const sums = allocated<long long>(kThreads);
  int* const words = allocated<int>(kThreads);
  cudaMemset(sums, 0, sizeof(long long));
  write_words<<<1, kThreads>>>(words);
  sum_words<<<1, kThreads>>>(words, sums);
  long long sum = 0, expected = 0;
  for (int i = 0; i < kThreads; ++i) expected += i % 3 == 0 ? -1 : i;
  cudaMemcpy(&sum, sums, sizeof(sum), cudaMemcpyDeviceToHost);
  if (sum != expected) return printf("the sum is %lld\n", sum), 1;

  int ones[kThreads], *managed, *pinned;
  memset(ones, 255, sizeof(ones));
  int *const set = allocated<int>(kThreads), *const copied = allocated<int>(kThreads),
             *const again = allocated<int>(kThreads);
  cudaMemset(set, 255, sizeof(ones));
  cudaMemcpy(copied, ones, sizeof(ones), cudaMemcpyHostToDevice);
  cudaMemcpy(again, copied, sizeof(ones), cudaMemcpyDeviceToDevice);
  cudaMallocManaged(&managed, sizeof(ones)), memset(managed, 255, sizeof(ones));
  cudaMallocHost(&pinned, sizeof(ones)), memset(pinned, 255, sizeof(ones));
  int* pitched = nullptr;
  size_t pitch = 0;
  cudaMallocPitch(&pitched, &pitch, sizeof(ones) / 4, 4);
  for (int i = 0; i < 4; ++i) cudaMemset2D(reinterpret_cast<char*>(pitched) + i * 64, 64, 255, 64, 1);
  sum_other_words<<<1, kThreads>>>(set, copied, again, managed, pinned, pitched, sums);
  if (!are(
          sums, [](int) { return -6ll; }, "words"))
    return 1;

  auto* const bytes = allocated<unsigned char>(kThreads);
  write_bytes<<<1, kThreads>>>(bytes);
  sum_bytes<<<1, kThreads>>>(bytes, sums);
  if (!are(
          sums, [](int) { return 255ll; }, "bytes"))
    return 1;

  long long* const some = allocated<long long>(kThreads);
  write_some<<<1, kThreads>>>(some);
  sum_some<<<1, kThreads>>>(some, sums);
  if (!are(
          sums, [](int i) { return i % 2 == 0 ? -1ll : -2ll; }, "some"))
    return 1;
  write_by_turns<<<1, 2 * kThreads>>>(reinterpret_cast<unsigned*>(some));
  sum_some<<<1, kThreads>>>(some, sums);
  if (!are(
          sums, [](int) { return -1ll; }, "turns"))
    return 1;

  int4* const points = allocated<int4>(kThreads);
  write_points<<<1, kThreads>>>(points);
  sum_points<<<1, kThreads>>>(points, sums);
  if (!are(
          sums, [](int i) { return 3ll * i - 1; }, "points"))
    return 1;
  puts("right");
}
