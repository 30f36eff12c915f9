// SPDX-License-Identifier: MIT
#include "tracing/lockstep/operation.h"

#include <algorithm>
#include <vector>

namespace gemmscope::lockstep {

using Families = std::span<const std::span<const Operation>>;
namespace avx2 {
Families families();
std::span<const MatrixOperation> matrix_operations();
}  // namespace avx2
#ifdef GEMMSCOPE_AVX2_ALONE
namespace avx512 = avx2;
#else
namespace avx512 {
Families families();
std::span<const MatrixOperation> matrix_operations();
}  // namespace avx512
#endif

namespace {

/// Sorted by mnemonic.
std::vector<Operation> sorted(Families families) {
  std::vector<Operation> all;
  for (const auto& family : families) all.insert(all.end(), family.begin(), family.end());
  std::ranges::sort(all, {}, &Operation::mnemonic);
  return all;
}

}  // namespace

bool can_run(Isa isa) {
#if defined(__x86_64__)
  // and F16C, which clang 14 cannot ask for: no processor has AVX2 without it
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
#ifdef GEMMSCOPE_AVX2_ALONE
  return avx2 && isa == Isa::kAvx2;
#else
  return avx2 && (isa == Isa::kAvx2 || (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                                        __builtin_cpu_supports("avx512cd")));
#endif
#else
  return isa == Isa::kAvx2;
#endif
}

Isa best_isa() { return can_run(Isa::kAvx512) ? Isa::kAvx512 : Isa::kAvx2; }

std::span<const Operation> all_operations(Isa isa) {
  static const auto* const narrow = new std::vector<Operation>(sorted(avx2::families()));
  static const auto* const wide = new std::vector<Operation>(sorted(avx512::families()));
  return isa == Isa::kAvx512 ? *wide : *narrow;
}

const Operation* find_operation(std::string_view mnemonic, Isa isa) {
  const auto all = all_operations(isa);
  const auto found = std::ranges::lower_bound(all, mnemonic, {}, &Operation::mnemonic);
  return found != all.end() && found->mnemonic == mnemonic ? &*found : nullptr;
}

std::span<const MatrixOperation> all_matrix_operations(Isa isa) {
  return isa == Isa::kAvx512 ? avx512::matrix_operations() : avx2::matrix_operations();
}

const MatrixOperation* find_matrix_operation(std::string_view mnemonic, Isa isa) {
  const auto all = all_matrix_operations(isa);
  const auto found = std::ranges::find(all, mnemonic, &MatrixOperation::mnemonic);
  return found != all.end() ? &*found : nullptr;
}

}  // namespace gemmscope::lockstep
