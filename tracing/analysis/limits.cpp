// SPDX-License-Identifier: MIT
#include "tracing/analysis/limits.h"

#include <algorithm>

#include "tracing/analysis/coalescing.h"
#include "tracing/analysis/multiplied.h"
#include "tracing/analysis/ownership.h"

namespace gemmscope::analysis {
namespace {

/// Whether C is loaded.
bool is_read(const format::Recording& recording, const format::Tensor& C) {
  return std::ranges::any_of(recording.sites, [&](const format::Site& site) {
    return &recording.tensors[site.tensor] == &C && site.op != format::Op::kStore;
  });
}

/// A and B once, C for its store and, if it is read, for its load.
std::uint64_t once_bytes(const format::Recording& recording) {
  std::uint64_t sum = 0;
  for (const format::Tensor& tensor : recording.tensors) {
    if (tensor.space != format::Space::kGlobal) continue;
    const std::uint64_t bytes = std::uint64_t{tensor.layout.rows} * tensor.layout.columns * tensor.element_bytes;
    sum += tensor.matrix == format::Matrix::kC && is_read(recording, tensor) ? 2 * bytes : bytes;
  }
  return sum;
}

/// Whether lanes beyond an edge multiply zeros, as where tiles that reach out of a matrix are filled with them. Without
/// tiles a recording does not tell, and a guard is usual.
bool multiplies_zeros(const format::Recording& recording) {
  return std::ranges::count(recording.tensors, format::Space::kShared, &format::Tensor::space);
}

/// Whether products are made by instructions whose speed is not modelled. Without PTX, whether lanes share their loads.
bool uses_matrix_instructions(const format::Recording& recording) {
  return lanes_share(recording) && has_matrix_instructions(recording).value_or(true);
}

/// The numbers of the product: A and B have such elements, too. A kernel that loads floats may sum up doubles.
Numbers numbers_of(const format::Recording& recording) {
  const Numbers numbers = numbers_multiplied(recording);
  const std::uint32_t bytes = numbers == Numbers::kDouble ? 8 : 2;
  const auto has = [&](format::Matrix of) {
    const auto tensor = recording.tensor_of(of);
    return tensor && recording.tensors[*tensor].element_bytes == bytes;
  };
  return has(format::Matrix::kA) && has(format::Matrix::kB) ? numbers : Numbers::kFloat;
}

Work work_of(const format::Recording& recording, const CostTable& table, ConflictModel rule) {
  const Summary summary = summarize(recording, table);
  const Count& total = summary.total;
  const double needed = multiply_adds_of(recording);
  return {.multiply_adds = needed,
          .made_multiply_adds = summary.warp_fmas && multiplies_zeros(recording) ? kLanes * *summary.warp_fmas : needed,
          .shared_wavefronts = total.by(rule).wavefronts,
          .shared_cycles_h200 = total.cycles_h200,
          .load_wavefronts = total.load_wavefronts,
          .sector_bytes = kSectorBytes * total.sectors,
          .once_bytes = once_bytes(recording),
          .blocks = recording.launch_blocks() - idle_blocks(recording, kEverything),
          .numbers = numbers_of(recording)};
}

}  // namespace

std::string_view name_of(LimitBy by) {
  constexpr std::string_view kNames[] = {"multiply-adds", "wavefronts", "L2", "DRAM"};
  return kNames[static_cast<std::size_t>(by)];
}

int lanes_for(Numbers numbers, const Machine& machine) {
  switch (numbers) {
    case Numbers::kFloat: break;
    case Numbers::kDouble: return machine.double_lanes;
    case Numbers::kHalfPairs: return machine.half_pair_lanes;
  }
  return machine.lanes;
}

const Limit& Limits::bound() const { return *std::ranges::max_element(limits, {}, &Limit::cycles); }

double Limits::gflops(const Machine& machine) const {
  if (missing != Missing::kNothing || bound().cycles() == 0) return 0;
  return 2 * work.multiply_adds / bound().cycles() * machine.hz() * 1e-9;
}

Limits limits(const format::Recording& recording, const CostTable& table, const Machine& machine, ConflictModel rule,
              std::optional<std::uint32_t> registers) {
  Limits limits;
  limits.missing = missing_of_product(recording);
  if (machine.sm.blocks != 0)
    limits.resident = occupancy({recording.threads, recording.shared_bytes, registers}, machine.sm);
  if (limits.missing != Missing::kNothing) return limits;

  const Work& work = limits.work = work_of(recording, table, rule);
  const auto sms = static_cast<std::uint64_t>(machine.multiprocessors);
  limits.blocks_of_busiest = (work.blocks + sms - 1) / sms;
  const double share = work.blocks == 0 ? 0 : double(limits.blocks_of_busiest) / double(work.blocks);  // of the work
  const auto of_sm = [&](LimitBy by, double of_launch, double per_cycle) {
    return Limit{by, of_launch * share, per_cycle, of_launch * share};
  };
  const auto of_memory = [&](LimitBy by, double gb_per_s) {
    return Limit{by, double(work.once_bytes), gb_per_s * 1e9 / machine.hz(), double(work.sector_bytes)};
  };
  const double lanes = uses_matrix_instructions(recording) ? 0 : lanes_for(work.numbers, machine);
  limits.limits = {of_sm(LimitBy::kMultiplyAdds, work.made_multiply_adds, lanes),
                   of_sm(LimitBy::kWavefronts, double(work.wavefronts()), 1),
                   of_memory(LimitBy::kL2, machine.l2_gb_per_s), of_memory(LimitBy::kDram, machine.dram_gb_per_s)};
  return limits;
}

}  // namespace gemmscope::analysis
