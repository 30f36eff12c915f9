// SPDX-License-Identifier: MIT
#include "tracing/preload/measure.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "tracing/ptx/readable_names.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::preload {
namespace {

/// Milliseconds of the GPU between two moments of a stream.
class Events {
 public:
  explicit Events(cudaStream_t stream) : stream_(stream) {
    for (cudaEvent_t* event : {&begin_, &end_}) static_cast<void>(GS_REAL(cudaEventCreate)(event));
  }
  ~Events() {
    for (cudaEvent_t event : {begin_, end_}) static_cast<void>(GS_REAL(cudaEventDestroy)(event));
  }
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;
  void begin() { static_cast<void>(GS_REAL(cudaEventRecord)(begin_, stream_)); }
  void end() { static_cast<void>(GS_REAL(cudaEventRecord)(end_, stream_)); }
  cudaError_t elapsed(float& ms) const { return GS_REAL(cudaEventElapsedTime)(&ms, begin_, end_); }

 private:
  cudaStream_t stream_;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

}  // namespace

std::uint64_t limit_of_environment() {
  constexpr std::uint64_t kUsual = std::uint64_t{1} << 30;
  const char* const value = std::getenv(runtime::kMemoryVariable);
  const std::uint64_t bytes = value == nullptr ? 0 : std::strtoull(value, nullptr, 10);
  return bytes == 0 ? kUsual : bytes;
}

Muted::Muted() : output_(::dup(STDOUT_FILENO)) {
  std::fflush(stdout);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (output_ >= 0 && nowhere >= 0) ::dup2(nowhere, STDOUT_FILENO);
  if (nowhere >= 0) ::close(nowhere);
}

Muted::~Muted() {
  std::fflush(stdout);
  if (output_ < 0) return;
  ::dup2(output_, STDOUT_FILENO);
  ::close(output_);
}

Result<double> launch_timed(const LoadedKernel& kernel, const Call& call, const Saved& saved) {
  if (auto done = saved.restore(); !done) return tl::unexpected(done.error());
  Events events(call.stream);
  static_cast<void>(GS_REAL(cudaDeviceSynchronize)());
  events.begin();
  cudaError_t error = call.launch(kernel.kernel.stub);
  events.end();
  if (error == cudaSuccess) error = GS_REAL(cudaDeviceSynchronize)();
  float took = 0;
  if (error == cudaSuccess) error = events.elapsed(took);
  if (error != cudaSuccess) return failed("it failed when it was timed", error);
  return took;
}

Result<Saved> run_plain(const LoadedKernel& kernel, const Call& call, const lockstep::Allocations& allocations,
                        const Saved& saved, std::uint64_t limit, Cost& cost) {
  const auto& code = (*kernel.kernel.program)->code;
  const auto prints = [](const lockstep::Instruction& i) { return i.does == lockstep::Does::kPrint; };
  std::optional<Muted> muted;
  if (std::ranges::any_of(code, prints)) muted.emplace();
  constexpr int kRuns = 5;  // the first one also loads the kernel
  for (int i = 0; i < kRuns; ++i) {
    const auto took = launch_timed(kernel, call, saved);
    if (!took) return tl::unexpected(took.error());
    cost.plain_ms = i == 0 ? *took : std::min(cost.plain_ms, *took);
  }
  auto results = Saved::of(allocations, limit);
  if (!results) return results;
  if (auto done = saved.restore(); !done) return tl::unexpected(done.error());
  return results;
}

void write_cost(const LoadedKernel& kernel, const Cost& cost) {
  std::ofstream(std::getenv(runtime::kTimesVariable), std::ios::app)
      << "{\"kernel\": \"" << ptx::short_name(kernel.kernel.name) << "\", \"launch\": " << kernel.kernel.launches
      << ", \"requests\": " << cost.requests << ", \"plain_ms\": " << cost.plain_ms
      << ", \"counting_ms\": " << cost.counting_ms << ", \"recording_ms\": " << cost.recording_ms
      << ", \"runs\": " << cost.parts << ", \"record_bytes\": " << cost.record_bytes
      << ", \"saved_bytes\": " << cost.saved_bytes << ", \"is_equal\": " << (cost.is_equal ? "true" : "false") << "}\n";
}

}  // namespace gemmscope::preload
