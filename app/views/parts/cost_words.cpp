// SPDX-License-Identifier: MIT
#include "app/views/parts/cost_words.h"

#include <algorithm>
#include <bit>

#include "app/views/parts/lane_set.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using analysis::ConflictModel;
using analysis::Fusion;
using analysis::GlobalCost;
using analysis::SharedCost;
using analysis::WarpAccess;

/// ", ideal 4", or ", the ideal" where nothing is above it.
std::string beside_ideal(int count, int ideal) {
  return count == ideal ? ", the ideal" : ", ideal " + words::thousands(static_cast<std::uint64_t>(ideal));
}

std::string wavefront_word(int count) { return count == 1 ? " wavefront" : " wavefronts"; }

/// The lanes that need something of `bank` in `phase`.
std::uint32_t lanes_asking(const WarpAccess& access, const analysis::Phase& phase, std::size_t bank) {
  std::uint32_t lanes = 0;
  for (const int lane : lanes_of(phase.lanes)) {
    const std::uint32_t word = access.address[static_cast<std::size_t>(lane)] / analysis::kBankBytes + phase.first_word;
    if ((bank - word) % analysis::kBanks < phase.words) lanes |= 1u << lane;
  }
  return lanes;
}

}  // namespace

std::string sum_of_phases(const SharedCost& cost) {
  std::string sum;
  for (std::size_t p = 0; p < cost.phase_count; ++p)
    sum += (p == 0 ? "" : " + ") + std::to_string(cost.phases[p].wavefronts);
  return cost.phase_count > 1 ? sum + " = " + std::to_string(cost.wavefronts) : sum;
}

std::string wavefronts_in_words(const SharedCost& cost) {
  return sum_of_phases(cost) + wavefront_word(cost.wavefronts) + beside_ideal(cost.wavefronts, cost.ideal);
}

std::array<std::uint8_t, analysis::kBanks> words_asked(const SharedCost& cost) {
  std::array<std::uint8_t, analysis::kBanks> words{};
  for (std::size_t p = 0; p < cost.phase_count; ++p)
    for (std::size_t bank = 0; bank < words.size(); ++bank)
      words[bank] = std::max(words[bank], cost.phases[p].words_in_bank[bank]);
  return words;
}

std::string asked_in_words(const SharedCost& cost) {
  const bool several = cost.phase_count > 1;
  if (cost.max_nway <= 1)
    return several ? "No bank serves two different words in one phase" : "No bank serves two different words";
  const auto words = words_asked(cost);
  const auto banks = std::count(words.begin(), words.end(), cost.max_nway);
  return std::to_string(banks) + (banks == 1 ? " bank serves " : " banks serve ") + std::to_string(cost.max_nway) +
         " different words" + (banks == 1 ? "" : " each") + (several ? " in one phase" : "");
}

std::string clash_in_words(const WarpAccess& access, const SharedCost& cost) {
  const std::string asked = asked_in_words(cost);
  if (cost.max_nway <= 1) return asked;
  for (std::size_t p = 0; p < cost.phase_count; ++p) {
    const analysis::Phase& phase = cost.phases[p];
    for (std::size_t bank = 0; bank < analysis::kBanks; ++bank)
      if (phase.words_in_bank[bank] == cost.max_nway)
        return asked + "; bank " + std::to_string(bank) + ": " + lanes_in_words(lanes_asking(access, phase, bank));
  }
  return asked;
}

std::string sub_op_in_words() { return "The sub-op rule splits every access into 4-byte accesses."; }

std::string other_rule_in_words(const WarpAccess& access, const SharedCost& cost, ConflictModel rule) {
  const ConflictModel other = rule == ConflictModel::kFused ? ConflictModel::kTextbook : ConflictModel::kFused;
  const SharedCost counted = analysis::shared_cost(access, other);
  const std::string name = other == ConflictModel::kFused ? "fused rule (H200)" : "textbook rule";
  if (counted.wavefronts == cost.wavefronts && counted.phase_count == cost.phase_count) return name + ": the same";
  const std::string text = name + ": " + sum_of_phases(counted) + wavefront_word(counted.wavefronts) + ". ";
  const Fusion fusion = cost.fusion != Fusion::kNone ? cost.fusion : counted.fusion;
  if (fusion == Fusion::kNone) return text + sub_op_in_words();
  return text + words::capital(std::string(analysis::reason_of(fusion))) + ": phases fuse.";
}

std::string sectors_in_words(const GlobalCost& cost) {
  const std::string sectors =
      words::count_of(cost.sector_count, "sector") + beside_ideal(cost.sector_count, cost.ideal_sectors());
  if (cost.sector_count == cost.ideal_sectors()) return sectors + " for " + words::count_of(cost.useful_bytes, "byte");
  return sectors + ": " + words::share(cost.byte_efficiency()) + " of bytes used";
}

std::string bytes_in_words(const GlobalCost& cost) {
  return words::count_of(cost.useful_bytes, "byte") + " requested, from " + words::count_of(cost.lines, "line") +
         beside_ideal(cost.lines, cost.ideal_lines());
}

std::string begin_in_words(const format::Tensor& array) {
  const std::uint32_t past = array.from_boundary(0), in_sector = past % analysis::kSectorBytes,
                      in_line = past % analysis::kLineBytes;
  if (in_line == 0) return "";
  return array.name + " begins " + words::count_of(in_sector != 0 ? in_sector : in_line, "byte") +
         (in_sector != 0 ? " into a sector" : " into a line");
}

std::string sectors_in_words(const session::Look& look) {
  const std::string fault = fault_in_words(look);
  return fault.empty() ? sectors_in_words(look.current->global) : fault + ": the request faults";
}

std::string fault_in_words(const session::Look& look) {
  const session::Current& now = *look.current;
  if (now.faulted) {
    const format::LaunchFault& fault = *look.recording()->fault;
    return "Lane " + std::to_string(fault.thread % format::kLanes) + " " + fault.does +
           (fault.cause.empty() ? "" : ": " + fault.cause);
  }
  const std::uint32_t misaligned = now.cost.misaligned | now.global.misaligned;
  if (misaligned == 0) return "";
  const std::string width = std::to_string(now.access.width);
  const char* need = std::has_single_bit(misaligned) ? " needs " : " need ";
  return words::capital(lanes_in_words(misaligned)) + need + width + " bytes at an address that is not a multiple of " +
         width;
}

}  // namespace gemmscope::views
