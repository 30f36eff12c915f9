// SPDX-License-Identifier: MIT
#include "app/words/layout_words.h"

#include <algorithm>
#include <map>
#include <vector>

#include "app/words/number.h"

namespace gemmscope::words {
std::string layouts_in_words(const std::string& site, const std::string& tile, const analysis::SharedCount& now,
                             std::span<const analysis::WhatIf> layouts) {
  std::map<std::uint64_t, std::vector<std::string>> by_excess;  // the least excess first
  std::vector<std::string> no_better, narrow;
  std::vector<analysis::WhatIf> sorted(layouts.begin(), layouts.end());  // those that cost nothing elsewhere first
  std::stable_partition(sorted.begin(), sorted.end(), [](const analysis::WhatIf& each) { return !each.narrows; });
  for (const analysis::WhatIf& each : sorted) {
    if (!each.wavefronts) continue;
    if (*each.wavefronts >= now.wavefronts) {
      no_better.push_back(each.change);
      continue;
    }
    by_excess[*each.wavefronts - std::min(*each.wavefronts, each.ideal.value_or(now.ideal_wavefronts))].push_back(
        each.change);
    if (each.narrows) narrow.push_back(each.change);
  }
  std::string text;
  const auto add = [&](const std::string& outcome, const std::vector<std::string>& changes) {
    text += (text.empty() ? site + ": " : "; ") + outcome + " with " + listed(changes, "or");
  };
  for (const auto& [excess, changes] : by_excess) add(excess == 0 ? "no excess" : thousands(excess) + " left", changes);
  if (!no_better.empty()) add("no better", no_better);
  if (!text.empty()) text += ".";
  if (narrow.empty()) return text;
  return text + " " + listed(narrow, "and") + (narrow.size() == 1 ? " narrows" : " narrow") + " the accesses to " +
         tile + ": a 16-byte one needs rows of a multiple of 16 bytes. Sweep counts the requests.";
}

}  // namespace gemmscope::words
