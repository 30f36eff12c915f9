// Mistakes between the host and the device's work, and between streams. Each is a function, chosen by its name; with
// `fixed` after it, it waits as it should. Without a GPU all work is done when its call returns, so all results are
// correct.
#include <cstdio>
#include <cstring>

constexpr int kCount = 5000;  // not a multiple of a page
constexpr size_t kBytes = kCount * sizeof(int);

bool fixed = false;
cudaStream_t first, second;  // neither waits for the default stream
cudaEvent_t event;
int *a, *b, *pinned;

__global__ void fill(int* to, int n, int factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = factor * i;
}
__global__ void copy_doubled(const int* from, int* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = 2 * from[i];
}
__constant__ int factors[16];
__global__ void scale(int* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = factors[i % 16] * i;
}
__global__ void add_up(const int* numbers, int n, int* total) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(total, numbers[i]);
}

constexpr int kBlocks = (kCount + 255) / 256;
template <class... Arguments>
void launch(void (*kernel)(Arguments...), cudaStream_t stream, Arguments... arguments) {
  kernel<<<kBlocks, 256, 0, stream>>>(arguments...);
}

int early_read() {
  launch(fill, first, a, kCount, 3);
  cudaMemcpyAsync(pinned, a, kBytes, cudaMemcpyDeviceToHost, first);
  if (fixed) cudaStreamSynchronize(first);
  return pinned[kCount - 1] != 3 * (kCount - 1);
}

int waits_for_another() {
  launch(fill, first, a, kCount, 3);
  cudaMemcpyAsync(pinned, a, kBytes, cudaMemcpyDeviceToHost, first);
  cudaStreamSynchronize(fixed ? first : second);
  return pinned[7] != 21;
}

int early_event() {
  launch(fill, first, a, kCount, 3);
  if (!fixed) cudaEventRecord(event, first);
  cudaMemcpyAsync(pinned, a, kBytes, cudaMemcpyDeviceToHost, first);
  if (fixed) cudaEventRecord(event, first);
  cudaEventSynchronize(event);
  return pinned[7] != 21;
}

int refill() {
  for (int i = 0; i < kCount; ++i) pinned[i] = i;
  cudaMemcpyAsync(a, pinned, kBytes, cudaMemcpyHostToDevice, first);
  if (fixed) cudaStreamSynchronize(first);
  for (int i = 0; i < kCount; ++i) pinned[i] = -i;
  launch(copy_doubled, first, static_cast<const int*>(a), b, kCount);
  return cudaStreamSynchronize(first) != cudaSuccess;
}

int early_managed() {
  int* managed;
  cudaMallocManaged(&managed, kBytes);
  fill<<<kBlocks, 256>>>(managed, kCount, 5);
  if (fixed) cudaDeviceSynchronize();
  const int wrong = managed[100] != 500;
  cudaFree(managed);
  return wrong;
}

int early_total() {
  int* managed;
  cudaMallocManaged(&managed, sizeof(int));
  *managed = 0;
  fill<<<kBlocks, 256>>>(a, kCount, 1);
  add_up<<<kBlocks, 256>>>(a, kCount, managed);
  if (fixed) cudaStreamSynchronize(0);
  const int wrong = *managed != kCount / 2 * (kCount - 1);
  cudaFree(managed);
  return wrong;
}

int changes_input() {
  int* managed;
  cudaMallocManaged(&managed, kBytes);
  for (int i = 0; i < kCount; ++i) managed[i] = i;
  copy_doubled<<<kBlocks, 256>>>(managed, a, kCount);
  if (fixed) cudaDeviceSynchronize();
  managed[0] = 17;
  cudaFree(managed);
  return 0;
}

int zero_copy() {
  int *mapped, *device;
  cudaHostAlloc(&mapped, kBytes, cudaHostAllocMapped);
  cudaHostGetDevicePointer(&device, mapped, 0);
  fill<<<kBlocks, 256>>>(device, kCount, 2);
  if (fixed) cudaDeviceSynchronize();
  const int wrong = mapped[50] != 100;
  cudaFreeHost(mapped);
  return wrong;
}

int before_the_copy() {
  for (int i = 0; i < kCount; ++i) pinned[i] = i;
  cudaMemcpyAsync(a, pinned, kBytes, cudaMemcpyHostToDevice, first);
  if (fixed) cudaEventRecord(event, first), cudaStreamWaitEvent(second, event, 0);
  launch(copy_doubled, second, static_cast<const int*>(a), b, kCount);
  return cudaDeviceSynchronize() != cudaSuccess;
}

int before_the_fill() {
  cudaMemset(a, 0, kBytes);
  if (fixed) cudaDeviceSynchronize();
  launch(copy_doubled, first, static_cast<const int*>(a), b, kCount);
  return cudaDeviceSynchronize() != cudaSuccess;
}

int before_the_factors() {
  for (int i = 0; i < 16; ++i) pinned[i] = 3 * i;
  cudaMemcpyToSymbolAsync(factors, pinned, sizeof(factors), 0, cudaMemcpyHostToDevice, first);
  launch(scale, fixed ? first : second, a, kCount);
  return cudaDeviceSynchronize() != cudaSuccess;
}

int two_writers() {
  launch(fill, first, a, kCount, 1);
  if (fixed) cudaStreamSynchronize(first);
  launch(fill, second, a, kCount, 2);
  return cudaDeviceSynchronize() != cudaSuccess;
}

int overlapping_parts() {
  const int half = kCount / 2;
  launch(fill, first, a, half + (fixed ? 0 : 1), 1);
  launch(fill, second, a + half, kCount - half, 2);
  return cudaDeviceSynchronize() != cudaSuccess;
}

int graph_too_early() {
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
  launch(fill, first, a, kCount, 4);
  cudaMemcpyAsync(pinned, a, kBytes, cudaMemcpyDeviceToHost, first);
  cudaStreamEndCapture(first, &graph);
  cudaGraphInstantiate(&ready, graph, 0);
  cudaGraphLaunch(ready, second);
  if (fixed) cudaStreamSynchronize(second);
  return pinned[9] != 36;
}

int freed_in_use() {
  int* temporary;
  cudaMallocAsync(&temporary, kBytes, first);
  launch(fill, first, temporary, kCount, 1);
  if (fixed) cudaEventRecord(event, first), cudaStreamWaitEvent(second, event, 0);
  cudaFreeAsync(temporary, second);
  return cudaDeviceSynchronize() != cudaSuccess;
}

int before_the_allocation() {
  int* temporary;
  cudaMallocAsync(&temporary, kBytes, first);
  if (fixed) cudaStreamSynchronize(first);
  launch(fill, second, temporary, kCount, 1);
  cudaStreamSynchronize(second);
  return cudaFreeAsync(temporary, second) != cudaSuccess;
}

int wrong_direction() {
  static int host[kCount];
  fill<<<kBlocks, 256>>>(a, kCount, 1);
  cudaMemcpy(host, a, kBytes, fixed ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice);
  return fixed && host[3] != 3;
}

int half_written() {
  static int host[kCount];
  int* numbers;
  cudaMalloc(&numbers, kBytes);
  fill<<<fixed ? kBlocks : kCount / 256, 256>>>(numbers, kCount, 1);
  cudaMemcpy(host, numbers, kBytes, cudaMemcpyDeviceToHost);
  cudaFree(numbers);
  return fixed && host[kCount - 1] != kCount - 1;
}

int part_copied() {
  static int host[512];
  int* numbers;
  cudaMalloc(&numbers, kBytes);
  fill<<<fixed ? kBlocks : 1, 256>>>(numbers, kCount, 1);
  cudaMemcpy(host, numbers, sizeof(host), cudaMemcpyDeviceToHost);
  cudaFree(numbers);
  return fixed && host[511] != 511;
}

int never_written() {
  static int host[kCount];
  int* numbers;
  cudaMalloc(&numbers, kBytes);
  if (fixed) fill<<<kBlocks, 256>>>(numbers, kCount, 1);
  cudaMemcpy(host, numbers, kBytes, cudaMemcpyDeviceToHost);
  cudaFree(numbers);
  return 0;
}

int early_time() {
  cudaEvent_t end;
  float ms = -1;
  cudaEventCreate(&end);
  cudaEventRecord(event, first);
  launch(fill, first, a, kCount, 1);
  cudaEventRecord(end, first);
  if (fixed) cudaEventSynchronize(end);
  cudaEventElapsedTime(&ms, event, end);
  return ms < 0;
}

int too_many_threads() {
  const int threads = fixed ? 256 : 2048;
  fill<<<(kCount + threads - 1) / threads, threads>>>(a, kCount, 1);
  return cudaDeviceSynchronize() != cudaSuccess;
}

int refused_often() {
  const int threads = fixed ? 256 : 2048;
  for (int i = 0; i < 100; ++i) fill<<<(kCount + threads - 1) / threads, threads>>>(a, kCount, 1);
  return cudaDeviceSynchronize() != cudaSuccess;
}

int freed_inside() {
  int* of_its_own;
  cudaMalloc(&of_its_own, kBytes);
  cudaFree(of_its_own + (fixed ? 0 : 64));
  fflush(stdout);  // the compiler loads the argument of this call behind the one before
  return 0;
}

int fetched_ahead() {
  int* to;
  fixed ? cudaMallocManaged(&to, kBytes) : cudaMalloc(&to, kBytes);
  cudaMemPrefetchAsync(to, kBytes, {cudaMemLocationTypeDevice, 0}, 0, first);
  launch(fill, first, to, kCount, 1);
  return cudaDeviceSynchronize() != cudaSuccess;
}

int refused_before_launch() {
  static int host[2 * kCount];
  cudaMemcpyAsync(a, host, (fixed ? 1 : 2) * kBytes, cudaMemcpyHostToDevice, first);
  fill<<<kBlocks, 256, 0, first>>>(b, kCount, 1);
  return cudaStreamSynchronize(first) != cudaSuccess;
}

int many_streams() {
  cudaStream_t streams[10];
  for (cudaStream_t& stream : streams) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    launch(fill, stream, a, kCount, 1);
    if (fixed) cudaStreamSynchronize(stream);
  }
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
  return failed;
}

struct Mistake {
  const char* name;
  int (*make)();
};
const Mistake kAll[] = {{"early_read", early_read},
                        {"waits_for_another", waits_for_another},
                        {"early_event", early_event},
                        {"refill", refill},
                        {"early_managed", early_managed},
                        {"early_total", early_total},
                        {"changes_input", changes_input},
                        {"zero_copy", zero_copy},
                        {"before_the_copy", before_the_copy},
                        {"before_the_fill", before_the_fill},
                        {"before_the_factors", before_the_factors},
                        {"two_writers", two_writers},
                        {"overlapping_parts", overlapping_parts},
                        {"graph_too_early", graph_too_early},
                        {"freed_in_use", freed_in_use},
                        {"before_the_allocation", before_the_allocation},
                        {"wrong_direction", wrong_direction},
                        {"half_written", half_written},
                        {"part_copied", part_copied},
                        {"never_written", never_written},
                        {"early_time", early_time},
                        {"too_many_threads", too_many_threads},
                        {"refused_often", refused_often},
                        {"freed_inside", freed_inside},
                        {"fetched_ahead", fetched_ahead},
                        {"refused_before_launch", refused_before_launch},
                        {"many_streams", many_streams}};

int main(int argc, char** argv) {
  fixed = argc > 2;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEventCreate(&event);
  cudaMalloc(&a, kBytes), cudaMalloc(&b, kBytes);
  cudaMallocHost(&pinned, kBytes);
  for (const Mistake& mistake : kAll) {
    if (argc > 1 && strcmp(argv[1], mistake.name) != 0) continue;
    if (mistake.make() != 0) return printf("%s: wrong\n", mistake.name), 1;
    cudaDeviceSynchronize();
  }
  puts("right");
}
