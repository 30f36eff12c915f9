// Host, device and streams work side by side, each waiting for the others where it must: none of this is a mistake.
#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include <sys/mman.h>

__global__ void fill(int* to, int n, int factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = factor * i;
}
__global__ void triple(const int* from, int* to, int offset, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[offset + i] = 3 * from[offset + i];
}
__global__ void announce(int* numbers, int n, volatile int* done) {
  if (threadIdx.x < n) numbers[threadIdx.x] = 7 * threadIdx.x;
  __syncthreads();
  __threadfence_system();
  if (threadIdx.x == 0) *done = 1;
}

constexpr int blocks(int n) { return (n + 127) / 128; }
bool same(const char* what, int got, int expected) {
  if (got != expected) printf("%s: %d, not %d\n", what, got, expected);
  return got == expected;
}

// One array in parts that do not end at page boundaries, each in a stream of its own.
bool parts() {
  constexpr int kStreams = 4, kEach = 1001, kAll = kStreams * kEach;
  int *in, *out, *from, *to;
  cudaMallocHost(&in, kAll * 4), cudaMallocHost(&out, kAll * 4), cudaMalloc(&from, kAll * 4), cudaMalloc(&to, kAll * 4);
  for (int i = 0; i < kAll; ++i) in[i] = i;
  cudaStream_t streams[kStreams];
  for (cudaStream_t& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  for (int s = 0; s < kStreams; ++s) {
    const int offset = s * kEach;
    cudaMemcpyAsync(from + offset, in + offset, kEach * 4, cudaMemcpyHostToDevice, streams[s]);
    triple<<<blocks(kEach), 128, 0, streams[s]>>>(from, to, offset, kEach);
    cudaMemcpyAsync(out + offset, to + offset, kEach * 4, cudaMemcpyDeviceToHost, streams[s]);
  }
  bool right = true;
  for (int s = 0; s < kStreams; ++s) {  // the others may still be at work
    cudaStreamSynchronize(streams[s]);
    for (int i = s * kEach; i < (s + 1) * kEach; ++i) right = right && out[i] == 3 * i;
    if (FILE* const file = tmpfile()) {  // a part of a page is written to a file, another one is closed to the host
      right = right && fwrite(out + s * kEach, 4, kEach, file) == kEach && fflush(file) == 0;
      rewind(file);
      right = right && fread(in + s * kEach, 4, kEach, file) == kEach && in[s * kEach + 5] == 3 * (s * kEach + 5);
      fclose(file);
    }
  }
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
  cudaFreeHost(in), cudaFreeHost(out), cudaFree(from), cudaFree(to);
  return same("parts", right, true);
}

// Two buffers that take turns: the host refills one after the copy from it is done.
bool two_buffers() {
  constexpr int n = 3000, kRounds = 6;
  int *pinned[2], *device[2], *to, result = 0;
  cudaEvent_t copied[2];
  cudaStream_t copies, work;
  cudaEvent_t ready, used[2];
  for (int b = 0; b < 2; ++b)
    cudaMallocHost(&pinned[b], n * 4), cudaMalloc(&device[b], n * 4), cudaEventCreate(&copied[b]),
        cudaEventCreate(&used[b]);
  cudaMalloc(&to, n * 4);
  cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
  cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking), cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
  for (int round = 0; round < kRounds; ++round) {
    const int b = round % 2;
    if (round >= 2) cudaEventSynchronize(copied[b]);
    for (int i = 0; i < n; ++i) pinned[b][i] = i + round;
    if (round >= 2) cudaStreamWaitEvent(copies, used[b], 0);
    cudaMemcpyAsync(device[b], pinned[b], n * 4, cudaMemcpyHostToDevice, copies);
    cudaEventRecord(copied[b], copies);
    cudaStreamWaitEvent(work, copied[b], 0);
    triple<<<blocks(n), 128, 0, work>>>(device[b], to, 0, n);
    cudaEventRecord(used[b], work);
  }
  cudaMemcpyAsync(&result, to + 10, 4, cudaMemcpyDeviceToHost, work);
  cudaStreamSynchronize(work);
  return same("two buffers", result, 3 * (10 + kRounds - 1));
}

// Blocking streams wait for the default stream, and it waits for them.
bool default_stream() {
  constexpr int n = 1000;
  int *a, *b, host[n];
  cudaStream_t one, two;
  cudaStreamCreate(&one), cudaStreamCreate(&two);
  cudaMalloc(&a, n * 4), cudaMalloc(&b, n * 4);
  cudaMemset(a, 0, n * 4);
  fill<<<blocks(n), 128, 0, one>>>(a, n, 2);
  fill<<<1, 32>>>(b, 1, 1);  // between the two streams
  triple<<<blocks(n), 128, 0, two>>>(a, b, 0, n);
  cudaMemcpy(host, b, n * 4, cudaMemcpyDeviceToHost);
  return same("default stream", host[n - 1], 6 * (n - 1));
}

// Both read memory that is not written; the host writes memory that no kernel touches.
bool managed() {
  constexpr int n = 4000;
  int *in, *out, *other;
  cudaMallocManaged(&in, n * 4), cudaMallocManaged(&out, n * 4), cudaMallocManaged(&other, n * 4);
  for (int i = 0; i < n; ++i) in[i] = i;
  triple<<<blocks(n), 128>>>(in, out, 0, n - 1);
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += in[i], other[i] = i;
  out[n - 1] = 5;  // in a page of which the kernel writes the rest
  bool right = same("read beside a kernel", sum, n / 2 * (n - 1));
  cudaDeviceSynchronize();
  right = right && same("managed", out[n - 2], 3 * (n - 2)) && same("beside", out[n - 1], 5);
  cudaFree(in), cudaFree(out), cudaFree(other);
  return right;
}

// The host waits by reading a flag that a kernel sets.
bool announced() {
  int *numbers, *done;
  cudaHostAlloc(&numbers, 64 * 4, cudaHostAllocMapped), cudaHostAlloc(&done, 4, cudaHostAllocMapped);
  *done = 0;
  announce<<<1, 64>>>(numbers, 64, done);
  while (*static_cast<volatile int*>(done) == 0) {
  }
  const bool right = same("announced", numbers[9], 63);
  cudaFreeHost(numbers), cudaFreeHost(done);
  return right;
}

// Or for a flag that a function of the host sets, or for a state that it asks for again and again.
bool told_by_host() {
  constexpr int n = 500;
  int *a, *pinned;
  cudaStream_t stream;
  cudaEvent_t event;
  cudaStreamCreate(&stream), cudaEventCreate(&event);
  cudaMalloc(&a, n * 4), cudaMallocHost(&pinned, n * 4);
  static std::atomic<bool> is_there{false};
  fill<<<blocks(n), 128, 0, stream>>>(a, n, 9);
  cudaMemcpyAsync(pinned, a, n * 4, cudaMemcpyDeviceToHost, stream);
  cudaLaunchHostFunc(
      stream, [](void* what) { is_there = static_cast<int*>(what)[1] == 9; }, pinned);
  while (!is_there) std::this_thread::yield();
  bool right = same("told", pinned[2], 18);
  cudaMemcpyAsync(pinned, a, n * 4, cudaMemcpyDeviceToHost, stream);
  while (cudaStreamQuery(stream) == cudaErrorNotReady) {
  }
  pinned[0] = 1;
  cudaMemcpyAsync(a, pinned, n * 4, cudaMemcpyHostToDevice, stream);
  cudaEventRecord(event, stream);
  while (cudaEventQuery(event) == cudaErrorNotReady) {
  }
  pinned[0] = 2;
  return right;
}

// Pageable memory is copied before the call returns.
bool pageable() {
  constexpr int n = 2000;
  std::vector<int> host(n, 4);
  int* a;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&a, n * 4);
  cudaMemcpyAsync(a, host.data(), n * 4, cudaMemcpyHostToDevice, stream);
  for (int& each : host) each = 0;
  cudaMemcpyAsync(host.data(), a, n * 4, cudaMemcpyDeviceToHost, stream);
  return same("pageable", host[n - 1], 4);
}

bool threads() {
  constexpr int n = 1500;
  std::atomic<int> right{0};
  const auto work = [&](int factor) {
    int *a, *pinned;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&a, n * 4), cudaMallocHost(&pinned, n * 4);
    for (int round = 0; round < 5; ++round) {
      fill<<<blocks(n), 128, 0, stream>>>(a, n, factor + round);
      cudaMemcpyAsync(pinned, a, n * 4, cudaMemcpyDeviceToHost, stream);
      cudaStreamSynchronize(stream);
      if (pinned[n - 1] == (factor + round) * (n - 1)) ++right;
    }
    fill<<<blocks(n), 128, 0, cudaStreamPerThread>>>(a, n, 1);
    cudaStreamSynchronize(cudaStreamPerThread);
  };
  std::thread one(work, 3), two(work, 5);
  one.join(), two.join();
  return same("threads", right, 10);
}

bool graph() {
  constexpr int n = 700;
  int *a, *pinned;
  cudaMalloc(&a, n * 4), cudaMallocHost(&pinned, n * 4);
  cudaStream_t stream, other;
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaEvent_t forked, joined;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaEventCreate(&forked), cudaEventCreate(&joined);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaEventRecord(forked, stream);
  cudaStreamWaitEvent(other, forked, 0);
  fill<<<blocks(n), 128, 0, other>>>(a, n, 6);
  cudaEventRecord(joined, other);
  cudaStreamWaitEvent(stream, joined, 0);
  cudaMemcpyAsync(pinned, a, n * 4, cudaMemcpyDeviceToHost, stream);
  cudaLaunchHostFunc(
      stream, [](void* what) { static_cast<int*>(what)[0] = static_cast<int*>(what)[1]; }, pinned);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&ready, graph, 0);
  bool right = true;
  for (int round = 0; round < 3; ++round) {
    cudaGraphLaunch(ready, stream);
    cudaStreamSynchronize(stream);
    right = right && pinned[n - 1] == 6 * (n - 1) && pinned[0] == 6;
    pinned[n - 1] = 0;
  }
  return same("graph", right, true);
}

// Memory of a stream, used by another stream after it, and freed after both.
bool pools() {
  constexpr int n = 900;
  cudaStream_t one, two;
  cudaEvent_t event;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking), cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  cudaEventCreate(&event);
  int result = 0;
  for (int round = 0; round < 3; ++round) {
    int *a, *b;
    cudaMallocAsync(&a, n * 4, one), cudaMallocAsync(&b, n * 4, two);
    fill<<<blocks(n), 128, 0, one>>>(a, n, 2);
    cudaEventRecord(event, one), cudaStreamWaitEvent(two, event, 0);
    triple<<<blocks(n), 128, 0, two>>>(a, b, 0, n);
    cudaMemcpyAsync(&result, b + 5, 4, cudaMemcpyDeviceToHost, two);
    cudaFreeAsync(b, two);
    cudaFreeAsync(a, two);
    cudaEventRecord(event, two), cudaStreamWaitEvent(one, event, 0);
  }
  cudaDeviceSynchronize();
  return same("pools", result, 30);
}

// Only the part that the kernel has found is copied, or has room.
__global__ void keep_odd(const int* from, int n, int* to, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && from[i] % 2 != 0) to[atomicAdd(count, 1)] = from[i];
}
struct Padded {
  double weight;
  int number;
};
__global__ void number(Padded* all, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) all[i].weight = 0.5 * i, all[i].number = i;
}
bool not_all_written() {
  constexpr int n = 1000;
  int *from, *to, *count, host[n], found;
  Padded *padded, back[n];
  cudaMalloc(&from, n * 4), cudaMalloc(&to, n * 4), cudaMalloc(&count, 4), cudaMalloc(&padded, n * sizeof(Padded));
  cudaMemset(count, 0, 4);
  fill<<<blocks(n), 128>>>(from, n, 1);
  keep_odd<<<blocks(n), 128>>>(from, n, to, count);
  cudaMemcpy(&found, count, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(host, to, n * 4, cudaMemcpyDeviceToHost);  // more than was found
  number<<<blocks(n), 128>>>(padded, n);
  cudaMemcpy(back, padded, sizeof(back), cudaMemcpyDeviceToHost);
  return same("found", found, n / 2) && same("padded", back[n - 1].number, n - 1);
}

// Other faults are the program's own.
sigjmp_buf here;
bool own_faults() {
  constexpr int n = 3000;
  int* managed;
  cudaMallocManaged(&managed, n * 4);
  for (int i = 0; i < n; ++i) managed[i] = 1;
  fill<<<blocks(n), 128>>>(managed, n, 8);
  int* const closed = static_cast<int*>(mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  struct sigaction action {
  }, before{};
  action.sa_handler = [](int) { siglongjmp(here, 1); };
  sigaction(SIGSEGV, &action, &before);
  bool caught = sigsetjmp(here, 1) != 0;
  if (!caught) *static_cast<volatile int*>(closed) = 1;
  sigaction(SIGSEGV, &before, nullptr);
  cudaDeviceSynchronize();
  const bool right = managed[11] == 88;
  cudaFree(managed);
  return same("own faults", caught && right, true);
}

// The program checks refused calls.
bool refused() {
  int *a, host[4];
  cudaMalloc(&a, sizeof(host));
  if (cudaMemcpy(host, a, 1 << 20, cudaMemcpyDeviceToHost) == cudaSuccess) return same("refused", 0, 1);
  cudaMemset(a, 0, 1 << 20);
  return same("refused", cudaGetLastError(), cudaErrorInvalidValue);
}

int main() {
  const bool right = parts() && two_buffers() && default_stream() && managed() && announced() && told_by_host() &&
                     pageable() && threads() && graph() && pools() && not_all_written() && own_faults() && refused();
  if (!right) return 1;
  puts("right");
}
