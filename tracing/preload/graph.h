// SPDX-License-Identifier: MIT
/// @file graph.h
/// Graphs that the program has made ready to be launched. If a kernel in one is to be recorded, the graph is not
/// launched as a whole: a part of it comes before, then the kernel, as if the program launched it itself, then the
/// rest.
#pragma once

#include "tracing/preload/measure.h"

namespace gemmscope::preload {

/// A node, or one of a graph that is a node.
struct Task {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t node = nullptr;
  LoadedKernel* kernel = nullptr;  ///< that it launches; null: it does something else, or is not the program's
};

/// A part of a graph, ready to be launched.
struct Part {
  struct Destroy {
    void operator()(cudaGraphExec_t part) const { static_cast<void>(GS_REAL(cudaGraphExecDestroy)(part)); }
  };
  std::unique_ptr<CUgraphExec_st, Destroy> ready;
};

/// As it was when it was made ready, and what has been changed since. The program may change or destroy its own.
struct Graph {
  struct Destroy {
    void operator()(cudaGraph_t graph) const { static_cast<void>(GS_REAL(cudaGraphDestroy)(graph)); }
  };
  std::unique_ptr<CUgraph_st, Destroy> copy;
  std::vector<Task> tasks;  ///< in an order that keeps all dependencies
  std::vector<Part> parts;  ///< that were launched instead of the whole; they may still run
  std::string trouble;      ///< why its kernels cannot be recorded; then its tasks only say which kernels those are
};

/// Reads it. The program must be locked.
[[nodiscard]] Graph graph_of(Program& program, cudaGraph_t graph);

/// The node of the program's own graph launches another kernel now, or the same differently. The program must be
/// locked.
void change_kernel(Program& program, Graph& graph, cudaGraphNode_t node, const cudaKernelNodeParams& what);

/// Tasks of one graph that follow each other. Errors: the runtime's.
[[nodiscard]] Result<Part> part_of(std::span<const Task> tasks);

/// What the task, one of a kernel, launches. As long as its graph lives, and is not changed.
[[nodiscard]] Result<Call> call_of(const Task& task, cudaStream_t stream);

}  // namespace gemmscope::preload
