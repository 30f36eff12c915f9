// SPDX-License-Identifier: MIT
// Streams and events, and capturing.
#include "tracing/runtime/cudart/streams.h"

#include <chrono>
#include <unordered_set>

#include "tracing/runtime/shared.h"

using namespace gemmscope::runtime;

struct CUstream_st {
  int priority = 0;
  unsigned flags = 0;
  StreamId id = 0;
  std::shared_ptr<Capture> capture;
  std::set<cudaStream_t>
      waited_for{};  ///< streams that are captured, too: all that they had done is before what it does
};

struct CUevent_st {
  std::chrono::steady_clock::time_point at{};
  bool is_recorded = false;
  std::weak_ptr<Capture> capture;  ///< a stream that waits for it joins that
  std::set<cudaStream_t> done{};   ///< streams of which all so far is before it
  Clock clock{};                   ///< if it is not captured
};

namespace {

/// What was created and not destroyed. Guarded by Runtime::mutex.
std::unordered_set<cudaStream_t>& streams() {
  static auto* const all = new std::unordered_set<cudaStream_t>;
  return *all;
}
std::unordered_set<cudaEvent_t>& events() {
  static auto* const all = new std::unordered_set<cudaEvent_t>;
  return *all;
}

bool is_created(cudaStream_t stream) { return streams().contains(stream); }

/// Whether all is done; not known while the stream is captured.
cudaError_t ask(cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
    if (!is_created(stream) || stream->capture == nullptr) {
      runtime.hazards.order.host_waits_for(id_of(stream));
      runtime.hazards.changes();
      return cudaSuccess;
    }
    stream->capture->is_broken = true;
    return cudaErrorStreamCaptureUnsupported;
  });
}
cudaError_t ask(cudaEvent_t event) {
  return call([&](Runtime& runtime) {
    if (!events().contains(event)) return cudaErrorInvalidResourceHandle;
    const std::shared_ptr<Capture> capture = event->capture.lock();
    if (capture != nullptr) capture->is_broken = true;
    runtime.hazards.order.host_waits(event->clock);
    runtime.hazards.changes();
    return unless(capture == nullptr, cudaErrorCapturedEvent);
  });
}

cudaError_t create(cudaStream_t* to, unsigned flags, int priority) {
  return call([&](Runtime& runtime) {
    if (to == nullptr) return cudaErrorInvalidValue;
    const StreamId id = runtime.hazards.order.add_stream((flags & cudaStreamNonBlocking) == 0);
    *to = new CUstream_st{priority, flags, id, {}, {}};
    streams().insert(*to);
    return cudaSuccess;
  });
}

cudaError_t record(cudaEvent_t event, cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    if (!events().contains(event) || !is_stream(stream)) return cudaErrorInvalidResourceHandle;
    cudaError_t broken = cudaSuccess;
    const std::shared_ptr<Capture> capture = capture_of(stream, broken);
    if (broken != cudaSuccess) return broken;
    if (capture != nullptr && capture->is_broken) return cudaErrorStreamCaptureInvalidated;
    *event = {std::chrono::steady_clock::now(), capture == nullptr, capture, {}, {}};
    if (capture == nullptr) event->clock = runtime.hazards.order.now(id_of(stream));
    if (capture != nullptr) event->done = stream->waited_for, event->done.insert(stream);
    return cudaSuccess;
  });
}

}  // namespace

namespace gemmscope::runtime {

thread_local std::optional<cudaStream_t> InStream::now_;

cudaError_t come_to_host() {
  return call([](Runtime& runtime) {
    runtime.hazards.order.host_waits_for(id_of(InStream::now()));
    return runtime.hazards.changes(), cudaSuccess;
  });
}

StreamId id_of(cudaStream_t stream) {
  static thread_local std::optional<StreamId> of_thread;
  if (is_created(stream)) return stream->id;
  if (stream != cudaStreamPerThread) return Order::kLegacy;
  if (!of_thread) of_thread = runtime().hazards.order.add_stream(true);
  return *of_thread;
}

bool is_stream(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread || is_created(stream);
}

std::shared_ptr<Capture> capture_of(cudaStream_t stream, cudaError_t& error) {
  if (is_created(stream)) return stream->capture;
  if (stream == cudaStreamPerThread) return nullptr;
  for (const cudaStream_t other : streams())
    if (other->capture != nullptr && (other->flags & cudaStreamNonBlocking) == 0) {
      other->capture->is_broken = true;
      error = cudaErrorStreamCaptureImplicit;
    }
  return nullptr;
}

void keep(Capture& capture, cudaStream_t stream, cudaGraphNodeType type, std::function<cudaError_t()> work) {
  if (stream != capture.origin) capture.apart.insert(stream);
  std::vector<cudaGraphNode_t> after;
  if (!capture.graph.nodes.empty()) after.push_back(capture.graph.nodes.back().get());
  capture.graph.nodes.push_back(
      std::make_shared<CUgraphNode_st>(CUgraphNode_st{type, std::move(work), std::move(after)}));
}

bool breaks_captures(bool relaxed_too) {
  bool any = false;
  for (const cudaStream_t stream : streams())
    if (stream->capture != nullptr && (relaxed_too || !stream->capture->is_relaxed))
      any = stream->capture->is_broken = true;
  return any;
}

}  // namespace gemmscope::runtime

void gemmscope_waits(void* stream) {
  const std::scoped_lock lock(runtime().mutex);
  runtime().hazards.order.host_waits_for(id_of(static_cast<cudaStream_t>(stream)));
  runtime().hazards.changes();
}

bool gemmscope_captures(void* stream) {
  const std::scoped_lock lock(runtime().mutex);
  const auto which = static_cast<cudaStream_t>(stream);
  return is_created(which) && which->capture != nullptr;
}

gemmscope_Kept gemmscope_keep(void* stream, bool (*work)(void*), void* data, void (*drop)(void*)) {
  const std::scoped_lock lock(runtime().mutex);
  cudaError_t broken = cudaSuccess;
  const std::shared_ptr<Capture> capture = capture_of(static_cast<cudaStream_t>(stream), broken);
  if (capture == nullptr && broken == cudaSuccess) return kGemmscopeNotCaptured;
  const std::shared_ptr<void> owned(data, drop);
  if (capture == nullptr || capture->is_broken) return kGemmscopeCannotBeKept;
  keep(*capture, static_cast<cudaStream_t>(stream), cudaGraphNodeTypeKernel,
       [=] { return work(owned.get()) ? cudaSuccess : cudaErrorIllegalAddress; });
  return kGemmscopeKept;
}

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return call([&](Runtime&) {
    if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
    if (stream == cudaStreamPerThread) gemmscope_unsupported("cudaStreamBeginCapture of a thread's own stream");
    if (!is_created(stream)) return cudaErrorStreamCaptureUnsupported;
    if (stream->capture != nullptr) return cudaErrorIllegalState;
    stream->capture = std::make_shared<Capture>();
    stream->capture->origin = stream, stream->capture->is_relaxed = mode == cudaStreamCaptureModeRelaxed;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* to) {
  return call([&](Runtime&) {
    if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
    if (!is_created(stream) || stream->capture == nullptr) return cudaErrorIllegalState;
    const std::shared_ptr<Capture> capture = stream->capture;
    if (to == nullptr) return cudaErrorInvalidValue;
    if (capture->origin != stream) return capture->is_broken = true, cudaErrorStreamCaptureUnmatched;
    for (const cudaStream_t each : streams())
      if (each->capture == capture) each->capture.reset(), each->waited_for.clear();
    const bool is_whole = !capture->is_broken && capture->apart.empty();
    *to = is_whole ? new CUgraph_st(std::move(capture->graph)) : nullptr;
    if (capture->is_broken) return cudaErrorStreamCaptureInvalidated;
    return unless(is_whole, cudaErrorStreamCaptureUnjoined);
  });
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* to) {
  return call([&](Runtime&) {
    if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
    const Capture* const capture = is_created(stream) ? stream->capture.get() : nullptr;
    *to = capture == nullptr   ? cudaStreamCaptureStatusNone
          : capture->is_broken ? cudaStreamCaptureStatusInvalidated
                               : cudaStreamCaptureStatusActive;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCreate(cudaStream_t* to) { return create(to, 0, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* to, unsigned flags) { return create(to, flags, 0); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* to, unsigned flags, int priority) {
  return create(to, flags, priority);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    if (streams().erase(stream) == 0) return cudaErrorInvalidResourceHandle;
    runtime.hazards.order.drop_stream(stream->id);
    delete stream;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return ask(stream); }
cudaError_t cudaStreamQuery(cudaStream_t stream) { return ask(stream); }
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  return call([&](Runtime& runtime) {
    if (!is_stream(stream) || !events().contains(event)) return cudaErrorInvalidResourceHandle;
    const std::shared_ptr<Capture> capture = event->capture.lock();
    if (capture == nullptr) return runtime.hazards.order.wait(id_of(stream), event->clock), cudaSuccess;
    if (capture->is_broken) return cudaErrorInvalidValue;  // as on an H100
    if (!is_created(stream)) return capture->is_broken = true, cudaErrorStreamCaptureImplicit;
    if (stream->capture != nullptr && stream->capture != capture) {
      stream->capture->is_broken = capture->is_broken = true;
      return cudaErrorStreamCaptureMerge;
    }
    stream->capture = capture;
    stream->waited_for.insert(event->done.begin(), event->done.end());
    if (stream == capture->origin)
      for (const cudaStream_t each : event->done) capture->apart.erase(each);
    return cudaSuccess;
  });
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* to) {
  return call([&](Runtime&) {
    if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
    *to = is_created(stream) ? stream->priority : 0;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* to) {
  return call([&](Runtime&) {
    if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
    *to = is_created(stream) ? stream->flags : 0;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned) {
  const cudaError_t error = ask(stream);  // not for streams that are captured
  if (error == cudaSuccess) callback(stream, cudaSuccess, data);
  return error;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return put(stream, cudaGraphNodeTypeHost, [=] {
    const cudaError_t error = come_to_host();
    if (error == cudaSuccess) function(data);
    return error;
  });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* to, unsigned) {
  return call([&](Runtime&) {
    if (to == nullptr) return cudaErrorInvalidValue;
    *to = new CUevent_st;
    events().insert(*to);
    return cudaSuccess;
  });
}
cudaError_t cudaEventCreate(cudaEvent_t* to) { return cudaEventCreateWithFlags(to, 0); }
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return call([&](Runtime&) {
    if (events().erase(event) == 0) return cudaErrorInvalidResourceHandle;
    delete event;
    return cudaSuccess;
  });
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) { return record(event, stream); }
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) { return record(event, stream); }
cudaError_t cudaEventSynchronize(cudaEvent_t event) { return ask(event); }
cudaError_t cudaEventQuery(cudaEvent_t event) { return ask(event); }
cudaError_t cudaEventElapsedTime(float* to, cudaEvent_t begin, cudaEvent_t end) {
  return call([&](Runtime& runtime) {
    if (to == nullptr) return cudaErrorInvalidValue;
    if (!events().contains(begin) || !events().contains(end) || !begin->is_recorded || !end->is_recorded)
      return cudaErrorInvalidResourceHandle;
    runtime.hazards.asks_time_of(end->clock);
    *to = std::chrono::duration<float, std::milli>(end->at - begin->at).count();
    return cudaSuccess;
  });
}

}  // extern "C"
