// SPDX-License-Identifier: MIT
// Graphs: tasks, and which come before which. A launch does them one after the other.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "tracing/runtime/cudart/streams.h"

using namespace gemmscope::runtime;

using Node = CUgraphNode_st;
using Work = std::function<cudaError_t()>;

/// A graph that can be launched: its nodes as they were, in an order that keeps all dependencies.
struct CUgraphExec_st {
  struct Task {
    cudaGraphNode_t node;  ///< by which programs name it; may be gone
    cudaGraphNodeType type;
    Work work;
  };
  std::vector<Task> tasks;
};

namespace {

/// Empty: nodes wait for each other in a circle.
std::vector<CUgraphExec_st::Task> in_order(const CUgraph_st& graph) {
  std::vector<CUgraphExec_st::Task> tasks;
  std::unordered_set<cudaGraphNode_t> done;
  while (tasks.size() < graph.nodes.size()) {
    const std::size_t before = tasks.size();
    for (const auto& node : graph.nodes)
      if (!done.contains(node.get()) &&
          std::ranges::all_of(node->after, [&](auto each) { return done.contains(each); })) {
        tasks.push_back({node.get(), node->type, node->work});
        done.insert(node.get());
      }
    if (tasks.size() == before) return {};
  }
  return tasks;
}

cudaError_t do_all(const std::vector<CUgraphExec_st::Task>& tasks) {
  for (const CUgraphExec_st::Task& task : tasks)
    if (const cudaError_t error = task.work(); error != cudaSuccess) return error;
  return cudaSuccess;
}

/// The work of a node that is a graph itself.
struct Child {
  std::shared_ptr<CUgraph_st> graph;
  cudaError_t operator()() const { return do_all(in_order(*graph)); }
};

/// What nodes do is in no stream of the program's; this one is never captured.
const cudaStream_t kOfGraphs = cudaStreamPerThread;

/// At most as many as there is room for; without `to`, how many there are.
void give(const std::vector<cudaGraphNode_t>& nodes, cudaGraphNode_t* to, std::size_t* count) {
  const std::size_t room = to == nullptr ? 0 : *count;
  for (std::size_t i = 0; i < room; ++i) to[i] = i < nodes.size() ? nodes[i] : nullptr;
  *count = to == nullptr ? nodes.size() : std::min(room, nodes.size());
}

bool has(const CUgraph_st& graph, cudaGraphNode_t node) {
  return std::ranges::any_of(graph.nodes, [&](const auto& each) { return each.get() == node; });
}

/// `make(runtime)` gives the node's work, or nothing where its parameters are wrong.
template <class Make>
cudaError_t add(cudaGraphNode_t* to, cudaGraph_t graph, const cudaGraphNode_t* after, std::size_t count,
                cudaGraphNodeType type, Make make) {
  return call([&](Runtime& runtime) {
    if (to == nullptr || graph == nullptr || (after == nullptr && count != 0)) return cudaErrorInvalidValue;
    for (std::size_t i = 0; i < count; ++i)
      if (!has(*graph, after[i])) return cudaErrorInvalidValue;
    Work work = make(runtime);
    if (!work) return cudaErrorInvalidValue;
    graph->nodes.push_back(std::make_shared<Node>(Node{type, std::move(work), {after, after + count}, {}, graph}));
    *to = graph->nodes.back().get();
    return cudaSuccess;
  });
}

/// The arguments are copied: the program may change them afterwards.
Work launch_of(Runtime& runtime, const cudaKernelNodeParams* what) {
  Kernel* const kernel = what == nullptr ? nullptr : runtime.modules.kernel(what->func);
  if (kernel == nullptr) return {};
  const auto program = runtime.modules.program(*kernel);
  if (!program) runtime.refuse(program.error());
  if (what->kernelParams == nullptr && !(*program)->parameters.empty()) return {};
  return kept_launch(runtime, kernel, what->gridDim, what->blockDim, what->kernelParams, what->sharedMemBytes, false);
}

/// Elements of 1, 2 or 4 bytes, width of them in each of the rows.
Work fill_of(const cudaMemsetParams& what) {
  if (what.elementSize != 1 && what.elementSize != 2 && what.elementSize != 4) return {};
  return [what] {
    std::vector<std::byte> row(what.width * what.elementSize);
    for (std::size_t i = 0; i < row.size(); ++i)
      row[i] = static_cast<std::byte>(what.value >> 8 * (i % what.elementSize));
    for (std::size_t r = 0; r < what.height; ++r) {
      const cudaError_t error = cudaMemcpyAsync(static_cast<std::byte*>(what.dst) + r * what.pitch, row.data(),
                                                row.size(), cudaMemcpyHostToDevice, kOfGraphs);
      if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
  };
}

/// `make(runtime)`: as for add().
template <class Make>
cudaError_t change(cudaGraphExec_t ready, cudaGraphNode_t node, Make make) {
  return call([&](Runtime& runtime) {
    if (ready == nullptr) return cudaErrorInvalidValue;
    const auto task = std::ranges::find(ready->tasks, node, &CUgraphExec_st::Task::node);
    Work work = make(runtime);
    if (task == ready->tasks.end() || !work) return cudaErrorInvalidValue;
    return task->work = std::move(work), cudaSuccess;
  });
}

CUgraph_st copy_of(const CUgraph_st& graph);

/// What changes of a graph in a node do not change.
Work apart(const Work& work) {
  const auto* const child = work.target<Child>();
  return child == nullptr ? work : Work(Child{std::make_shared<CUgraph_st>(copy_of(*child->graph))});
}

/// As a copy of a graph names its nodes: in the same order.
CUgraph_st copy_of(const CUgraph_st& graph) {
  CUgraph_st copy;
  std::unordered_map<cudaGraphNode_t, cudaGraphNode_t> copies;
  for (const auto& node : graph.nodes) {
    copy.nodes.push_back(std::make_shared<Node>(*node));
    copies[node.get()] = copy.nodes.back().get();
    copy.nodes.back()->copied_from = node.get(), copy.nodes.back()->graph = nullptr;
    copy.nodes.back()->work = apart(node->work);
  }
  for (const auto& node : copy.nodes)
    for (cudaGraphNode_t& before : node->after) before = copies.at(before);
  return copy;
}

}  // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* to, unsigned) {
  return call([&](Runtime&) { return to == nullptr ? cudaErrorInvalidValue : (*to = new CUgraph_st, cudaSuccess); });
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return call([&](Runtime&) { return graph == nullptr ? cudaErrorInvalidValue : (delete graph, cudaSuccess); });
}
cudaError_t cudaGraphClone(cudaGraph_t* to, cudaGraph_t graph) {
  return call([&](Runtime&) {
    if (to == nullptr || graph == nullptr) return cudaErrorInvalidValue;
    *to = new CUgraph_st(copy_of(*graph));
    return cudaSuccess;
  });
}
/// Without `to`: how many there are.
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* to, std::size_t* count) {
  return call([&](Runtime&) {
    if (graph == nullptr || count == nullptr) return cudaErrorInvalidValue;
    std::vector<cudaGraphNode_t> nodes;
    for (const auto& node : graph->nodes) node->graph = graph, nodes.push_back(node.get());
    return give(nodes, to, count), cudaSuccess;
  });
}
#if CUDART_VERSION >= 13000
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* to, cudaGraphEdgeData*,
                                         std::size_t* count) {
#else
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* to, std::size_t* count) {
#endif
  return call([&](Runtime&) {
    if (node == nullptr || count == nullptr) return cudaErrorInvalidValue;
    return give(node->after, to, count), cudaSuccess;
  });
}
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* to, cudaGraphNode_t original, cudaGraph_t copy) {
  return call([&](Runtime&) {
    if (to == nullptr || original == nullptr || copy == nullptr) return cudaErrorInvalidValue;
    const auto found = std::ranges::find(copy->nodes, original, [](const auto& node) { return node->copied_from; });
    if (found == copy->nodes.end()) return cudaErrorInvalidValue;
    (*found)->graph = copy;
    return *to = found->get(), cudaSuccess;
  });
}
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return call([&](Runtime&) {
    if (node == nullptr || node->graph == nullptr) return cudaErrorInvalidValue;
    std::vector<std::shared_ptr<Node>>& nodes = node->graph->nodes;
    for (const auto& other : nodes) std::erase(other->after, node);
    std::erase_if(nodes, [&](const auto& each) { return each.get() == node; });
    return cudaSuccess;
  });
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* to) {
  return call([&](Runtime&) {
    return node == nullptr || to == nullptr ? cudaErrorInvalidValue : (*to = node->type, cudaSuccess);
  });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* to, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   std::size_t count, const cudaKernelNodeParams* what) {
  return add(to, graph, after, count, cudaGraphNodeTypeKernel,
             [&](Runtime& runtime) { return launch_of(runtime, what); });
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* to, cudaGraph_t graph, const cudaGraphNode_t* after,
                                     std::size_t count, void* at, const void* from, std::size_t bytes,
                                     cudaMemcpyKind kind) {
  return add(to, graph, after, count, cudaGraphNodeTypeMemcpy,
             [=](Runtime&) { return Work([=] { return cudaMemcpyAsync(at, from, bytes, kind, kOfGraphs); }); });
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* to, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   std::size_t count, const cudaMemcpy3DParms* what) {
  return add(to, graph, after, count, cudaGraphNodeTypeMemcpy, [&](Runtime&) {
    return what == nullptr ? Work() : Work([copy = *what] { return cudaMemcpy3DAsync(&copy, kOfGraphs); });
  });
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* to, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   std::size_t count, const cudaMemsetParams* what) {
  return add(to, graph, after, count, cudaGraphNodeTypeMemset,
             [&](Runtime&) { return what == nullptr ? Work() : fill_of(*what); });
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* to, cudaGraph_t graph, const cudaGraphNode_t* after,
                                 std::size_t count, const cudaHostNodeParams* what) {
  return add(to, graph, after, count, cudaGraphNodeTypeHost, [&](Runtime&) {
    return what == nullptr ? Work() : Work([host = *what] {
      const cudaError_t error = come_to_host();
      if (error == cudaSuccess) host.fn(host.userData);
      return error;
    });
  });
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* to, cudaGraph_t graph, const cudaGraphNode_t* after,
                                  std::size_t count) {
  return add(to, graph, after, count, cudaGraphNodeTypeEmpty,
             [](Runtime&) { return Work([] { return cudaSuccess; }); });
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* to, cudaGraph_t graph, const cudaGraphNode_t* after,
                                       std::size_t count, cudaGraph_t child) {
  return add(to, graph, after, count, cudaGraphNodeTypeGraph, [&](Runtime&) {
    if (child == nullptr) return Work();
    const bool has_order = in_order(*child).size() == child->nodes.size();
    return has_order ? Work(Child{std::make_shared<CUgraph_st>(copy_of(*child))}) : Work();
  });
}
// Since CUDA 13 each dependency may have data, which graphs of kernels that wait for parts of others need.
#if CUDART_VERSION >= 13000
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData*, std::size_t count) {
#else
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     std::size_t count) {
#endif
  return call([&](Runtime&) {
    if (graph == nullptr) return cudaErrorInvalidValue;
    for (std::size_t i = 0; i < count; ++i)
      if (!has(*graph, from[i]) || !has(*graph, to[i])) return cudaErrorInvalidValue;
    for (std::size_t i = 0; i < count; ++i) to[i]->after.push_back(from[i]);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* to, cudaGraph_t graph, unsigned long long) {
  return call([&](Runtime&) {
    if (to == nullptr || graph == nullptr) return cudaErrorInvalidValue;
    std::vector<CUgraphExec_st::Task> tasks = in_order(*graph);
    if (tasks.size() != graph->nodes.size()) return cudaErrorInvalidValue;
    for (CUgraphExec_st::Task& task : tasks) task.work = apart(task.work);
    *to = new CUgraphExec_st{std::move(tasks)};
    return cudaSuccess;
  });
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* to, cudaGraph_t graph, unsigned long long flags) {
  return cudaGraphInstantiate(to, graph, flags);
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t ready) {
  return call([&](Runtime&) { return ready == nullptr ? cudaErrorInvalidValue : (delete ready, cudaSuccess); });
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t ready, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* what) {
  return change(ready, node, [&](Runtime& runtime) { return launch_of(runtime, what); });
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t ready, cudaGraphNode_t node,
                                             const cudaMemsetParams* what) {
  return change(ready, node, [&](Runtime&) { return what == nullptr ? Work() : fill_of(*what); });
}
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* what) {
  return call([&](Runtime& runtime) {
    Work work = launch_of(runtime, what);
    if (node == nullptr || !work) return cudaErrorInvalidValue;
    node->work = std::move(work);
    return cudaSuccess;
  });
}
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* to) {
  return call([&](Runtime&) {
    auto* const kept = node == nullptr ? nullptr : node->work.target<KeptLaunch>();
    if (kept == nullptr || to == nullptr) return cudaErrorInvalidValue;
    *to = {};
    to->func = const_cast<void*>(kept->kernel->stub);
    to->gridDim = kept->grid, to->blockDim = kept->block;
    to->sharedMemBytes = static_cast<unsigned>(kept->shared), to->kernelParams = kept->find_arguments();
    return cudaSuccess;
  });
}
/// Launches here have one attribute: whether they are cooperative.
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID which,
                                            cudaLaunchAttributeValue* to) {
  return call([&](Runtime&) {
    const auto* const kept = node == nullptr ? nullptr : node->work.target<KeptLaunch>();
    if (kept == nullptr || to == nullptr) return cudaErrorInvalidValue;
    *to = {};
    if (which == cudaLaunchAttributeCooperative) to->cooperative = kept->is_cooperative ? 1 : 0;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* to) {
  return call([&](Runtime&) {
    const auto* const child = node == nullptr ? nullptr : node->work.target<Child>();
    if (child == nullptr || to == nullptr) return cudaErrorInvalidValue;
    return *to = child->graph.get(), cudaSuccess;
  });
}
/// What can be launched takes the place of what a graph of the same nodes was.
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t ready, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* result) {
  return call([&](Runtime&) {
    if (ready == nullptr || graph == nullptr || result == nullptr) return cudaErrorInvalidValue;
    std::vector<CUgraphExec_st::Task> tasks = in_order(*graph);
    *result = {};
    if (!std::ranges::equal(tasks, ready->tasks, {}, &CUgraphExec_st::Task::type, &CUgraphExec_st::Task::type)) {
      result->result = cudaGraphExecUpdateErrorTopologyChanged;
      return cudaErrorGraphExecUpdateFailure;
    }
    for (std::size_t i = 0; i < tasks.size(); ++i) ready->tasks[i].work = apart(tasks[i].work);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t ready, cudaStream_t stream) {
  return call([&](Runtime&) {
    if (ready == nullptr) return cudaErrorInvalidValue;
    return unless(is_stream(stream), cudaErrorInvalidResourceHandle);
  });
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t ready, cudaStream_t stream) {
  std::vector<CUgraphExec_st::Task> tasks;
  const cudaError_t error = call([&](Runtime&) {
    if (ready != nullptr) tasks = ready->tasks;
    return unless(ready != nullptr, cudaErrorInvalidValue);
  });
  if (error != cudaSuccess) return error;
  return put(stream, cudaGraphNodeTypeGraph, [all = std::move(tasks)] { return do_all(all); });
}

}  // extern "C"
