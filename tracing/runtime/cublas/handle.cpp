// SPDX-License-Identifier: MIT
#include "tracing/runtime/cublas/handle.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>
#include <utility>

#include "tracing/runtime/shared.h"

namespace gemmscope::runtime::cublas {
namespace {

/// Those that were created and not destroyed. Never destroyed itself: programs call until their very end.
struct Known {
  std::mutex mutex;
  std::unordered_set<Handle*> handles;
};
Known& known() {
  static auto* const one = new Known;
  return *one;
}

bool is_known(Handle* handle) {
  const std::scoped_lock lock(known().mutex);
  return known().handles.contains(handle);
}

template <class T>
Status give(Handle* handle, T* to, T Handle::*member) {
  const Checks checks = Checks("", handle).require(to != nullptr);
  if (checks.hold()) *to = handle->*member;
  return checks.status();
}

template <class T>
Status take(Handle* handle, T value, T Handle::*member) {
  const Checks checks("", handle);
  if (checks.hold()) handle->*member = value;
  return checks.status();
}

}  // namespace

Status put(void* stream, std::function<bool()> work) {
  using Work = std::function<bool()>;
  auto kept = std::make_unique<Work>(std::move(work));
  switch (gemmscope_keep(
      stream, [](void* data) { return (*static_cast<Work*>(data))(); }, kept.get(),
      [](void* data) { delete static_cast<Work*>(data); })) {
    case kGemmscopeNotCaptured: return (*kept)() ? Status::kSuccess : Status::kExecutionFailed;
    case kGemmscopeKept: return kept.release(), Status::kSuccess;
    case kGemmscopeCannotBeKept: break;
  }
  kept.release();
  return Status::kExecutionFailed;
}

namespace {

/// A program that does not look at the status may make the same mistake thousands of times. Each is said when it
/// happens first, and how often it was repeated when the program ends.
class Refusals {
 public:
  void add(const char* function, const char* name, std::int64_t bytes) {
    const std::scoped_lock lock(mutex_);
    if (times_[{function, name}]++ == 0)
      std::fprintf(stderr, "gemmscope: %s: the %lld bytes of %s are not in one allocation of the device\n", function,
                   static_cast<long long>(bytes), name);
  }
  void say_repeated() {
    const std::scoped_lock lock(mutex_);
    for (const auto& [of, times] : std::exchange(times_, {}))
      if (times > 1)
        std::fprintf(stderr, "gemmscope: %s: %s was not in one allocation in %llu calls more\n", of.first.c_str(),
                     of.second.c_str(), static_cast<unsigned long long>(times - 1));
  }

 private:
  std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, std::uint64_t> times_;
};

/// Never destroyed: programs call until their very end.
Refusals& refusals() {
  static auto* const one = [] {
    auto* const all = new Refusals;
    std::atexit([] { refusals().say_repeated(); });
    return all;
  }();
  return *one;
}

}  // namespace

Checks::Checks(const char* function, Handle* handle)
    : function_(function), status_(is_known(handle) ? Status::kSuccess : Status::kNotInitialized) {
  if (hold()) stream_ = handle->stream, scalars_ = handle->scalars;
}

Checks& Checks::require(bool holds) {
  if (hold() && !holds) status_ = Status::kInvalidValue;
  return *this;
}

Checks& Checks::scalar(const char* name, const void* address, std::size_t bytes) {
  require(address != nullptr);
  return scalars_ == PointerMode::kDevice ? device(name, address, static_cast<std::int64_t>(bytes)) : *this;
}

Checks& Checks::result(void* address, std::size_t bytes) {
  if (hold() && scalars_ == PointerMode::kHost && gemmscope_captures(stream_))
    gemmscope_unsupported(
        (std::string(function_) + " with a result in host memory, in a stream that is being captured,").c_str());
  if (hold() && scalars_ == PointerMode::kHost) gemmscope_waits(stream_);
  return scalar("the result", address, bytes);
}

Checks& Checks::device(const char* name, const void* address, std::int64_t bytes) {
  if (asks_later_) return places_.push_back({name, address, bytes}), *this;
  if (!hold() || gemmscope_holds(address, static_cast<std::uint64_t>(bytes))) return *this;
  refusals().add(function_, name, bytes);
  status_ = Status::kExecutionFailed;
  return *this;
}

void Checks::ask() {
  asks_later_ = false;
  for (const Place& place : std::exchange(places_, {})) device(place.name, place.address, place.bytes);
}

Checks& Checks::matrix(const char* name, const void* address, std::int64_t rows, std::int64_t columns, std::int64_t ld,
                       std::size_t element) {
  if (rows <= 0 || columns <= 0) return *this;
  return device(name, address, ((columns - 1) * ld + rows) * static_cast<std::int64_t>(element));
}

Checks& Checks::vector(const char* name, const void* address, std::int64_t n, std::int64_t step, std::size_t element) {
  return matrix(name, address, 1, n, std::abs(step), element);
}

}  // namespace gemmscope::runtime::cublas

using namespace gemmscope::runtime::cublas;

Status cublasCreate_v2(Handle** to) {
  if (to == nullptr) return Status::kInvalidValue;
  const std::scoped_lock lock(known().mutex);
  known().handles.insert(*to = new Handle);
  return Status::kSuccess;
}
Status cublasDestroy_v2(Handle* handle) {
  const std::scoped_lock lock(known().mutex);
  if (known().handles.erase(handle) == 0) return Status::kNotInitialized;
  delete handle;
  return Status::kSuccess;
}

Status cublasGetVersion_v2(Handle* handle, int* to) {
  const Checks checks = Checks("", handle).require(to != nullptr);
  if (checks.hold()) *to = GEMMSCOPE_CUDA_MAJOR * 10000;
  return checks.status();
}
Status cublasGetProperty(int which, int* to) {
  constexpr int kProperties = 3;  // major, minor, patch
  if (which < 0 || which >= kProperties || to == nullptr) return Status::kInvalidValue;
  *to = which == 0 ? GEMMSCOPE_CUDA_MAJOR : 0;
  return Status::kSuccess;
}

Status cublasSetStream_v2(Handle* handle, void* stream) { return take(handle, stream, &Handle::stream); }
Status cublasGetStream_v2(Handle* handle, void** to) { return give(handle, to, &Handle::stream); }
Status cublasSetPointerMode_v2(Handle* handle, PointerMode mode) {
  if (mode != PointerMode::kHost && mode != PointerMode::kDevice) return Status::kInvalidValue;
  return take(handle, mode, &Handle::scalars);
}
Status cublasGetPointerMode_v2(Handle* handle, PointerMode* to) { return give(handle, to, &Handle::scalars); }
Status cublasSetMathMode(Handle* handle, int mode) { return take(handle, mode, &Handle::math_mode); }
Status cublasGetMathMode(Handle* handle, int* to) { return give(handle, to, &Handle::math_mode); }
Status cublasSetAtomicsMode(Handle* handle, int mode) { return take(handle, mode, &Handle::atomics_mode); }
Status cublasGetAtomicsMode(Handle* handle, int* to) { return give(handle, to, &Handle::atomics_mode); }
/// Nothing here needs one.
Status cublasSetWorkspace_v2(Handle* handle, void*, std::size_t) { return Checks("", handle).status(); }

const char* cublasGetStatusName(Status status) {
  switch (status) {
    case Status::kSuccess: return "CUBLAS_STATUS_SUCCESS";
    case Status::kNotInitialized: return "CUBLAS_STATUS_NOT_INITIALIZED";
    case Status::kAllocFailed: return "CUBLAS_STATUS_ALLOC_FAILED";
    case Status::kInvalidValue: return "CUBLAS_STATUS_INVALID_VALUE";
    case Status::kMappingError: return "CUBLAS_STATUS_MAPPING_ERROR";
    case Status::kExecutionFailed: return "CUBLAS_STATUS_EXECUTION_FAILED";
    case Status::kNotSupported: return "CUBLAS_STATUS_NOT_SUPPORTED";
  }
  return "CUBLAS_STATUS_UNKNOWN";
}
const char* cublasGetStatusString(Status status) {
  switch (status) {
    case Status::kSuccess: return "success";
    case Status::kNotInitialized: return "the library was not initialized";
    case Status::kAllocFailed: return "the resource allocation failed";
    case Status::kInvalidValue: return "an unsupported value or parameter was passed to the function";
    case Status::kMappingError: return "an access to GPU memory space failed";
    case Status::kExecutionFailed: return "the function failed to launch on the GPU";
    case Status::kNotSupported: return "the functionality requested is not supported";
  }
  return "unknown error";
}
