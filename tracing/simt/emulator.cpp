// SPDX-License-Identifier: MIT
#include "tracing/simt/emulator.h"

#include <algorithm>
#include <new>

#include "tracing/simt/bodies.h"
#include "tracing/simt/launch.h"
#include "tracing/simt/on_demand.h"

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

Result<Bind> traced_build(const kernels::Variant& variant, const record::Progress& progress) {
  if (variant.is_preset()) return compiled_in(variant, true);
  return compiled(
      variant, [&] { return !progress || progress(0, 0); }, usual_workshop());
}

Result<void> run(const record::Plan& plan, kernels::GemmData& data, Tracing tracing) try {
  if (auto able = can_run(); !able) return able;
  if (!plan.variant.is_preset()) tracing = Tracing::kDropped;  // what is compiled on demand has no plain build
  const auto bind =
      tracing == Tracing::kPlain ? Result<Bind>(compiled_in(plan.variant, false)) : traced_build(plan.variant, {});
  if (!bind) return tl::unexpected(bind.error());
  MatrixMemory memory(plan);
  if (auto filled = memory.fill(data); !filled) return filled;
  if (auto ran = run_blocks(plan, *bind, memory, tracing); !ran) return ran;
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
    const auto bind = traced_build(plan->variant, progress);
    if (!bind) return tl::unexpected(bind.error());
    // Addresses do not depend on values: untouched pages read as zero and take no memory.
    MatrixMemory memory(*plan);
    return record_blocks(*plan, *bind, memory, progress);
  } catch (const std::bad_alloc&) {
    return fail(ErrorKind::kNoSpace, "not enough memory to record this; select fewer blocks or k-tiles");
  }
}

Result<void> run_plain(const record::Plan& plan, kernels::GemmData& data) { return run(plan, data, Tracing::kPlain); }
Result<void> run_traced(const record::Plan& plan, kernels::GemmData& data) {
  return run(plan, data, Tracing::kDropped);
}

}  // namespace gemmscope::simt
