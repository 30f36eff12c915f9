// SPDX-License-Identifier: MIT
#include "tests/analysis/faults.h"

#include <algorithm>
#include <map>
#include <set>

namespace gemmscope::analysis::testing {
namespace {

/// Words first .. last of what each of `lanes` moves.
ModelCost serve(const WarpAccess& access, std::uint32_t lanes, std::uint32_t first, std::uint32_t last) {
  std::map<std::uint32_t, std::set<std::uint32_t>> words_of_bank;
  for (int lane = 0; lane < kLanes; ++lane)
    if ((lanes & access.mask) >> lane & 1u)
      for (std::uint32_t w = first; w <= last; ++w) {
        const std::uint32_t word = access.address[static_cast<std::size_t>(lane)] / kBankBytes + w;
        words_of_bank[word % kBanks].insert(word);
      }
  std::size_t most = 0;
  for (const auto& [bank, words] : words_of_bank) most = std::max(most, words.size());
  const auto wavefronts = static_cast<std::uint8_t>(most);
  return {.wavefronts = wavefronts, .ideal = static_cast<std::uint8_t>(most != 0), .max_nway = wavefronts};
}

ModelCost cost_at_any_word(const WarpAccess& access, ConflictModel model) {
  const std::uint32_t words = std::max(1u, access.width / std::uint32_t{kBankBytes});
  const bool fused = model == ConflictModel::kFused && find_fusion(access) != Fusion::kNone;
  const std::uint32_t phases = fused ? words / 2 : words, lanes = kLanes / phases;
  ModelCost sum;
  for (std::uint32_t p = 0; p < phases; ++p) {
    const ModelCost phase = model == ConflictModel::kSubop
                                ? serve(access, kAllLanes, p, p)
                                : serve(access, kAllLanes >> (kLanes - lanes) << p * lanes, 0, words - 1);
    sum.wavefronts = static_cast<std::uint8_t>(sum.wavefronts + phase.wavefronts);
    sum.ideal = static_cast<std::uint8_t>(sum.ideal + phase.ideal);
    sum.max_nway = std::max(sum.max_nway, phase.max_nway);
  }
  return sum;
}

RequestCost cost_at_any_word(const WarpAccess& access) {
  RequestCost cost;
  for (const ConflictModel model : {ConflictModel::kFused, ConflictModel::kTextbook, ConflictModel::kSubop})
    cost.models[static_cast<std::size_t>(model)] = cost_at_any_word(access, model);
  return cost;
}

}  // namespace

void add_faults(const format::Recording& recording, const CostTable& costs, Summary& summary) {
  const std::vector<std::uint64_t> requests = count_requests(recording, costs, {});
  for (const CostTable::Entry& entry : costs.entries())
    for (std::size_t row = 0; row < entry.rows; ++row) {
      const format::Template& coded = recording.templates[entry.template_id];
      const std::uint16_t site = coded.rows[row].site;
      if (!costs.costs(entry)[row].misaligned || coded.rows[row].base != format::kSharedBase) continue;
      const WarpAccess access = warp_access(recording, coded, row);
      Count fault;
      fault.add(recording.sites[site], cost_at_any_word(access), requests[entry.first + row]);
      fault.requests = 0;  // it is counted there
      summary.total += fault;
      if (coded.rows[row].k_tile != format::Row::kEpilogueRow) summary.main_loop += fault;
      for (SiteSummary& s : summary.sites)
        if (std::find(s.sites.begin(), s.sites.end(), site) != s.sites.end()) s.count += fault;
    }
}

}  // namespace gemmscope::analysis::testing
