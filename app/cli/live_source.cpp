// SPDX-License-Identifier: MIT
#include "app/cli/live_source.h"

#include <atomic>
#include <filesystem>
#include <optional>
#include <thread>

#include "app/cli/bench_gpu.h"
#include "app/cli/run_folder.h"
#include "app/cli/said.h"
#include "app/cli/time_program.h"
#include "tracing/cuda/cublas.h"
#include "tracing/format/exceptions.h"
#include "tracing/runtime/launch_times.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

/// Matches the kernel's name and no other, as a regular expression of RE2.
std::string only(const std::string& kernel) { return "^\\Q" + kernel + "\\E$"; }

/// A program that runs on a thread of its own, one of whose launches is timed until this ends.
class TimedLaunch {
 public:
  explicit TimedLaunch(const cuda::LiveProduct& product)
      : work_(temporary()),
        program_{
            .command = product.command, .numbers = product.numbers, .kernel = only(product.kernel), .goes_on = true},
        thread_([this](const std::stop_token& stop) {
          Printed printed;
          try {
            if (auto there = work_.is_there(); !there)
              code_ = tl::unexpected(there.error());
            else
              code_ = time_program(
                  program_, work_.path, [&] { return !stop.stop_requested(); }, printed);
          } catch (...) {  // it would end the window
            code_ = tl::unexpected(error_of_exception());
          }
          said_ = printed.text();
          ended_ = true;
        }) {}

  /// Waits for the next time. Errors: why there will be none.
  Result<double> next(const std::stop_token& stop) {
    constexpr std::chrono::milliseconds kPause{20};
    while (!stop.stop_requested()) {
      const bool ended = ended_;  // before the last look
      std::error_code error;
      const std::uintmax_t size = fs::file_size(work_.path / runtime::kLaunchTimesFile, error);
      const bool has_grown = !error && size != std::exchange(size_, size);
      const auto times = has_grown ? runtime::read_launch_times(work_.path) : std::vector<runtime::LaunchTimes>();
      if (!times.empty() && !times.back().why_not.empty()) return fail(ErrorKind::kNoDevice, times.back().why_not);
      if (times.size() > taken_ && !times.back().ms.empty()) {
        taken_ = times.size();
        return times.back().ms.back();
      }
      if (ended) return tl::unexpected(why_ended());
      std::this_thread::sleep_for(kPause);
    }
    return fail(ErrorKind::kUsage, "measuring was stopped");
  }

 private:
  static fs::path temporary() {
    std::error_code error;
    return fs::temp_directory_path(error);
  }
  Error why_ended() const {
    if (!code_) return code_.error();
    const std::string last = last_line(said_);
    return {ErrorKind::kNoDevice,
            "the program did not come to this launch on the GPU" + (last.empty() ? "" : ": " + last)};
  }

  Workplace work_;
  TimedProgram program_;
  std::size_t taken_ = 0;    ///< times
  std::uintmax_t size_ = 0;  ///< of the file that has them, when it was read last
  // The thread's until it has ended.
  Result<int> code_ = 0;
  std::string said_;
  std::atomic<bool> ended_{false};
  std::jthread thread_;  ///< last: it uses the other members
};

class LiveGpu : public cuda::LiveSource {
 public:
  Result<cuda::DeviceInfo> find() override { return cuda::find_device_of_programs(); }

  Result<void> prepare(const record::RecordRequest&) override {
    return fail(ErrorKind::kUsage, "only products of programs are measured");
  }

  Result<std::optional<double>> prepare_product(const cuda::LiveProduct& product, const std::stop_token&) override {
    program_.reset();
    product_ = product;
    return cublas_beside(product);
  }

  Result<double> launch(const std::stop_token& stop) override {
    if (!program_) program_.emplace(*product_);  // it was ended for a rest
    return program_->next(stop);
  }

  void rest() override { program_.reset(); }

 private:
  static std::optional<double> cublas_beside(const cuda::LiveProduct& product) {
    constexpr double kLibrarySeconds = 0.03;  // of GPU time
    if (product.batches != 1 || product.element.empty()) return std::nullopt;
    const auto cublas = cuda::Cublas::open();
    if (!cublas) return std::nullopt;
    const auto timing = (*cublas)->bench(element_of(product.element),
                                         kernels::make_fractions(product.M, product.N, product.K), kLibrarySeconds);
    return timing ? std::optional(timing->gflops) : std::nullopt;
  }

  std::optional<cuda::LiveProduct> product_;  ///< what was prepared last
  std::optional<TimedLaunch> program_;
};

}  // namespace

std::unique_ptr<cuda::LiveSource> live_source() { return std::make_unique<LiveGpu>(); }

}  // namespace gemmscope::cli
