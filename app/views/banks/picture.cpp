// SPDX-License-Identifier: MIT
#include "app/views/banks/picture.h"

#include <algorithm>
#include <tuple>

#include "app/views/parts/lane_set.h"

namespace gemmscope::views {
namespace {

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

}  // namespace

std::string capsules_in_words(const std::vector<Capsule>& capsules) {
  std::string text;
  for (const Capsule& capsule : capsules)
    text += (text.empty() ? "bank" : "; bank") + std::string(capsule.columns > 1 ? "s " : " ") +
            std::to_string(capsule.column) +
            (capsule.columns > 1 ? "\u2013" + std::to_string(capsule.column + capsule.columns - 1) : "") + ": " +
            lanes_in_words(capsule.lanes);
  return text;
}

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

}  // namespace gemmscope::views
