// SPDX-License-Identifier: MIT
/// @file streams.h
/// Streams, and what programs put into them. It is done at once, so streams are always empty; in one that is captured
/// it is kept in a graph instead.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tracing/runtime/cudart/call.h"

struct CUgraphNode_st {
  cudaGraphNodeType type;
  std::function<cudaError_t()> work;
  std::vector<cudaGraphNode_t> after;     ///< which nodes come before
  cudaGraphNode_t copied_from = nullptr;  ///< may be gone
  cudaGraph_t graph = nullptr;            ///< whose it is, once the program has got hold of it
};

struct CUgraph_st {
  std::vector<std::shared_ptr<CUgraphNode_st>> nodes;  ///< in the order in which they were added
};

namespace gemmscope::runtime {

/// The stream's id in the order of all streams. Runtime::mutex must be held.
[[nodiscard]] StreamId id_of(cudaStream_t stream);

/// The stream in which this thread's work is done, including work that is part of something in it, for example a graph.
class InStream {
 public:
  explicit InStream(cudaStream_t stream) : before_(now_) {
    if (!before_) now_ = stream;
  }
  ~InStream() { now_ = before_; }
  InStream(const InStream&) = delete;
  InStream& operator=(const InStream&) = delete;
  static cudaStream_t now() { return now_.value_or(nullptr); }

 private:
  std::optional<cudaStream_t> before_;
  static thread_local std::optional<cudaStream_t> now_;
};

/// Before a function of the host that is part of the work: what it does is in the stream's order, and it may tell the
/// host that it has been reached.
cudaError_t come_to_host();

/// From cudaStreamBeginCapture to cudaStreamEndCapture.
struct Capture {
  CUgraph_st graph;
  cudaStream_t origin;
  bool is_relaxed = false;         ///< cudaStreamCaptureModeRelaxed
  bool is_broken = false;          ///< by a call that a captured stream cannot take
  std::set<cudaStream_t> apart{};  ///< streams of which the origin has not waited for all
};

/// 0, the legacy stream and the thread's stream are always there. Runtime::mutex must be held.
[[nodiscard]] bool is_stream(cudaStream_t stream);
/// The capture of what is put into the stream; null: it is not captured. Using the legacy stream while another one that
/// waits for it is captured breaks that capture: `error`. Runtime::mutex must be held.
[[nodiscard]] std::shared_ptr<Capture> capture_of(cudaStream_t stream, cudaError_t& error);
/// A task of the stream that comes after all others of its capture, as those of one stream do. For several streams,
/// this is one of the orders that their events allow.
void keep(Capture& capture, cudaStream_t stream, cudaGraphNodeType type, std::function<cudaError_t()> work);
/// Whether any stream is captured, whose capture a call breaks that waits for all streams, or that allocates memory
/// (not if the capture is relaxed). Runtime::mutex must be held.
[[nodiscard]] bool breaks_captures(bool relaxed_too);

/// Does `work`, which gives its error, or keeps what `to_keep(runtime)` makes of it, to be done at each launch of the
/// graph.
template <class Work, class ToKeep>
cudaError_t put(cudaStream_t stream, cudaGraphNodeType type, Work work, ToKeep to_keep) {
  bool is_kept = false;
  const cudaError_t error = call([&](Runtime& runtime) {
    if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
    cudaError_t broken = cudaSuccess;
    const std::shared_ptr<Capture> capture = capture_of(stream, broken);
    is_kept = capture != nullptr;
    if (is_kept && capture->is_broken) return cudaErrorStreamCaptureInvalidated;
    if (is_kept) keep(*capture, stream, type, to_keep(runtime));
    return broken;
  });
  if (is_kept || error != cudaSuccess) return error;
  const InStream in(stream);
  return work();
}
template <class Work>
cudaError_t put(cudaStream_t stream, cudaGraphNodeType type, Work work) {
  return put(stream, type, work, [&](Runtime&) { return work; });
}

/// A launch with arguments of its own, for later: what is in CUgraphNode_st::work of a kernel's node.
struct KeptLaunch {
  Kernel* kernel = nullptr;
  dim3 grid, block;
  std::size_t shared = 0;
  bool is_cooperative = false;
  std::vector<std::vector<std::byte>> values{};  ///< of the arguments
  std::vector<void*> arguments{};                ///< to values, since they were last asked for

  cudaError_t operator()();
  void** find_arguments();
};
/// Runtime::mutex must be held; the kernel is decoded.
[[nodiscard]] std::function<cudaError_t()> kept_launch(Runtime& runtime, Kernel* kernel, dim3 grid, dim3 block,
                                                       void** arguments, std::size_t shared, bool cooperative);

}  // namespace gemmscope::runtime
