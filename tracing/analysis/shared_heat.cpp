// SPDX-License-Identifier: MIT
#include "tracing/analysis/shared_heat.h"

#include <algorithm>
#include <bit>

namespace gemmscope::analysis {
namespace {

void add_banks(std::array<BankCount, kBanks>& banks, const SharedCost& cost, std::uint64_t n) {
  for (std::size_t bank = 0; bank < kBanks; ++bank) {
    bool asked = false;
    for (std::size_t p = 0; p < cost.phase_count; ++p) {
      const std::uint64_t words = cost.phases[p].words_in_bank[bank];
      if (words == 0) continue;
      asked = true;
      banks[bank].words += n * words;
      banks[bank].excess += n * (words - 1);
    }
    banks[bank].requests += asked ? n : 0;
  }
}

void add_words(std::vector<WordCount>& words, const WarpAccess& access, const Phase& phase, std::uint64_t n) {
  std::array<std::uint32_t, kBanks> moved{};  // bit w: wavefront w of this bank is counted already
  for (std::uint32_t left = phase.lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(left));
    const std::uint32_t wavefront = 1u << phase.wavefront_of_lane[lane];
    const std::size_t first = access.address[lane] / kBankBytes + phase.first_word;
    for (std::size_t word = first; word < first + phase.words; ++word) {
      const std::size_t bank = word % kBanks;
      if ((moved[bank] & wavefront) != 0) continue;
      moved[bank] |= wavefront;
      if (word >= words.size()) continue;  // out of bounds: not this view's business
      WordCount& count = words[word];
      (access.instruction == Instruction::kStore ? count.writes : count.reads) += n;
      count.contended += phase.words_in_bank[bank] > 1 ? n : 0;
      count.max_nway = std::max<int>(count.max_nway, phase.words_in_bank[bank]);
    }
  }
}

}  // namespace

SharedHeat shared_heat(const format::Recording& recording, const CostTable& table, const Scope& scope,
                       ConflictModel model) {
  const std::vector<std::uint64_t> requests = count_requests(recording, table, scope);
  SharedHeat heat;
  heat.banks.resize(recording.sites.size());
  heat.words.resize(recording.tensors.size());
  for (const CostTable::Entry& entry : table.entries()) {
    const format::Template& coded = recording.templates[entry.template_id];
    for (std::size_t row = 0; row < entry.rows; ++row) {
      const std::uint64_t n = requests[entry.first + row];
      const format::Row& r = coded.rows[row];
      if (n == 0 || r.base != format::kSharedBase || table.costs(entry)[row].faulted) continue;
      const WarpAccess access = warp_access(recording, coded, row);
      const SharedCost cost = shared_cost(access, model);
      add_banks(heat.banks[r.site], cost, n);
      std::vector<WordCount>& words = heat.words[recording.sites[r.site].tensor];
      words.resize((recording.shared_bytes + kBankBytes - 1) / kBankBytes);
      for (std::size_t p = 0; p < cost.phase_count; ++p) add_words(words, access, cost.phases[p], n);
    }
  }
  return heat;
}

}  // namespace gemmscope::analysis
