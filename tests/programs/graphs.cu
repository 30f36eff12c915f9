// Two graphs: one captured from two streams, one made of nodes whose order is not that in which they were added.
#include <cstdio>
#include <vector>

constexpr int n = 1000, blocks = (n + 127) / 128;

__global__ void fill(int* a, int step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i * step % 17;
}
__global__ void add(const int* a, const int* b, int* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] += a[i] - 2 * b[i];
}

#define CHECK(condition) \
  if (!(condition)) return printf("line %d: not so: %s\n", __LINE__, #condition), 1
#define DO(call) CHECK((call) == cudaSuccess)

int main() {
  int *a, *b, *sum;
  DO(cudaMalloc(&a, n * sizeof(int)));
  DO(cudaMalloc(&b, n * sizeof(int)));
  DO(cudaMalloc(&sum, n * sizeof(int)));
  DO(cudaMemset(sum, 0, n * sizeof(int)));
  DO(cudaDeviceSynchronize());  // the streams do not wait for the default one
  cudaStream_t first, second;
  cudaEvent_t begun, filled;
  DO(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  DO(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  DO(cudaEventCreate(&begun));
  DO(cudaEventCreate(&filled));

  // The second stream joins the capture by an event, and comes back by another. Nothing runs until the launch.
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamCaptureStatus status;
  std::vector<int> result(n, -1);
  DO(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
  DO(cudaEventRecord(begun, first));
  DO(cudaStreamWaitEvent(second, begun, 0));
  DO(cudaStreamIsCapturing(second, &status));
  CHECK(status == cudaStreamCaptureStatusActive);
  fill<<<blocks, 128, 0, second>>>(b, 3);
  DO(cudaEventRecord(filled, second));
  fill<<<blocks, 128, 0, first>>>(a, 5);
  DO(cudaStreamWaitEvent(first, filled, 0));
  add<<<blocks, 128, 0, first>>>(a, b, sum);
  DO(cudaMemcpyAsync(result.data(), sum, n * sizeof(int), cudaMemcpyDeviceToHost, first));
  DO(cudaStreamEndCapture(first, &graph));
  DO(cudaStreamIsCapturing(second, &status));
  CHECK(status == cudaStreamCaptureStatusNone);
  CHECK(result[5] == -1);
  std::size_t nodes = 0;
  DO(cudaGraphGetNodes(graph, nullptr, &nodes));
  CHECK(nodes == 4);
  DO(cudaGraphInstantiate(&ready, graph, 0));
  for (int launch = 1; launch <= 3; ++launch) {
    DO(cudaGraphLaunch(ready, first));
    DO(cudaStreamSynchronize(first));
    for (int i = 0; i < n; ++i) CHECK(result[i] == launch * (i * 5 % 17 - 2 * (i * 3 % 17)));
  }
  DO(cudaGraphExecDestroy(ready));
  DO(cudaGraphDestroy(graph));

  // Zeroes, then fills, then adds, then copies; added the other way round.
  DO(cudaGraphCreate(&graph, 0));
  int step = 7;
  cudaKernelNodeParams filling{}, adding{};
  void *fill_arguments[] = {&a, &step}, *add_arguments[] = {&a, &b, &sum};
  filling.func = (void*)fill, adding.func = (void*)add;
  filling.gridDim = adding.gridDim = dim3(blocks), filling.blockDim = adding.blockDim = dim3(128);
  filling.kernelParams = fill_arguments, adding.kernelParams = add_arguments;
  cudaMemsetParams zeroing{};
  zeroing.dst = sum, zeroing.elementSize = 4, zeroing.value = 1000, zeroing.width = n, zeroing.height = 1;
  static bool called = false;
  cudaHostNodeParams telling{};
  telling.fn = [](void* to) { *static_cast<bool*>(to) = true; }, telling.userData = &called;
  cudaGraphNode_t copied, added, filled_node, zeroed, told;
  DO(cudaGraphAddMemcpyNode1D(&copied, graph, nullptr, 0, result.data(), sum, n * sizeof(int), cudaMemcpyDeviceToHost));
  DO(cudaGraphAddHostNode(&told, graph, &copied, 1, &telling));
  DO(cudaGraphAddMemsetNode(&zeroed, graph, nullptr, 0, &zeroing));
  DO(cudaGraphAddKernelNode(&filled_node, graph, &zeroed, 1, &filling));
  DO(cudaGraphAddKernelNode(&added, graph, &filled_node, 1, &adding));
#if CUDART_VERSION >= 13000
  DO(cudaGraphAddDependencies(graph, &added, &copied, nullptr, 1));
#else
  DO(cudaGraphAddDependencies(graph, &added, &copied, 1));
#endif
  step = 1;  // the graph has 7
  DO(cudaGraphInstantiate(&ready, graph, 0));
  DO(cudaGraphLaunch(ready, first));
  DO(cudaStreamSynchronize(first));
  CHECK(called);
  for (int i = 0; i < n; ++i) CHECK(result[i] == 1000 + i * 7 % 17 - 2 * (i * 3 % 17));
  step = 11;
  DO(cudaGraphExecKernelNodeSetParams(ready, filled_node, &filling));
  DO(cudaGraphLaunch(ready, first));
  DO(cudaStreamSynchronize(first));
  for (int i = 0; i < n; ++i) CHECK(result[i] == 1000 + i * 11 % 17 - 2 * (i * 3 % 17));

  // What a stream that is captured cannot do.
  CHECK(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal) == cudaErrorStreamCaptureUnsupported);
  CHECK(cudaStreamEndCapture(first, &graph) == cudaErrorIllegalState);
  DO(cudaStreamBeginCapture(first, cudaStreamCaptureModeRelaxed));
  CHECK(cudaStreamSynchronize(first) == cudaErrorStreamCaptureUnsupported);
  CHECK(cudaStreamEndCapture(first, &graph) == cudaErrorStreamCaptureInvalidated);
  DO(cudaStreamBeginCapture(first, cudaStreamCaptureModeRelaxed));
  DO(cudaEventRecord(begun, first));
  CHECK(cudaEventQuery(begun) == cudaErrorCapturedEvent);
  CHECK(cudaStreamWaitEvent(second, begun, 0) == cudaErrorInvalidValue);
  CHECK(cudaStreamEndCapture(first, &graph) == cudaErrorStreamCaptureInvalidated);
  DO(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
  CHECK(cudaMalloc(&sum, 4) == cudaErrorStreamCaptureUnsupported);
  CHECK(cudaStreamEndCapture(first, &graph) == cudaErrorStreamCaptureInvalidated);
  DO(cudaStreamBeginCapture(first, cudaStreamCaptureModeRelaxed));  // the second stream never comes back
  DO(cudaEventRecord(begun, first));
  DO(cudaStreamWaitEvent(second, begun, 0));
  fill<<<blocks, 128, 0, second>>>(b, 3);
  CHECK(cudaStreamEndCapture(first, &graph) == cudaErrorStreamCaptureUnjoined);
  cudaGetLastError();
  puts("right");
}
