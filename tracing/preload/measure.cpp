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

/// While one lives, nothing comes to the process's standard output.
class Muted {
 public:
  Muted() : output_(::dup(STDOUT_FILENO)) {
    std::fflush(stdout);
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (output_ >= 0 && nowhere >= 0) ::dup2(nowhere, STDOUT_FILENO);
    if (nowhere >= 0) ::close(nowhere);
  }
  ~Muted() {
    std::fflush(stdout);
    if (output_ < 0) return;
    ::dup2(output_, STDOUT_FILENO);
    ::close(output_);
  }
  Muted(const Muted&) = delete;
  Muted& operator=(const Muted&) = delete;

 private:
  int output_;
};

}  // namespace

Result<Saved> run_plain(const LoadedKernel& kernel, const Call& call, const lockstep::Allocations& allocations,
                        const Saved& saved, std::uint64_t limit, Cost& cost) {
  const auto& code = (*kernel.kernel.program)->code;
  const auto prints = [](const lockstep::Instruction& i) { return i.does == lockstep::Does::kPrint; };
  std::optional<Muted> muted;
  if (std::ranges::any_of(code, prints)) muted.emplace();
  constexpr int kRuns = 5;  // the first one also loads the kernel
  for (int i = 0; i < kRuns; ++i) {
    if (auto done = saved.restore(); !done) return tl::unexpected(done.error());
    cudaEvent_t begin, end;
    for (cudaEvent_t* event : {&begin, &end}) static_cast<void>(GS_REAL(cudaEventCreate)(event));
    static_cast<void>(GS_REAL(cudaDeviceSynchronize)());
    static_cast<void>(GS_REAL(cudaEventRecord)(begin, call.stream));
    cudaError_t error = call.launch(kernel.kernel.stub);
    static_cast<void>(GS_REAL(cudaEventRecord)(end, call.stream));
    if (error == cudaSuccess) error = GS_REAL(cudaDeviceSynchronize)();
    float took = 0;
    if (error == cudaSuccess) error = GS_REAL(cudaEventElapsedTime)(&took, begin, end);
    for (cudaEvent_t event : {begin, end}) static_cast<void>(GS_REAL(cudaEventDestroy)(event));
    if (error != cudaSuccess) return failed("it failed when run without recording", error);
    cost.plain_ms = i == 0 ? took : std::min<double>(cost.plain_ms, took);
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
