// SPDX-License-Identifier: MIT
#include "app/views/banks_picture.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "app/draw/number.h"
#include "app/views/lane_set.h"

namespace gemmscope::views {
namespace {

using analysis::ConflictModel;
using analysis::Fusion;
using analysis::SharedCost;
using analysis::WarpAccess;

Band band_of(const WarpAccess& access, const analysis::Phase& phase) {
  Band band{
      .slots = phase.slots, .lanes = phase.lanes, .levels = phase.wavefronts, .word = phase.first_word, .capsules = {}};
  for (const int lane : lanes_of(phase.lanes)) {
    const auto l = static_cast<std::size_t>(lane);
    const int column =
        static_cast<int>((access.address[l] / analysis::kBankBytes + phase.first_word) % analysis::kBanks);
    const int level = phase.wavefront_of_lane[l];
    auto same = std::find_if(band.capsules.begin(), band.capsules.end(),
                             [&](const Capsule& c) { return c.column == column && c.level == level; });
    if (same == band.capsules.end())
      same = band.capsules.insert(same, {.lanes = 0, .column = column, .columns = phase.words, .level = level});
    same->lanes |= 1u << lane;
  }
  std::sort(band.capsules.begin(), band.capsules.end(), [](const Capsule& a, const Capsule& b) {
    return std::tie(a.level, a.column) < std::tie(b.level, b.column);
  });
  return band;
}

/// How many banks are as bad as the worst one, over all phases.
std::string alike_in_words(const SharedCost& cost) {
  std::size_t banks = 0;
  for (std::size_t bank = 0; bank < analysis::kBanks; ++bank)
    for (const analysis::Phase& phase : cost.phases)
      if (phase.words_in_bank[bank] == cost.max_nway) {
        ++banks;
        break;
      }
  return "; " + std::to_string(banks) + " such banks";
}

std::string fusion_in_words(const SharedCost& fused) {
  std::string reason(analysis::reason_of(fused.fusion));
  reason[0] = 'E';
  return reason + ": phases fuse.";
}

}  // namespace

std::vector<Band> bands_of(const WarpAccess& access, const SharedCost& cost) {
  std::vector<Band> bands;
  int before = 0;
  for (std::size_t p = 0; p < cost.phase_count; ++p) {
    bands.push_back(band_of(access, cost.phases[p]));
    bands.back().first_wavefront = before;
    before += bands.back().levels;
  }
  return bands;
}

std::string sum_of_phases(const SharedCost& cost) {
  std::string sum;
  for (std::size_t p = 0; p < cost.phase_count; ++p) {
    if (p != 0) sum += " + ";
    sum += std::to_string(cost.phases[p].wavefronts);
  }
  return cost.phase_count > 1 ? sum + " = " + std::to_string(cost.wavefronts) : sum;
}

std::string sum_in_words(const SharedCost& cost) {
  const std::string needed = cost.excess() == 0 ? "all needed" : std::to_string(cost.ideal) + " needed";
  return sum_of_phases(cost) + (cost.wavefronts == 1 ? " wavefront, " : " wavefronts, ") +
         (cost.wavefronts == 1 ? "the least there is" : needed);
}

std::string reason_in_words(const WarpAccess& access, const SharedCost& cost) {
  if (cost.max_nway <= 1) return "no bank is asked for two words in one phase";
  for (const Band& band : bands_of(access, cost)) {
    if (band.levels != cost.max_nway) continue;
    const Capsule top = *std::find_if(band.capsules.begin(), band.capsules.end(),
                                      [&](const Capsule& c) { return c.level == band.levels - 1; });
    std::uint32_t lanes = 0;
    for (const Capsule& capsule : band.capsules)
      if (capsule.column == top.column) lanes |= capsule.lanes;
    const std::string banks = top.columns == 1 ? "bank " + std::to_string(top.column)
                                               : "banks " + std::to_string(top.column) + "\u2013" +
                                                     std::to_string(top.column + top.columns - 1);
    return lanes_in_words(lanes) + " ask " + banks + " for " + std::to_string(band.levels) +
           (top.columns == 1 ? " different words" : " words each") + alike_in_words(cost);
  }
  return {};
}

std::string other_rule_in_words(const WarpAccess& access, const SharedCost& cost, ConflictModel rule) {
  const ConflictModel other = rule == ConflictModel::kFused ? ConflictModel::kTextbook : ConflictModel::kFused;
  const SharedCost counted = analysis::shared_cost(access, other);
  const std::string name = other == ConflictModel::kFused ? "fused rule (H200)" : "textbook rule";
  if (counted.wavefronts == cost.wavefronts && counted.phase_count == cost.phase_count) return name + ": the same";
  std::string text =
      name + ": " + sum_of_phases(counted) + (counted.wavefronts == 1 ? " wavefront. " : " wavefronts. ");
  if (cost.fusion != Fusion::kNone) return text + fusion_in_words(cost);
  if (counted.fusion != Fusion::kNone) return text + fusion_in_words(counted);
  return text + "This rule splits every access into 4-byte ones.";
}

std::string fault_in_words(const WarpAccess& access, std::uint32_t misaligned) {
  const std::string width = std::to_string(access.width);
  const char* ask = std::has_single_bit(misaligned) ? " asks for " : " ask for ";
  return lanes_in_words(misaligned) + ask + width + " bytes at an address that is no multiple of " + width;
}

}  // namespace gemmscope::views
