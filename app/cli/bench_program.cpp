// SPDX-License-Identifier: MIT
#include "app/cli/bench_program.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <memory>

#include "app/cli/bench_gpu.h"
#include "app/cli/changed_copy.h"
#include "app/cli/own_program.h"
#include "app/cli/program_settings.h"
#include "app/cli/record_program.h"
#include "app/cli/run_folder.h"
#include "app/cli/time_program.h"
#include "tracing/cuda/cublas.h"
#include "tracing/cuda/peak.h"
#include "tracing/record/origin.h"
#include "tracing/runtime/launch_times.h"
#include "tracing/runtime/name_pattern.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;
using results::ProductRate;

constexpr double kSeconds = 0.1;  ///< of GPU time for cuBLAS's median

/// What is known of a recorded launch before it is timed; nullopt: it is no matrix product.
std::optional<ProductRate> product_of(const session::Loaded& loaded, const session::ProgramRun& run,
                                      const std::string& program) {
  if (!loaded.tiles) return std::nullopt;
  const analysis::Product& found = loaded.tiles->product;
  ProductRate rate;
  rate.program = program, rate.program_code = loaded.code.program, rate.setting_code = loaded.code.setting;
  rate.kernel = loaded.recording.kernel, rate.numbers = format::text_of(run.numbers);
  rate.M = found.M, rate.N = found.N, rate.K = found.K, rate.batches = found.batch.products;
  rate.element = loaded.element;
  return rate;
}

double flops_of(const ProductRate& rate) {  // a multiply-add counts as two
  return 2.0 * rate.M * rate.N * static_cast<double>(rate.K) * rate.batches;
}

/// cuBLAS at the sizes of the products, each measured once.
class Library {
 public:
  explicit Library(results::BenchReport& report) {
    if (auto opened = cuda::Cublas::open())
      cublas_ = std::move(*opened), report.cublas = cublas_->version();
    else
      report.cublas_missing = missing_ = opened.error().message;
  }

  void measure(ProductRate& rate) {
    if (rate.element.empty()) return void(rate.cublas_missing = "what its elements are is not known");
    if (rate.batches != 1) return void(rate.cublas_missing = "it is a batch of products");
    if (!cublas_) return void(rate.cublas_missing = missing_);
    const auto same = [&](const ProductRate& m) {
      return m.element == rate.element && m.M == rate.M && m.N == rate.N && m.K == rate.K;
    };
    auto known = std::ranges::find_if(measured_, same);
    if (known == measured_.end()) measured_.push_back(measured(rate)), known = measured_.end() - 1;
    rate.cublas = known->cublas, rate.cublas_missing = known->cublas_missing;
  }

 private:
  ProductRate measured(ProductRate rate) {
    const auto timing =
        cublas_->bench(element_of(rate.element), cuda::make_fractions(rate.M, rate.N, rate.K), kSeconds);
    if (timing)
      rate.cublas = median_of(*timing);
    else
      rate.cublas_missing = timing.error().message;
    return rate;
  }

  std::unique_ptr<cuda::Cublas> cublas_;
  std::string missing_;
  std::deque<ProductRate> measured_;
};

/// Errors: those of time_program().
Result<std::vector<runtime::LaunchTimes>> times_of(const ProgramBench& bench, const session::Numbers& numbers,
                                                   const std::function<bool()>& go_on) {
  std::error_code error;
  const Workplace work(fs::temp_directory_path(error));
  if (auto there = work.is_there(); !there) return tl::unexpected(there.error());
  Printed printed;
  const TimedProgram program{
      .command = bench.command, .numbers = numbers, .kernel = bench.kernel, .launch = bench.launch};
  const auto code = time_program(program, work.path, go_on, printed);
  if (!code) return tl::unexpected(code.error());
  return runtime::read_launch_times(work.path);
}

/// Measures one setting after the other and collects.
class Programs {
 public:
  Programs(const ProgramBench& bench, session::ProgramRunner runner, results::BenchReport& report, Library& library)
      : bench_(bench),
        runner_(std::move(runner)),
        report_(report),
        library_(library),
        name_(fs::path(bench.command.front()).filename().string()) {}

  void measure(const session::Numbers& numbers, const std::function<bool()>& go_on) {
    const session::RunOnce once{numbers, session::RunOnce::For::kSweep};
    const session::ProgramRun run = runner_(once, go_on, [](const std::string&) {});
    const std::string what = name_ + (once.numbers.empty() ? "" : " with " + format::text_of(once.numbers));
    if (run.launches.empty()) return miss(what, run.failure);
    const bool any =
        std::ranges::any_of(run.launches, [](const session::LoadedPtr& l) { return l->tiles.has_value(); });
    if (!any) return miss(what, "none of the launches that were recorded is a matrix product");
    auto times = times_of(bench_, run.numbers, go_on);
    if (!times) return miss(what, times.error().message);
    for (const session::LoadedPtr& loaded : run.launches) {
      // Kernels of one name are told apart by their order, those that are no product among them.
      const auto found = std::ranges::find(*times, loaded->recording.kernel, &runtime::LaunchTimes::kernel);
      runtime::LaunchTimes launch;
      launch.why_not = "the GPU did not come to this launch";
      if (found != times->end()) launch = std::move(*found), times->erase(found);
      if (auto product = product_of(*loaded, run, name_)) add(std::move(*product), launch);
    }
  }

 private:
  void miss(const std::string& what, const std::string& why) { report_.missing.push_back(what + ": " + why); }

  void add(ProductRate rate, const runtime::LaunchTimes& launch) {
    if (launch.ms.empty()) return miss(rate.kernel, launch.why_not);
    rate.registers = launch.registers, rate.spilled_bytes = launch.spilled_bytes;
    rate.resident_warps = launch.resident_warps;
    rate.rate = median_of(cuda::timing_of(launch.ms, flops_of(rate)));
    library_.measure(rate);
    report_.products.push_back(std::move(rate));
  }

  const ProgramBench& bench_;
  session::ProgramRunner runner_;
  results::BenchReport& report_;
  Library& library_;
  std::string name_;
};

/// What can be said of a program before anything is measured.
struct Planned {
  const ProgramBench& bench;
  std::vector<ProgramSetting> settings;
  session::ProgramRunner runner;
};

Result<Planned> planned(const ProgramBench& bench) {
  auto numbers = parse_numbers(bench.command.front(), bench.preset, bench.numbers);
  if (!numbers) return tl::unexpected(numbers.error());
  if (auto can = can_be_run(bench.command.front()); !can) return tl::unexpected(can.error());
  auto settings = settings_of(bench.command.front(), *numbers, bench.over);
  if (!settings) return tl::unexpected(settings.error());
  if (const auto pattern = runtime::NamePattern::of(bench.kernel); !pattern) return tl::unexpected(pattern.error());
  auto runner = own_program(bench.command, {{runtime::kKernelVariable, bench.kernel},
                                            {runtime::kLaunchVariable, std::to_string(bench.launch)},
                                            {runtime::kAddressesVariable, bench.addresses_only ? "1" : ""}});
  if (!runner) return tl::unexpected(runner.error());
  return Planned{bench, std::move(*settings), std::move(*runner)};
}

}  // namespace

Result<results::BenchReport> bench_programs(const std::vector<ProgramBench>& all, const std::function<bool()>& go_on,
                                            const std::function<void(std::size_t, std::size_t)>& on_setting) {
  std::vector<Planned> plans;
  std::size_t done = 0, total = 0;
  for (const ProgramBench& bench : all) {
    auto plan = planned(bench);
    if (!plan) return tl::unexpected(plan.error());
    total += plan->settings.size();
    plans.push_back(std::move(*plan));
  }
  const auto device = cuda::find_device();
  if (!device) return tl::unexpected(device.error());
  if (auto recorder = gpu_recorder(); !recorder) return tl::unexpected(recorder.error());
  results::BenchReport report;
  Library library(report);
  for (Planned& plan : plans) {
    Programs programs(plan.bench, std::move(plan.runner), report, library);
    for (const ProgramSetting& setting : plan.settings) {
      if (!go_on()) return fail(ErrorKind::kUsage, "measuring was interrupted");
      programs.measure(setting.numbers, go_on);
      on_setting(++done, total);
    }
  }
  report.device = device->name, report.driver = device->driver;
  report.compiler = "PTX of nvcc, translated by the driver";
  report.build = record::build_id(), report.date = record::utc_now();
  report.peak = peak_of(*device);
  return report;
}

}  // namespace gemmscope::cli
