// Masks that name lanes which never come: those of the other branch, and those that have left the loop. In the next two
// kernels, the masks name those that are there, and in the last one all come, by either branch.
#include "../vectors.cuh"

constexpr int kThreads = 64, kBlocks = 2, kCount = 150;  // the last round of the loop is for 22 threads

__global__ void half_of_the_warp(const int* from, int* sums) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = from[i];
  if (threadIdx.x % 32 < 16)
    for (int half = 8; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffff, sum, half);
  sums[i] = sum;
}

__global__ void last_round(const int* from, int* count) {
  int even = 0;
  for (int i = threadIdx.x; i < kCount; i += kThreads) even += __popc(__ballot_sync(0xffffffff, from[i] % 2 == 0));
  if (threadIdx.x % 32 == 0) atomicAdd(count, even);
}

__global__ void half_of_the_mask(const int* from, int* sums) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = from[i];
  if (threadIdx.x % 32 < 16)
    for (int half = 8; half > 0; half /= 2) sum += __shfl_down_sync(0xffff, sum, half);
  if (threadIdx.x % 32 == 0) sums[i] = sum;  // the upper lanes have added what lanes outside the mask have
}

__global__ void who_is_there(const int* from, int* count) {
  int even = 0;
  for (int i = threadIdx.x; i < kCount; i += kThreads) even += __popc(__ballot_sync(__activemask(), from[i] % 2 == 0));
  if (threadIdx.x % 32 == 0) atomicAdd(count, even);
}

__global__ void by_both_branches(const int* from, int* flags) {
  const int number = from[threadIdx.x];
  bool all;
  if (threadIdx.x % 32 < 16)
    all = __all_sync(0xffffffff, number >= 0);
  else
    all = __all_sync(0xffffffff, number < 101);
  flags[threadIdx.x] = all;
}

int main() {
  std::vector<int> numbers(kCount), sums(kBlocks * kThreads / 32);
  int even = 0;
  for (int i = 0; i < kCount; ++i) {
    numbers[i] = i * 37 % 101;
    even += numbers[i] % 2 == 0;
    if (i < kBlocks * kThreads && i % 32 < 16) sums[i / 32] += numbers[i];
  }
  const int* from = on_device(numbers);
  const auto check = [&](const char* what, auto adds, auto counts) {
    int* to = on_device(std::vector<int>(kBlocks * kThreads));
    int* count = on_device(std::vector<int>(1));
    adds<<<kBlocks, kThreads>>>(from, to);
    counts<<<1, kThreads>>>(from, count);
    const std::vector<int> all = on_host(to, kBlocks * kThreads);
    for (int warp = 0; warp < int(sums.size()); ++warp)
      if (all[32 * warp] != sums[warp]) return printf("%s: sum %d\n", what, warp), false;
    return is_equal(what, count, std::vector<int>{even});
  };
  int* flags = on_device(std::vector<int>(kThreads));
  by_both_branches<<<1, kThreads>>>(from, flags);
  const bool right = check("whole masks", half_of_the_warp, last_round) &
                     check("masks", half_of_the_mask, who_is_there) &
                     is_equal("flag", flags, std::vector<int>(kThreads, 1));
  puts(right ? "right" : "wrong");
  return !right;
}
