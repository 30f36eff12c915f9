// SPDX-License-Identifier: MIT
#include "tracing/preload/graph.h"

#include <algorithm>
#include <unordered_set>

namespace gemmscope::preload {
namespace {

/// The runtime forgets an error that is no business of the program's.
bool is_done(cudaError_t error) {
  if (error != cudaSuccess) static_cast<void>(GS_REAL(cudaGetLastError)());
  return error == cudaSuccess;
}

/// Reads as many nodes as there are: `ask(to, count)`.
template <class Ask>
bool read_nodes(std::vector<cudaGraphNode_t>& nodes, const Ask& ask) {
  std::size_t count = 0;
  if (!is_done(ask(nullptr, &count))) return false;
  nodes.resize(count);
  return count == 0 || is_done(ask(nodes.data(), &count));
}

/// Which nodes come before. False: they do so in a way that the runtime's function cannot say.
bool read_dependencies(cudaGraphNode_t node, std::vector<cudaGraphNode_t>& before) {
  constexpr char kName[] =
      "cudaGraphNodeGetDependencies";  // has changed: the program's runtime decides, not our headers
  using Until12 = cudaError_t(cudaGraphNode_t, cudaGraphNode_t*, std::size_t*);
  using Since13 = cudaError_t(cudaGraphNode_t, cudaGraphNode_t*, cudaGraphEdgeData*, std::size_t*);
  int version = 0;
  static_cast<void>(GS_REAL(cudaRuntimeGetVersion)(&version));
  return read_nodes(before, [&](cudaGraphNode_t* to, std::size_t* count) {
    return version < 13000 ? real_function<Until12>(kName)(node, to, count)
                           : real_function<Since13>(kName)(node, to, nullptr, count);
  });
}

LoadedKernel* kernel_of(Program& program, cudaGraphNode_t node) {
  cudaKernelNodeParams what{};
  if (!is_done(GS_REAL(cudaGraphKernelNodeGetParams)(node, &what))) return nullptr;  // of a library's own runtime
  return program.kernel_of(what.func);
}

/// Adds the tasks of a graph to those of `all`.
class Reader {
 public:
  Reader(Program& program, Graph& all) : program_(program), all_(all) {}

  void add(cudaGraph_t graph) {
    std::vector<cudaGraphNode_t> nodes;
    if (!read_nodes(nodes, [&](cudaGraphNode_t* to, std::size_t* count) {
          return GS_REAL(cudaGraphGetNodes)(graph, to, count);
        }))
      return refuse("cannot be read");
    std::unordered_set<cudaGraphNode_t> done;
    while (done.size() < nodes.size()) {
      const std::size_t before = done.size();
      for (const cudaGraphNode_t node : nodes)
        if (!done.contains(node) && may_run(node, done)) add(graph, node), done.insert(node);
      if (done.size() == before) return refuse("has nodes whose order cannot be read");
    }
  }

 private:
  /// `what`: of the graph.
  void refuse(const char* what) {
    if (all_.trouble.empty()) all_.trouble = std::string("the graph that launches it ") + what;
  }

  bool may_run(cudaGraphNode_t node, const std::unordered_set<cudaGraphNode_t>& done) {
    std::vector<cudaGraphNode_t> before;
    return read_dependencies(node, before) &&
           std::ranges::all_of(before, [&](cudaGraphNode_t each) { return done.contains(each); });
  }

  void add(cudaGraph_t graph, cudaGraphNode_t node) {
    cudaGraphNodeType type{};
    if (!is_done(GS_REAL(cudaGraphNodeGetType)(node, &type))) return refuse("cannot be read");
    cudaGraph_t child = nullptr;
    switch (type) {
      case cudaGraphNodeTypeKernel: return all_.tasks.push_back({graph, node, kernel_of(program_, node)});
      case cudaGraphNodeTypeGraph:
        if (!is_done(GS_REAL(cudaGraphChildGraphNodeGetGraph)(node, &child))) return refuse("cannot be read");
        return add(child);
      case cudaGraphNodeTypeMemAlloc:
      case cudaGraphNodeTypeMemFree: return refuse("allocates or frees memory");
      case cudaGraphNodeTypeMemcpy:
      case cudaGraphNodeTypeMemset:
      case cudaGraphNodeTypeHost:
      case cudaGraphNodeTypeEmpty:
      case cudaGraphNodeTypeWaitEvent:
      case cudaGraphNodeTypeEventRecord:
      case cudaGraphNodeTypeExtSemaphoreSignal:
      case cudaGraphNodeTypeExtSemaphoreWait: return all_.tasks.push_back({graph, node});
      default: return refuse("branches, or has nodes of an unknown kind");
    }
  }

  Program& program_;
  Graph& all_;
};

/// Destroys what a graph has beside the tasks, of whose own graph it is a copy.
cudaError_t keep_only(std::span<const Task> tasks, cudaGraph_t copy) {
  std::unordered_set<cudaGraphNode_t> wanted;
  for (const Task& task : tasks) {
    cudaGraphNode_t node = nullptr;
    if (const cudaError_t error = GS_REAL(cudaGraphNodeFindInClone)(&node, task.node, copy); error != cudaSuccess)
      return error;
    wanted.insert(node);
  }
  std::vector<cudaGraphNode_t> nodes;
  if (!read_nodes(nodes,
                  [&](cudaGraphNode_t* to, std::size_t* count) { return GS_REAL(cudaGraphGetNodes)(copy, to, count); }))
    return cudaErrorUnknown;
  for (const cudaGraphNode_t node : nodes) {
    if (wanted.contains(node)) continue;
    if (const cudaError_t error = GS_REAL(cudaGraphDestroyNode)(node); error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

}  // namespace

Graph graph_of(Program& program, cudaGraph_t given) {
  Graph graph;
  cudaGraph_t copy = nullptr;
  if (is_done(GS_REAL(cudaGraphClone)(&copy, given))) graph.copy.reset(copy);
  Reader(program, graph).add(graph.copy ? copy : given);
  if (!graph.copy && graph.trouble.empty()) graph.trouble = "the graph that launches it cannot be copied";
  return graph;
}

void change_kernel(Program& program, Graph& graph, cudaGraphNode_t node, const cudaKernelNodeParams& what) {
  cudaGraphNode_t own = nullptr;
  const bool is_changed = graph.copy && is_done(GS_REAL(cudaGraphNodeFindInClone)(&own, node, graph.copy.get())) &&
                          is_done(GS_REAL(cudaGraphKernelNodeSetParams)(own, &what));
  const auto task = std::ranges::find(graph.tasks, own, &Task::node);
  if (is_changed && task != graph.tasks.end())
    task->kernel = kernel_of(program, own);
  else if (graph.trouble.empty())
    graph.trouble = "a node of the graph that launches it was changed in a way that cannot be followed";
}

Result<Part> part_of(std::span<const Task> tasks) {
  cudaGraph_t copy = nullptr;
  cudaGraphExec_t ready = nullptr;
  cudaError_t error = GS_REAL(cudaGraphClone)(&copy, tasks.front().graph);
  const std::unique_ptr<CUgraph_st, Graph::Destroy> own(copy);
  if (error == cudaSuccess) error = keep_only(tasks, copy);
  if (error == cudaSuccess) error = GS_REAL(cudaGraphInstantiate)(&ready, copy, 0);
  if (error != cudaSuccess) return failed("the graph that launches it cannot be divided", error);
  Part part;
  part.ready.reset(ready);
  return part;
}

Result<Call> call_of(const Task& task, cudaStream_t stream) {
  cudaKernelNodeParams what{};
  if (const cudaError_t error = GS_REAL(cudaGraphKernelNodeGetParams)(task.node, &what); error != cudaSuccess)
    return failed("what a graph launches cannot be read", error);
  if (what.kernelParams == nullptr && what.extra != nullptr)
    return tl::unexpected(Error{ErrorKind::kUsage, "its arguments were given as one buffer"});
  std::vector<cudaLaunchAttribute> attributes;
  for (const cudaLaunchAttributeID id : {cudaLaunchAttributeCooperative, cudaLaunchAttributeClusterDimension}) {
    cudaLaunchAttribute& attribute = attributes.emplace_back();
    attribute.id = id;
    const bool is_known = is_done(GS_REAL(cudaGraphKernelNodeGetAttribute)(task.node, id, &attribute.val));
    const auto& cluster = attribute.val.clusterDim;
    const bool is_set =
        id == cudaLaunchAttributeCooperative ? attribute.val.cooperative != 0 : cluster.x * cluster.y * cluster.z > 1;
    if (!is_known || !is_set) attributes.pop_back();
  }
  const bool is_cooperative = !attributes.empty() && attributes.front().id == cudaLaunchAttributeCooperative;
  return Call{.grid = {what.gridDim.x, what.gridDim.y, what.gridDim.z},
              .block = {what.blockDim.x, what.blockDim.y, what.blockDim.z},
              .dynamic_shared = what.sharedMemBytes,
              .stream = stream,
              .arguments = what.kernelParams,
              .is_cooperative = is_cooperative,
              .launch = [=](const void* stub) mutable {
                const cudaLaunchConfig_t config{what.gridDim,        what.blockDim,
                                                what.sharedMemBytes, stream,
                                                attributes.data(),   static_cast<unsigned>(attributes.size())};
                return GS_REAL(cudaLaunchKernelExC)(&config, stub, what.kernelParams);
              }};
}

}  // namespace gemmscope::preload
