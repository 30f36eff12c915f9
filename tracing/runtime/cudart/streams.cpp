// SPDX-License-Identifier: MIT
// Streams and events. What is put into a stream is done at once, so all are always empty.
#include <chrono>
#include <unordered_set>

#include "tracing/runtime/cudart/call.h"

using namespace gemmscope::runtime;

struct CUstream_st {
  int priority = 0;
  unsigned flags = 0;
};

struct CUevent_st {
  std::chrono::steady_clock::time_point at{};
  bool is_recorded = false;
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

/// 0, the legacy stream and the thread's stream are always there.
bool is_stream(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread || streams().contains(stream);
}

cudaError_t use(cudaStream_t stream) {
  return call([&](Runtime&) { return unless(is_stream(stream), cudaErrorInvalidResourceHandle); });
}
cudaError_t use(cudaEvent_t event) {
  return call([&](Runtime&) { return unless(events().contains(event), cudaErrorInvalidResourceHandle); });
}

cudaError_t create(cudaStream_t* to, unsigned flags, int priority) {
  return call([&](Runtime&) {
    if (to == nullptr) return cudaErrorInvalidValue;
    *to = new CUstream_st{priority, flags};
    streams().insert(*to);
    return cudaSuccess;
  });
}

cudaError_t record(cudaEvent_t event, cudaStream_t stream) {
  return call([&](Runtime&) {
    if (!events().contains(event) || !is_stream(stream)) return cudaErrorInvalidResourceHandle;
    *event = {std::chrono::steady_clock::now(), true};
    return cudaSuccess;
  });
}

}  // namespace

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* to) { return create(to, 0, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* to, unsigned flags) { return create(to, flags, 0); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* to, unsigned flags, int priority) {
  return create(to, flags, priority);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return call([&](Runtime&) {
    if (streams().erase(stream) == 0) return cudaErrorInvalidResourceHandle;
    delete stream;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return use(stream); }
cudaError_t cudaStreamQuery(cudaStream_t stream) { return use(stream); }
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  const cudaError_t error = use(stream);
  return error != cudaSuccess ? error : use(event);
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* to) {
  const cudaError_t error = use(stream);
  if (error == cudaSuccess) *to = stream == nullptr ? 0 : stream->priority;
  return error;
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* to) {
  const cudaError_t error = use(stream);
  if (error == cudaSuccess) *to = stream == nullptr ? 0 : stream->flags;
  return error;
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned) {
  const cudaError_t error = use(stream);
  if (error == cudaSuccess) callback(stream, cudaSuccess, data);
  return error;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  const cudaError_t error = use(stream);
  if (error == cudaSuccess) function(data);
  return error;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* to) {
  const cudaError_t error = use(stream);
  if (error == cudaSuccess) *to = cudaStreamCaptureStatusNone;
  return error;
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
cudaError_t cudaEventSynchronize(cudaEvent_t event) { return use(event); }
cudaError_t cudaEventQuery(cudaEvent_t event) { return use(event); }
cudaError_t cudaEventElapsedTime(float* to, cudaEvent_t begin, cudaEvent_t end) {
  return call([&](Runtime&) {
    if (to == nullptr) return cudaErrorInvalidValue;
    if (!events().contains(begin) || !events().contains(end) || !begin->is_recorded || !end->is_recorded)
      return cudaErrorInvalidResourceHandle;
    *to = std::chrono::duration<float, std::milli>(end->at - begin->at).count();
    return cudaSuccess;
  });
}

}  // extern "C"
