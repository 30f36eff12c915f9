// SPDX-License-Identifier: MIT
#include "tracing/simt/emulator.h"

#include <algorithm>
#include <new>

#include "tracing/simt/launch.h"

namespace gemmscope::simt {

namespace {

Result<void> can_run() {
#if defined(__x86_64__)  // whatever has AVX2 also has the F16C of kernels/half.h
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    return fail(
        ErrorKind::kNoDevice,
        "the emulator needs a processor with AVX2 and FMA (2013 or later); open a recording made elsewhere instead");
#endif
  return {};
}

Result<void> run(const record::Plan& plan, kernels::GemmData& data, Tracing tracing) try {
  if (auto able = can_run(); !able) return able;
  MatrixMemory memory(plan);
  if (auto filled = memory.fill(data); !filled) return filled;
  if (auto ran = run_blocks(plan, memory, tracing); !ran) return ran;
  memory.copy_C(data.C);
  return {};
} catch (const std::bad_alloc&) {
  return fail(ErrorKind::kNoSpace, "not enough memory to run this; choose a smaller size");
}

}  // namespace

Result<format::Recording> record(const record::RecordRequest& request, const record::Progress& progress) {
  if (auto able = can_run(); !able) return tl::unexpected(able.error());
  const auto plan = record::make_plan(request);
  if (!plan) return tl::unexpected(plan.error());
  try {
    // Addresses do not depend on values: untouched pages read as zero and take no memory.
    MatrixMemory memory(*plan);
    return record_blocks(*plan, memory, progress);
  } catch (const std::bad_alloc&) {
    return fail(ErrorKind::kNoSpace, "not enough memory to record this; select fewer blocks or k-tiles");
  }
}

Result<void> run_plain(const record::Plan& plan, kernels::GemmData& data) { return run(plan, data, Tracing::kPlain); }
Result<void> run_traced(const record::Plan& plan, kernels::GemmData& data) {
  return run(plan, data, Tracing::kDropped);
}

}  // namespace gemmscope::simt
