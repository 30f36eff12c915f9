// SPDX-License-Identifier: MIT
#include "app/words/limits_words.h"

#include <cmath>

#include "app/words/number.h"
#include "tracing/analysis/coalescing.h"
#include "tracing/analysis/narrow_loads.h"
#include "tracing/analysis/warp_access.h"

namespace gemmscope::words {
namespace {

using analysis::LimitBy;
using analysis::Limits;
using analysis::Machine;

constexpr const char* kTimes = " \u00d7 ";

std::string whole(double value) {
  constexpr double kMostDigits = 1e18;  // a damaged recording can have a product of any size
  return value < kMostDigits ? thousands(static_cast<std::uint64_t>(std::llround(value))) : number_text(value);
}

/// "8 of 1 024 blocks": the busiest SM's.
std::string part_of_busiest(const Limits& limits) {
  return thousands(limits.blocks_of_busiest) + " of " + count_of(limits.work.blocks, "block");
}

/// "201 326 592 to 4 362 076 160 bytes / 8 930 GB/s".
std::string bytes_over_bandwidth(const analysis::Limit& limit, double gb_per_s) {
  const std::string most = limit.most_work > limit.work ? " to " + whole(limit.most_work) : "";
  return whole(limit.work) + most + " bytes / " + (limit.known() ? whole(gb_per_s) + " GB/s" : "an unknown bandwidth");
}

/// "(1 000 000 for C + 131 120 576 with the zeros that fill tiles at edges)".
std::string multiply_adds_formula(const analysis::Work& work) {
  if (work.made_multiply_adds <= work.multiply_adds) return whole(work.made_multiply_adds);
  return "(" + whole(work.multiply_adds) + " for C + " + whole(work.made_multiply_adds - work.multiply_adds) +
         " with the zeros that fill tiles at edges)";
}

std::string multiply_add_rate(const Limits& limits, const Machine& machine) {
  const analysis::Limit& limit = limits.by(LimitBy::kMultiplyAdds);
  constexpr const char* kOf[] = {"", "in double", "in pairs of halves"};
  const std::string of = kOf[static_cast<std::size_t>(limits.work.numbers)];
  if (limit.known()) return whole(limit.per_cycle) + " per cycle" + (of.empty() ? "" : ", " + of);
  return analysis::lanes_for(limits.work.numbers, machine) == 0 ? "a rate " + of + " that is not known"
                                                                : "a rate of matrix instructions that is not modelled";
}

std::string wavefronts_formula(const Limits& limits) {
  const analysis::Work& work = limits.work;
  std::string sum = thousands(work.shared_wavefronts) + " of shared memory";
  if (work.load_wavefronts != 0) sum += " + " + thousands(work.load_wavefronts) + " of loads in L1";
  return "(" + sum + ")" + kTimes + part_of_busiest(limits) + " / 1 per cycle";
}

}  // namespace

std::string cycles_in_words(double cycles) { return whole(cycles); }

std::string time_in_words(double cycles, const Machine& machine) {
  const double us = cycles / machine.clock_mhz;
  if (us < 0.9995) return decimals(us * 1000, 0) + " ns";
  return us < 1000 ? decimals(us, 1) + " \u00b5s" : decimals(us / 1000, 2) + " ms";
}

std::string limit_formula(const Limits& limits, LimitBy by, const Machine& machine) {
  switch (by) {
    case LimitBy::kMultiplyAdds:
      return multiply_adds_formula(limits.work) + kTimes + part_of_busiest(limits) + " / " +
             multiply_add_rate(limits, machine);
    case LimitBy::kWavefronts: return wavefronts_formula(limits);
    case LimitBy::kL2: return bytes_over_bandwidth(limits.by(by), machine.l2_gb_per_s);
    case LimitBy::kDram: return bytes_over_bandwidth(limits.by(by), machine.dram_gb_per_s);
  }
  return "";
}

namespace {

/// " on 4 of 132 SMs": why so little, where there are fewer blocks than SMs.
std::string idle_in_words(const Limits& limits, const Machine& machine) {
  const auto all = static_cast<std::uint64_t>(machine.multiprocessors);
  if (limits.work.blocks >= all) return "";
  return " on " + thousands(limits.work.blocks) + " of " + thousands(all) + " SMs";
}

}  // namespace

std::string bound_in_words(const format::Recording& recording, const Limits& limits, const Machine& machine) {
  const analysis::Limit& bound = limits.bound();
  return std::string(analysis::has_narrow_loads(recording) ? "As written, at least " : "At least ") +
         time_in_words(bound.cycles(), machine) + ", limited by " + std::string(name_of(bound.by)) + ": at most " +
         whole(limits.gflops(machine)) + " GFLOP/s" + idle_in_words(limits, machine);
}

std::string reached_in_words(const format::Recording& recording, double share) {
  const std::string text = percent(share) + " of that";
  if (share <= 1) return text;
  return text + (analysis::has_narrow_loads(recording) ? ": nvcc joined narrow loads" : ": more than the model allows");
}

std::string resident_in_words(const Limits& limits, std::uint32_t warps_of_block) {
  if (!limits.resident) return "";
  const analysis::Occupancy& of = *limits.resident;
  const auto warps_of = [&](std::uint64_t blocks) {
    return count_of(blocks, "block") + kTimes + count_of(warps_of_block, "warp") + " = " +
           count_of(blocks * warps_of_block, "resident warp");
  };
  const std::string at_most = of.registers_known ? "" : "at most ";
  const std::string why = ", limited by " + std::string(name_of(of.limited_by)) +
                          (of.registers_known ? "" : "; registers per thread are not known");
  if (limits.missing != analysis::Missing::kNothing || limits.blocks_of_busiest >= of.blocks)
    return at_most + warps_of(of.blocks) + " per SM" + why;
  return warps_of(limits.blocks_of_busiest) + " on the busiest SM, because the launch has " +
         count_of(limits.work.blocks, "block") + "; an SM has room for " + at_most + count_of(of.blocks, "block") +
         ", " + count_of(of.warps, "warp") + why;
}

std::vector<FlopPerByteOf> flop_per_byte_in_words(const analysis::Work& work) {
  std::vector<FlopPerByteOf> all;
  const double flop = 2 * work.multiply_adds;
  const auto add = [&](const char* where, std::uint64_t bytes, const std::string& formula) {
    if (bytes != 0)
      all.push_back({where, decimals(flop / static_cast<double>(bytes), 2), whole(flop) + " FLOP / " + formula});
  };
  const auto moved = [](std::uint64_t count, const char* thing, std::uint64_t bytes) {
    return "(" + count_of(count, thing) + kTimes + std::to_string(bytes) + " bytes)";
  };
  const auto add_wavefronts = [&](const char* where, std::uint64_t wavefronts) {
    add(where, analysis::kWavefrontBytes * wavefronts, moved(wavefronts, "wavefront", analysis::kWavefrontBytes));
  };
  add_wavefronts("shared memory", work.shared_wavefronts);
  if (work.load_wavefronts != 0)
    add_wavefronts(work.shared_wavefronts != 0 ? "shared memory and L1" : "L1", work.wavefronts());
  add("global memory", work.sector_bytes,
      moved(work.sector_bytes / analysis::kSectorBytes, "sector", analysis::kSectorBytes));
  add("each element once", work.once_bytes, count_of(work.once_bytes, "byte"));
  return all;
}

std::vector<std::string> left_out_of_limits(const format::Recording& recording, const Limits& limits) {
  std::vector<std::string> all{
      "Waiting: for memory, at barriers, for the result of another instruction. Resident warps hide it.",
      "Other instructions: addresses, loops, conversions. An SM issues them instead of multiply-adds."};
  const analysis::Work& work = limits.work;
  if (work.shared_cycles_h200 > static_cast<double>(work.shared_wavefronts))
    all.push_back("The data path of shared memory: its requests alone take the busiest SM of an H200 " +
                  whole(work.shared_cycles_h200 * static_cast<double>(limits.blocks_of_busiest) /
                        static_cast<double>(work.blocks)) +
                  " modelled cycles, " +
                  percent(work.shared_cycles_h200 / static_cast<double>(work.shared_wavefronts) - 1, 1) +
                  " more than their wavefronts. Mixed with other instructions they may take fewer.");
  if (limits.by(LimitBy::kL2).most_work > limits.by(LimitBy::kL2).work)
    all.emplace_back(
        "Caches: for L2 and DRAM the bound uses the smaller number of bytes, as if no sector were moved twice.");
  if (analysis::has_narrow_loads(recording))
    all.emplace_back(
        "The machine code: counted are the loads of nvcc's PTX. ptxas may join narrow ones, and a GPU then makes fewer "
        "requests and wavefronts.");
  return all;
}

}  // namespace gemmscope::words
