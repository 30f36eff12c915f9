// SPDX-License-Identifier: MIT
#include "tracing/lockstep/operation.h"

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "tracing/lockstep/operations/row.h"

namespace gemmscope::lockstep {

namespace avx2 {
Tables tables();
}
#ifdef GEMMSCOPE_AVX2_ALONE
namespace avx512 = avx2;
#else
namespace avx512 {
Tables tables();
}
#endif

namespace {

struct All {
  std::deque<std::string> mnemonics;
  std::vector<Operation> operations;  ///< sorted by mnemonic
  std::vector<MatrixOperation> matrices;

  explicit All(const Tables& tables) {
    for (const auto& family : tables.families)
      for (const Row& row : family) operations.push_back({kept(row.name), row.operands, row.run, row.results});
    for (const MatrixRow& row : tables.matrices) matrices.push_back({kept(row.name), row.fragments, row.run});
    std::ranges::sort(operations, {}, &Operation::mnemonic);
  }

  std::string_view kept(const Name& name) {
    std::string& mnemonic = mnemonics.emplace_back();
    for (const char* part : name)
      if (part != nullptr) mnemonic += part;
    return mnemonic;
  }
};

/// Never destroyed: programs launch kernels until their very end.
const All& all_of(Isa isa) {
  static const auto *const narrow = new All(avx2::tables()), *const wide = new All(avx512::tables());
  return isa == Isa::kAvx512 ? *wide : *narrow;
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

std::span<const Operation> all_operations(Isa isa) { return all_of(isa).operations; }

const Operation* find_operation(std::string_view mnemonic, Isa isa) {
  const auto all = all_operations(isa);
  const auto found = std::ranges::lower_bound(all, mnemonic, {}, &Operation::mnemonic);
  return found != all.end() && found->mnemonic == mnemonic ? &*found : nullptr;
}

std::span<const MatrixOperation> all_matrix_operations(Isa isa) { return all_of(isa).matrices; }

const MatrixOperation* find_matrix_operation(std::string_view mnemonic, Isa isa) {
  const auto all = all_matrix_operations(isa);
  const auto found = std::ranges::find(all, mnemonic, &MatrixOperation::mnemonic);
  return found != all.end() ? &*found : nullptr;
}

}  // namespace gemmscope::lockstep
