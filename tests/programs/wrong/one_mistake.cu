// Mistakes that show in several ways: each kernel has one, and one repair mends it.
#include <cstdio>

constexpr int kThreads = 128, kBlocks = 3, kBins = 5;

// A barrier is missing in the inner loop. That two threads change a number at once only follows: no atomic operation
// would help.
__global__ void sorts(int* numbers) {
  __shared__ int s[kThreads];
  const int t = threadIdx.x;
  s[t] = numbers[t];
  for (int k = 2; k <= kThreads; k *= 2) {
    __syncthreads();
    for (int j = k / 2; j > 0; j /= 2) {
      const int other = t ^ j;
      if (other > t) {
        const int a = s[t], b = s[other];
        if (((t & k) == 0) == (a > b)) s[t] = b, s[other] = a;
      }
    }
  }
  __syncthreads();
  numbers[t] = s[t];
}

// A place is taken by a look and a store. No barrier in the loop would help.
__global__ void visits(const int* to, int* level, int* found, int* count) {
  const int from = blockIdx.x * 32 + threadIdx.x;
  for (int i = 0; i < 3; ++i) {
    const int next = to[3 * from + i];
    if (level[next] == 0) {
      level[next] = 1;
      found[atomicAdd(count, 1)] = next;
    }
  }
}

// What is added is added outside of the lock.
__global__ void behind_the_lock(const int* keys, int* locks, int* counts, int* sums) {
  const int i = blockIdx.x * kThreads + threadIdx.x, bin = keys[i] % kBins;
  for (bool done = false; !done;) {
    if (atomicCAS(&locks[bin], 0, 1) != 0) continue;
    __threadfence();
    counts[bin] = counts[bin] + 1;
    __threadfence();
    atomicExch(&locks[bin], 0);
    sums[bin] += keys[i];
    done = true;
  }
}

// Each number is read and stored in one branch: between warps and inside of them one barrier is missing.
__global__ void sums_in_place(int* numbers) {
  __shared__ int s[kThreads];
  const int t = threadIdx.x;
  s[t] = numbers[t];
  for (int step = 1; step < kThreads; step *= 2) {
    __syncthreads();
    if (t >= step) s[t] += s[t - step];
  }
  numbers[t] = s[t];
}

// What is read too early was never written before.
__global__ void hands_on(const int* from, int* between, int* to) {
  for (int i = threadIdx.x; i < 2 * kThreads; i += kThreads) between[i] = 3 * from[i];
  for (int i = threadIdx.x; i < 2 * kThreads - 1; i += kThreads) to[i] = between[i + 1];
}

// A lane tells its warp, in a loop whose end the number decides.
__global__ void tells_its_warp(int* tickets, int* to) {
  __shared__ int base[kThreads / 32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  while (true) {
    if (lane == 0) base[warp] = atomicAdd(tickets, 32);
    const int first = base[warp];
    __syncwarp();
    if (first >= kThreads) return;
    to[threadIdx.x] += 5 * first;
  }
}

int main() {
  int numbers[kThreads * kBlocks], next[32 * 2 * 3], *keys, *to, *more, *counts;
  for (int i = 0; i < kThreads * kBlocks; ++i) numbers[i] = i * 37 % 101;
  for (int i = 0; i < 32 * 2 * 3; ++i) next[i] = (i / 3 * 3 + i % 3 * 5) % 67;
  cudaMalloc(&keys, sizeof(numbers));
  cudaMalloc(&to, sizeof(numbers));
  cudaMalloc(&more, sizeof(numbers));
  cudaMalloc(&counts, 64 * sizeof(int));
  cudaMemcpy(keys, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  cudaMemcpy(to, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  hands_on<<<1, kThreads>>>(keys, more, to);
  sorts<<<1, kThreads>>>(to);
  sums_in_place<<<1, kThreads>>>(to);
  cudaMemcpy(to, next, sizeof(next), cudaMemcpyHostToDevice);
  cudaMemset(more, 0, sizeof(numbers)), cudaMemset(counts, 0, 64 * sizeof(int));
  visits<<<2, 32>>>(to, more, more + kThreads, counts);
  cudaMemset(more, 0, sizeof(numbers)), cudaMemset(counts, 0, 64 * sizeof(int));
  behind_the_lock<<<kBlocks, kThreads>>>(keys, counts, counts + kBins, more);
  cudaMemset(counts, 0, 64 * sizeof(int));
  tells_its_warp<<<1, kThreads>>>(counts, to);
  puts(cudaDeviceSynchronize() == cudaSuccess ? "right" : "failed");
}
