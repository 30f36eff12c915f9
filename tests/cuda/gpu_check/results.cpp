// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "kernels/reference.h"
#include "kernels/storage.h"
#include "kernels/table.h"
#include "tests/cuda/gpu_check/check.h"
#include "tracing/cuda/device_run.h"
#include "tracing/cuda/record_with.h"
#include "tracing/cuda/recorder.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::gpu_check {

namespace {

std::int64_t bits_that_differ(const std::vector<float>& a, const std::vector<float>& b) {
  std::int64_t count = a.size() == b.size() ? 0 : std::numeric_limits<std::int64_t>::max();
  for (std::size_t i = 0; count == 0 && i < a.size(); ++i) {
    std::uint32_t x = 0, y = 0;
    std::memcpy(&x, &a[i], sizeof x);
    std::memcpy(&y, &b[i], sizeof y);
    count += x != y;
  }
  return count;
}

/// The traced build while it records: counting first, so only for beta = 0 is C what one run gives.
Result<void> run_recording(const record::Plan& plan, kernels::GemmData& data) {
  const auto run = cuda::DeviceRun::open(plan, &data);
  if (!run) return tl::unexpected(run.error());
  if (auto recorded = cuda::record_with(**run, plan, {}); !recorded) return tl::unexpected(recorded.error());
  return (*run)->copy_C(data.C);
}

void check_one(Report& report, const Case& c) {
  const record::RecordRequest& r = c.request;
  const record::Plan plan = record::make_plan(r).value();
  kernels::GemmData data = kernels::make_fractions(r.M, r.N, r.K);
  if (r.beta == 0) data.C.assign(data.C.size(), std::numeric_limits<float>::quiet_NaN());  // must not be read
  const int element_bytes = plan.variant.geometry().element_bytes;
  for (auto* values : {&data.A, &data.B, &data.C}) kernels::round_to_elements(*values, element_bytes);
  std::vector<float> expected = kernels::sequential_fma_gemm(data, r.alpha, r.beta);
  kernels::round_to_elements(expected, element_bytes);

  using Run = std::function<Result<void>(const record::Plan&, kernels::GemmData&)>;
  std::vector<std::pair<const char*, Run>> runs{{"emulator_plain", simt::run_plain},
                                                {"emulator_traced", simt::run_traced},
                                                {"gpu_plain", cuda::run_plain},
                                                {"gpu_traced", cuda::run_traced}};
  if (r.beta == 0) runs.emplace_back("gpu_recording", run_recording);

  Json row{{"case", c.name},       {"kernel", r.kernel}, {"preset", r.preset}, {"layout", text(r.overrides)},
           {"size", size_text(r)}, {"alpha", r.alpha},   {"beta", r.beta}};
  std::string wrong;
  for (const auto& [name, run] : runs) {
    kernels::GemmData copy = data;
    const auto done = run(plan, copy);
    const bool same = done && bits_that_differ(copy.C, expected) == 0;
    row[name] = done ? same ? "bit-equal" : "differs" : done.error().message;
    if (!same) wrong += std::string(" ") + name + ": " + row[name].get<std::string>();
  }
  report.add("results", std::move(row), wrong.empty(),
             r.kernel + " " + r.preset + ", " + text(r.overrides) + ", " + size_text(r) + ", " + c.name +
                 (wrong.empty() ? "" : ";" + wrong));
}

}  // namespace

void check_results(Report& report, bool quick) {
  for (const kernels::KernelInfo& kernel : kernels::all_kernels())
    for (const kernels::Preset& preset : kernel.presets) {
      if (quick && &preset != &kernel.presets.back()) continue;
      for (const auto& [name, layout] : record::configurations_of(kernel, preset.name)) {
        if (quick && !layout.empty()) continue;
        for (Case c : cases(kernel, preset.name)) {
          if (c.request.block_y) continue;
          c.request.overrides = layout;
          if (!record::size_is_possible(c.request)) continue;
          check_one(report, c);
        }
      }
    }
  report.close("results");
}

}  // namespace gemmscope::gpu_check
