// SPDX-License-Identifier: MIT
// The functions by which programs capture streams, make graphs ready, change and launch them.
#include <algorithm>
#include <optional>

#include "tracing/preload/graph.h"
#include "tracing/preload/launch.h"

using namespace gemmscope::preload;
using gemmscope::Result;

extern "C" {

// Of programs that were compiled with --default-stream per-thread.
cudaError_t cudaStreamBeginCapture_ptsz(cudaStream_t stream, cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture_ptsz(cudaStream_t stream, cudaGraph_t* to);
cudaError_t cudaGraphInstantiateWithParams_ptsz(cudaGraphExec_t* to, cudaGraph_t graph,
                                                cudaGraphInstantiateParams* how);
cudaError_t cudaGraphLaunch_ptsz(cudaGraphExec_t ready, cudaStream_t stream);

}  // extern "C"

namespace {

/// Until the capture ends, nothing may wait for the GPU.
template <class Real>
cudaError_t begun(cudaStream_t stream, const Real& real) {
  const Inside inside;
  const cudaError_t error = real();
  if (error != cudaSuccess || !inside.is_outermost()) return error;
  Program& all = program();
  const std::scoped_lock lock(all.mutex);
  all.captured.insert(stream);
  return error;
}
template <class Real>
cudaError_t ended(cudaStream_t stream, const Real& real) {
  const Inside inside;
  const cudaError_t error = real();
  if (!inside.is_outermost()) return error;
  Program& all = program();
  const std::scoped_lock lock(all.mutex);
  if (!is_captured(stream)) all.captured.erase(stream);
  return error;
}

template <class Real>
cudaError_t made_ready(cudaGraphExec_t* to, cudaGraph_t graph, const Real& real) {
  const Inside inside;
  const cudaError_t error = real();
  if (error != cudaSuccess || !inside.is_outermost()) return error;
  Program& all = program();
  const std::scoped_lock lock(all.mutex);
  if (!all.wish.folder.empty()) all.graphs[*to] = std::make_shared<Graph>(graph_of(all, graph));
  return error;
}

/// `follow(program, graph)`: changes our copy of what can be launched in the same way.
template <class Real, class Follow>
cudaError_t changed(cudaGraphExec_t ready, const Real& real, const Follow& follow) {
  const Inside inside;
  const cudaError_t error = real();
  if (error != cudaSuccess || !inside.is_outermost()) return error;
  Program& all = program();
  const std::scoped_lock lock(all.mutex);
  if (const auto found = all.graphs.find(ready); found != all.graphs.end()) follow(all, *found->second);
  return error;
}
template <class Real>
cudaError_t changed(cudaGraphExec_t ready, const Real& real) {
  return changed(ready, real, [](Program&, Graph& graph) {
    if (graph.trouble.empty())
      graph.trouble = "a node of the graph that launches it was changed after it was made ready";
  });
}

/// Which tasks are launches that are to be recorded. Program::mutex must be held.
std::vector<bool> recorded_of(Program& all, const Graph& graph) {
  std::vector<bool> recorded;
  for (const Task& task : graph.tasks)
    recorded.push_back(task.kernel != nullptr && (++task.kernel->kernel.launches, all.wish.names(task.kernel->kernel)));
  for (const Task& task : graph.tasks)
    if (task.kernel != nullptr) --task.kernel->kernel.launches;
  return recorded;
}

/// The tasks have been launched. `trouble`: why what was to be recorded has not been.
void count(std::span<const Task> tasks, const std::string& trouble = "") {
  Program& all = program();
  const std::scoped_lock lock(all.mutex);
  for (const Task& task : tasks) {
    if (task.kernel == nullptr) continue;
    ++task.kernel->kernel.launches;
    all.wish.note_launch(task.kernel->kernel);
    if (!trouble.empty() && all.wish.names(task.kernel->kernel))
      all.wish.keep(task.kernel->kernel, gemmscope::fail(gemmscope::ErrorKind::kUsage, trouble));
  }
}

/// A launch that is to be recorded, or what comes between two of these.
struct Step {
  std::span<const Task> tasks;
  std::optional<Call> call{};
  Part part{};
};

Result<std::vector<Step>> steps_of(const Graph& graph, const std::vector<bool>& recorded, cudaStream_t stream) {
  const std::span<const Task> tasks = graph.tasks;
  std::vector<Step> steps;
  for (std::size_t begin = 0, end = 1; begin < tasks.size(); begin = end++) {
    if (recorded[begin]) {
      auto call = call_of(tasks[begin], stream);
      if (!call) return tl::unexpected(call.error());
      steps.push_back({tasks.subspan(begin, 1), std::move(*call)});
      continue;
    }
    while (end < tasks.size() && !recorded[end] && tasks[end].graph == tasks[begin].graph) ++end;
    auto part = part_of(tasks.subspan(begin, end - begin));
    if (!part) return tl::unexpected(part.error());
    steps.push_back({tasks.subspan(begin, end - begin), {}, std::move(*part)});
  }
  return steps;
}

cudaError_t launch_apart(Graph& graph, std::vector<Step> steps, cudaStream_t stream) {
  for (Step& step : steps) {
    const cudaError_t error =
        step.call
            ? launch(step.tasks.front().kernel->kernel.stub, *step.call)
            : program().turns.beside_others([&] { return GS_REAL(cudaGraphLaunch)(step.part.ready.get(), stream); });
    if (error != cudaSuccess) return error;
    if (step.call) continue;
    count(step.tasks);
    graph.parts.push_back(std::move(step.part));
  }
  return cudaSuccess;
}

template <class Real>
cudaError_t launched(cudaGraphExec_t ready, cudaStream_t stream, const Real& real) {
  const Inside inside;
  if (!inside.is_outermost()) return real();
  std::shared_ptr<Graph> graph;
  std::vector<bool> recorded;
  std::string trouble;
  {
    Program& all = program();
    const std::scoped_lock lock(all.mutex);
    const auto found = all.graphs.find(ready);
    if (found != all.graphs.end() && !is_captured(stream)) {
      graph = found->second, recorded = recorded_of(all, *graph);
      trouble = !graph->trouble.empty() ? graph->trouble : is_capturing(all) ? kWhileCapturing : "";
    }
  }
  if (trouble.empty() && std::ranges::find(recorded, true) != recorded.end()) {
    auto steps = steps_of(*graph, recorded, stream);
    if (steps) return launch_apart(*graph, std::move(*steps), stream);
    trouble = steps.error().message;
  }
  const cudaError_t error = program().turns.beside_others(real);
  if (error == cudaSuccess && graph != nullptr) count(graph->tasks, trouble);
  return error;
}

}  // namespace

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return begun(stream, [=] { return GS_REAL(cudaStreamBeginCapture)(stream, mode); });
}
cudaError_t cudaStreamBeginCapture_ptsz(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return begun(of_thread(stream), [=] { return GS_REAL(cudaStreamBeginCapture_ptsz)(stream, mode); });
}
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* after,
                                          const cudaGraphEdgeData* edges, std::size_t count,
                                          cudaStreamCaptureMode mode) {
  return begun(stream,
               [=] { return GS_REAL(cudaStreamBeginCaptureToGraph)(stream, graph, after, edges, count, mode); });
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* to) {
  return ended(stream, [=] { return GS_REAL(cudaStreamEndCapture)(stream, to); });
}
cudaError_t cudaStreamEndCapture_ptsz(cudaStream_t stream, cudaGraph_t* to) {
  return ended(of_thread(stream), [=] { return GS_REAL(cudaStreamEndCapture_ptsz)(stream, to); });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* to, cudaGraph_t graph, unsigned long long flags) {
  return made_ready(to, graph, [=] { return GS_REAL(cudaGraphInstantiate)(to, graph, flags); });
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* to, cudaGraph_t graph, unsigned long long flags) {
  return made_ready(to, graph, [=] { return GS_REAL(cudaGraphInstantiateWithFlags)(to, graph, flags); });
}
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* to, cudaGraph_t graph, cudaGraphInstantiateParams* how) {
  return made_ready(to, graph, [=] { return GS_REAL(cudaGraphInstantiateWithParams)(to, graph, how); });
}
cudaError_t cudaGraphInstantiateWithParams_ptsz(cudaGraphExec_t* to, cudaGraph_t graph,
                                                cudaGraphInstantiateParams* how) {
  return made_ready(to, graph, [=] { return GS_REAL(cudaGraphInstantiateWithParams_ptsz)(to, graph, how); });
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t ready) {
  const Inside inside;
  if (inside.is_outermost()) {
    Program& all = program();
    const std::scoped_lock lock(all.mutex);
    all.graphs.erase(ready);
  }
  return GS_REAL(cudaGraphExecDestroy)(ready);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t ready, cudaStream_t stream) {
  return launched(ready, stream, [=] { return GS_REAL(cudaGraphLaunch)(ready, stream); });
}
cudaError_t cudaGraphLaunch_ptsz(cudaGraphExec_t ready, cudaStream_t stream) {
  return launched(ready, of_thread(stream), [=] { return GS_REAL(cudaGraphLaunch_ptsz)(ready, stream); });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t ready, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* what) {
  return changed(
      ready, [=] { return GS_REAL(cudaGraphExecKernelNodeSetParams)(ready, node, what); },
      [=](Program& all, Graph& graph) { change_kernel(all, graph, node, *what); });
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t ready, cudaGraph_t other, cudaGraphExecUpdateResultInfo* result) {
  return changed(
      ready, [=] { return GS_REAL(cudaGraphExecUpdate)(ready, other, result); },
      [=](Program& all, Graph& graph) {
        auto parts = std::move(graph.parts);
        graph = graph_of(all, other), graph.parts = std::move(parts);
      });
}

// What else of a graph can be changed is not followed.
#define GS_CHANGES(name, parameters, arguments)                     \
  cudaError_t name parameters {                                     \
    return changed(ready, [&] { return GS_REAL(name) arguments; }); \
  }
GS_CHANGES(cudaGraphExecMemcpyNodeSetParams,
           (cudaGraphExec_t ready, cudaGraphNode_t node, const cudaMemcpy3DParms* what), (ready, node, what))
GS_CHANGES(cudaGraphExecMemcpyNodeSetParams1D,
           (cudaGraphExec_t ready, cudaGraphNode_t node, void* to, const void* from, std::size_t bytes,
            cudaMemcpyKind kind),
           (ready, node, to, from, bytes, kind))
GS_CHANGES(cudaGraphExecMemcpyNodeSetParamsToSymbol,
           (cudaGraphExec_t ready, cudaGraphNode_t node, const void* symbol, const void* from, std::size_t bytes,
            std::size_t offset, cudaMemcpyKind kind),
           (ready, node, symbol, from, bytes, offset, kind))
GS_CHANGES(cudaGraphExecMemcpyNodeSetParamsFromSymbol,
           (cudaGraphExec_t ready, cudaGraphNode_t node, void* to, const void* symbol, std::size_t bytes,
            std::size_t offset, cudaMemcpyKind kind),
           (ready, node, to, symbol, bytes, offset, kind))
GS_CHANGES(cudaGraphExecMemsetNodeSetParams,
           (cudaGraphExec_t ready, cudaGraphNode_t node, const cudaMemsetParams* what), (ready, node, what))
GS_CHANGES(cudaGraphExecHostNodeSetParams,
           (cudaGraphExec_t ready, cudaGraphNode_t node, const cudaHostNodeParams* what), (ready, node, what))
GS_CHANGES(cudaGraphExecChildGraphNodeSetParams, (cudaGraphExec_t ready, cudaGraphNode_t node, cudaGraph_t child),
           (ready, node, child))
GS_CHANGES(cudaGraphExecEventRecordNodeSetEvent, (cudaGraphExec_t ready, cudaGraphNode_t node, cudaEvent_t event),
           (ready, node, event))
GS_CHANGES(cudaGraphExecEventWaitNodeSetEvent, (cudaGraphExec_t ready, cudaGraphNode_t node, cudaEvent_t event),
           (ready, node, event))
GS_CHANGES(cudaGraphExecExternalSemaphoresSignalNodeSetParams,
           (cudaGraphExec_t ready, cudaGraphNode_t node, const cudaExternalSemaphoreSignalNodeParams* what),
           (ready, node, what))
GS_CHANGES(cudaGraphExecExternalSemaphoresWaitNodeSetParams,
           (cudaGraphExec_t ready, cudaGraphNode_t node, const cudaExternalSemaphoreWaitNodeParams* what),
           (ready, node, what))
GS_CHANGES(cudaGraphExecNodeSetParams, (cudaGraphExec_t ready, cudaGraphNode_t node, cudaGraphNodeParams* what),
           (ready, node, what))
GS_CHANGES(cudaGraphNodeSetEnabled, (cudaGraphExec_t ready, cudaGraphNode_t node, unsigned enabled),
           (ready, node, enabled))
#undef GS_CHANGES

}  // extern "C"
