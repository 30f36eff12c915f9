// SPDX-License-Identifier: MIT
/// @file graph.h
/// Graphs that the program has made ready to be launched. One of whose kernels a launch is to be recorded is not
/// launched as a whole: its tasks run one after the other, and that kernel as one that the program launches itself.
#pragma once

#include "tracing/preload/measure.h"

namespace gemmscope::preload {

/// A node, or one of a graph that is a node.
struct Task {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t node = nullptr;
  LoadedKernel* kernel = nullptr;  ///< that it launches; null: it does something else, or is not the program's
};

/// As it was when it was made ready, and what has been changed since. The program may change or destroy its own.
struct Graph {
  struct Destroy {
    void operator()(cudaGraph_t graph) const { static_cast<void>(GS_REAL(cudaGraphDestroy)(graph)); }
  };
  std::unique_ptr<CUgraph_st, Destroy> copy;
  std::vector<Task> tasks;  ///< in an order that keeps all dependencies
  std::string trouble;      ///< why its kernels cannot be recorded; then its tasks only say which kernels those are
};

/// Reads it. The program must be locked.
[[nodiscard]] Graph graph_of(Program& program, cudaGraph_t graph);

/// The node of the program's own graph launches another kernel now, or the same differently. The program must be
/// locked.
void change_kernel(Program& program, Graph& graph, cudaGraphNode_t node, const cudaKernelNodeParams& what);

/// A part of a graph, ready to be launched.
struct Part {
  struct Destroy {
    void operator()(cudaGraphExec_t ready) const { static_cast<void>(GS_REAL(cudaGraphExecDestroy)(ready)); }
  };
  std::unique_ptr<CUgraphExec_st, Destroy> ready;
};
/// Tasks of one graph that follow each other. Errors: the runtime's.
[[nodiscard]] Result<Part> part_of(std::span<const Task> tasks);

/// What the task, one of a kernel, launches. As long as its graph lives, and is not changed.
[[nodiscard]] Result<Call> call_of(const Task& task, cudaStream_t stream);

}  // namespace gemmscope::preload
