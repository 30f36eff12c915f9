// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>

#include "app/words/finding_words.h"
#include "kernels/broken.h"
#include "tests/cuda/gpu_check/check.h"
#include "tracing/analysis/check.h"
#include "tracing/cuda/recorder.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::gpu_check {

namespace {

record::RecordRequest request_of(const kernels::KernelInfo& kernel) {
  record::RecordRequest request;
  request.kernel = kernel.name;
  request.M = kernel.mistake->M, request.N = kernel.mistake->N, request.K = kernel.mistake->K;
  return request;
}

/// Findings in words, which name everything about them; what a GPU does not tell is not among them.
std::vector<std::string> findings(const format::Recording& r) {
  std::vector<std::string> all;
  for (const analysis::Finding& f : analysis::check(r).findings)
    all.push_back(std::string(analysis::name_of(f.fault)) + ", " + words::counted(r, f) + ": " + words::sentence(r, f));
  return all;
}

void check_one(Report& report, const kernels::KernelInfo& kernel) {
  const record::RecordRequest request = request_of(kernel);
  const auto gpu = cuda::record(request);
  auto cpu = simt::record(request);
  const std::string what = request.kernel + ", " + size_text(request);
  Json row{{"kernel", request.kernel}, {"size", size_text(request)}, {"runs", gpu.has_value()}};
  if (!kernel.mistake->not_on_gpu.empty()) {
    const bool refused = !gpu && gpu.error().kind == ErrorKind::kUsage;
    row["refused"] = gpu ? "" : gpu.error().message;
    return report.add("broken", std::move(row), refused, what + ": " + (gpu ? "was recorded" : gpu.error().message));
  }
  if (!gpu || !cpu) {
    row["error"] = gpu ? cpu.error().message : gpu.error().message;
    return report.add("broken", row, false, what + ": " + row["error"].get<std::string>());
  }
  const std::vector<std::string> on_gpu = findings(*gpu), on_cpu = findings(*cpu);
  cpu->origin = gpu->origin;
  const bool same = *cpu == *gpu, alike = on_gpu == on_cpu;
  row["recordings_equal"] = same, row["findings"] = on_gpu, row["findings_equal"] = alike;
  report.add(
      "broken", std::move(row), same && alike && !on_gpu.empty(),
      what + ": " + std::to_string(on_gpu.size()) + " findings, " + (same ? "recordings equal" : "RECORDINGS DIFFER"));
}

}  // namespace

void check_broken(Report& report) {
  for (const kernels::KernelInfo& kernel : kernels::broken_kernels()) check_one(report, kernel);
  report.close("broken");
}

int run_broken(const std::string& name) {
  for (const kernels::KernelInfo& kernel : kernels::broken_kernels()) {
    if (kernel.name != name) continue;
    const auto plan = record::make_plan(request_of(kernel));
    kernels::GemmData data = kernels::make_data(kernel.mistake->M, kernel.mistake->N, kernel.mistake->K);
    const auto ran = cuda::run_plain(*plan, data);
    if (!ran) std::fprintf(stderr, "gpu_check: %s\n", ran.error().message.c_str());
    const auto expected = kernels::reference_gemm(kernels::make_data(plan->M, plan->N, plan->K), 1, 0);
    if (ran)
      std::printf("%s: %lld of %zu elements are wrong\n", name.c_str(),
                  static_cast<long long>(kernels::count_wrong(data.C, expected, 0)), expected.size());
    return ran ? 0 : 2;
  }
  std::fprintf(stderr, "gpu_check: there is no broken kernel '%s'; gemmscope list --broken names them\n", name.c_str());
  return 2;
}

}  // namespace gemmscope::gpu_check
