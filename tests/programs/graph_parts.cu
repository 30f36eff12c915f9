// Graphs within graphs, graphs that change once they are ready, and what else a program may do while a stream is
// captured.
#include <cstdio>
#include <vector>

constexpr int n = 700, blocks = (n + 127) / 128;

__device__ int at() { return blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void fill(int* a, int step) {
  if (at() < n) a[at()] = at() * step % 23;
}
__global__ void twice(int* a) {
  if (at() < n) a[at()] = 2 * a[at()] + at() % 3;
}
__global__ void shift(int* a, int by) {
  if (at() < n) a[at()] += by;
}
__global__ void beside(int* a) {
  if (at() < n) a[at()] = 5 - at();
}
__global__ void behind_change(int* a) {
  if (at() < n) a[at()] -= at() % 7;
}

#define CHECK(condition) \
  if (!(condition)) return printf("line %d: not so: %s\n", __LINE__, #condition), 1
#define DO(call) CHECK((call) == cudaSuccess)

int main() {
  int *a, *other;
  DO(cudaMalloc(&a, n * sizeof(int)));
  DO(cudaMalloc(&other, n * sizeof(int)));
  cudaStream_t stream, free_one;
  DO(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DO(cudaStreamCreateWithFlags(&free_one, cudaStreamNonBlocking));
  std::vector<int> result(n), beside_result(n);

  // A kernel may be launched in another stream while one is captured; it runs at once.
  cudaGraph_t graph, child;
  cudaGraphExec_t ready;
  DO(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  twice<<<blocks, 128, 0, stream>>>(a);
  beside<<<blocks, 128, 0, free_one>>>(other);
  DO(cudaGetLastError());
  twice<<<blocks, 128, 0, stream>>>(a);
  DO(cudaStreamEndCapture(stream, &child));
  DO(cudaMemcpyAsync(beside_result.data(), other, n * sizeof(int), cudaMemcpyDeviceToHost, free_one));
  DO(cudaStreamSynchronize(free_one));
  for (int i = 0; i < n; ++i) CHECK(beside_result[i] == 5 - i);

  // Fills, then twice two times as a graph within the graph, which is a copy, then shifts.
  DO(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t filled, doubled, shifted;
  int step = 7, by = 100;
  void *fill_arguments[] = {&a, &step}, *shift_arguments[] = {&a, &by};
  cudaKernelNodeParams filling{}, shifting{};
  filling.func = (void*)fill, shifting.func = (void*)shift;
  filling.gridDim = shifting.gridDim = dim3(blocks), filling.blockDim = shifting.blockDim = dim3(128);
  filling.kernelParams = fill_arguments, shifting.kernelParams = shift_arguments;
  DO(cudaGraphAddKernelNode(&filled, graph, nullptr, 0, &filling));
  DO(cudaGraphAddChildGraphNode(&doubled, graph, &filled, 1, child));
  DO(cudaGraphAddKernelNode(&shifted, graph, &doubled, 1, &shifting));
  DO(cudaGraphDestroy(child));
  DO(cudaGraphInstantiate(&ready, graph, 0));
  // Then shifts instead of twice in the graph within it, which changes neither what is ready nor a copy.
  cudaGraph_t copy;
  cudaGraphExec_t ready_copy, ready_changed;
  cudaGraphNode_t within[2];
  std::size_t count = 2;
  DO(cudaGraphClone(&copy, graph));
  DO(cudaGraphChildGraphNodeGetGraph(doubled, &child));
  DO(cudaGraphGetNodes(child, within, &count));
  CHECK(count == 2);
  for (cudaGraphNode_t each : within) DO(cudaGraphKernelNodeSetParams(each, &shifting));
  DO(cudaGraphInstantiate(&ready_copy, copy, 0));
  DO(cudaGraphInstantiate(&ready_changed, graph, 0));
  DO(cudaGraphDestroy(graph));  // what is ready needs it no more
  DO(cudaGraphDestroy(copy));
  for (cudaGraphExec_t each : {ready, ready_copy, ready_changed}) {
    DO(cudaGraphLaunch(each, stream));
    DO(cudaMemcpyAsync(result.data(), a, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
    DO(cudaStreamSynchronize(stream));
    for (int i = 0; i < n; ++i)
      CHECK(result[i] == (each == ready_changed ? i * 7 % 23 + 300 : 4 * (i * 7 % 23) + 3 * (i % 3) + 100));
    DO(cudaGraphExecDestroy(each));
  }

  // Captured anew with other arguments: what is ready takes them over.
  for (const int round : {1, 2}) {
    DO(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    fill<<<blocks, 128, 0, stream>>>(a, 3 + round);
    shift<<<blocks, 128, 0, stream>>>(a, -round);
    DO(cudaStreamEndCapture(stream, &graph));
    cudaGraphExecUpdateResultInfo info;
    DO(round == 1 ? cudaGraphInstantiate(&ready, graph, 0) : cudaGraphExecUpdate(ready, graph, &info));
    DO(cudaGraphDestroy(graph));
    DO(cudaGraphLaunch(ready, stream));
    DO(cudaMemcpyAsync(result.data(), a, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
    DO(cudaStreamSynchronize(stream));
    for (int i = 0; i < n; ++i) CHECK(result[i] == i * (3 + round) % 23 - round);
  }
  DO(cudaGraphExecDestroy(ready));

  // What is ready sets something else than its graph.
  DO(cudaGraphCreate(&graph, 0));
  cudaMemsetParams zeroing{};
  zeroing.dst = a, zeroing.elementSize = 4, zeroing.value = 40, zeroing.width = n, zeroing.height = 1;
  cudaGraphNode_t zeroed, changed;
  cudaKernelNodeParams changing = shifting;
  changing.func = (void*)behind_change;
  DO(cudaGraphAddMemsetNode(&zeroed, graph, nullptr, 0, &zeroing));
  DO(cudaGraphAddKernelNode(&changed, graph, &zeroed, 1, &changing));
  DO(cudaGraphInstantiate(&ready, graph, 0));
  zeroing.value = 60;
  DO(cudaGraphExecMemsetNodeSetParams(ready, zeroed, &zeroing));
  DO(cudaGraphLaunch(ready, stream));
  DO(cudaMemcpyAsync(result.data(), a, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
  DO(cudaStreamSynchronize(stream));
  for (int i = 0; i < n; ++i) CHECK(result[i] == 60 - i % 7);
  puts("right");
}
