// SPDX-License-Identifier: MIT
#include "tracing/runtime/cudart/call.h"

#include <cstdlib>

namespace gemmscope::runtime {

thread_local cudaError_t Errors::last = cudaSuccess;
cudaError_t Errors::fault = cudaSuccess;

void Errors::end_with_program() {
  static const int asked = std::atexit([] {
    const std::scoped_lock lock(runtime().mutex);
    if (fault == cudaSuccess) fault = cudaErrorCudartUnloading;
    runtime().hazards.end();
  });
  static_cast<void>(asked);
}

namespace {

struct Text {
  cudaError_t error;
  const char *name, *text;
};

/// Those that this library gives.
constexpr Text kTexts[] = {
    {cudaSuccess, "cudaSuccess", "no error"},
    {cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {cudaErrorCudartUnloading, "cudaErrorCudartUnloading", "driver shutting down"},
    {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {cudaErrorInvalidPitchValue, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
    {cudaErrorInvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    {cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {cudaErrorLaunchTimeout, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
    {cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {cudaErrorCooperativeLaunchTooLarge, "cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"},
    {cudaErrorAssert, "cudaErrorAssert", "device-side assert triggered"},
    {cudaErrorHardwareStackError, "cudaErrorHardwareStackError", "hardware stack error"},
    {cudaErrorUnsupportedLimit, "cudaErrorUnsupportedLimit", "limit is not supported on this architecture"},
    {cudaErrorHostMemoryAlreadyRegistered, "cudaErrorHostMemoryAlreadyRegistered", "that memory is already registered"},
    {cudaErrorHostMemoryNotRegistered, "cudaErrorHostMemoryNotRegistered", "that memory was not registered"},
    {cudaErrorMisalignedAddress, "cudaErrorMisalignedAddress", "misaligned address"},
    {cudaErrorIllegalState, "cudaErrorIllegalState", "the operation cannot be performed in the present state"},
    {cudaErrorStreamCaptureUnsupported, "cudaErrorStreamCaptureUnsupported",
     "operation not permitted when stream is capturing"},
    {cudaErrorStreamCaptureInvalidated, "cudaErrorStreamCaptureInvalidated",
     "operation failed due to a previous error during capture"},
    {cudaErrorStreamCaptureMerge, "cudaErrorStreamCaptureMerge",
     "operation would result in a merge of separate capture sequences"},
    {cudaErrorStreamCaptureUnmatched, "cudaErrorStreamCaptureUnmatched",
     "capture was not ended in the same stream as it began"},
    {cudaErrorStreamCaptureImplicit, "cudaErrorStreamCaptureImplicit",
     "operation would make the legacy stream depend on a capturing blocking stream"},
    {cudaErrorStreamCaptureUnjoined, "cudaErrorStreamCaptureUnjoined",
     "capture involves streams that were not joined to the stream in which it began"},
    {cudaErrorCapturedEvent, "cudaErrorCapturedEvent",
     "operation not permitted on an event that was last recorded in a capturing stream"},
    {cudaErrorGraphExecUpdateFailure, "cudaErrorGraphExecUpdateFailure",
     "the graph differs too much from the one that can be launched"},
    {cudaErrorNotSupported, "cudaErrorNotSupported", "operation not supported"},
};

const Text* text_of(cudaError_t error) {
  for (const Text& text : kTexts)
    if (text.error == error) return &text;
  return nullptr;
}

cudaError_t last_error(bool forget) {
  const std::scoped_lock lock(runtime().mutex);
  runtime().hazards.asked_for_errors();
  if (Errors::fault != cudaSuccess) return Errors::fault;
  const cudaError_t error = Errors::last;
  if (forget) Errors::last = cudaSuccess;
  return error;
}

}  // namespace
}  // namespace gemmscope::runtime

using namespace gemmscope::runtime;

extern "C" {

cudaError_t cudaGetLastError() { return last_error(true); }
cudaError_t cudaPeekAtLastError() { return last_error(false); }
const char* cudaGetErrorName(cudaError_t error) {
  const Text* const text = text_of(error);
  return text != nullptr ? text->name : "unrecognized error code";
}
const char* cudaGetErrorString(cudaError_t error) {
  const Text* const text = text_of(error);
  return text != nullptr ? text->text : "unrecognized error code";
}

}  // extern "C"
