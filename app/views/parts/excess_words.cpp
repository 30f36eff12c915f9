// SPDX-License-Identifier: MIT
#include "app/views/parts/excess_words.h"

#include <algorithm>
#include <set>
#include <vector>

#include "app/views/parts/cost_words.h"
#include "app/views/parts/site_words.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using analysis::SiteSummary;
using session::Look;
using words::thousands;

std::string name_of(const Look& look, const SiteSummary& site) {
  return site_in_words(*look.recording(), site.tensor, site.op);
}

/// The site for which `cost` is largest; nullptr if it is 0 for all.
template <class Cost>
const SiteSummary* largest(const Look& look, Cost cost) {
  const auto& sites = look.summary.sites;
  const auto found =
      std::max_element(sites.begin(), sites.end(), [&](const auto& a, const auto& b) { return cost(a) < cost(b); });
  return found == sites.end() || cost(*found) == 0 ? nullptr : &*found;
}

std::string most_sectors_in_words(const Look& look) {
  const SiteSummary* site = largest(look, [](const SiteSummary& s) { return s.count.sectors - s.count.ideal_sectors; });
  if (site == nullptr) return {};
  return name_of(look, *site) + " moves " + words::count_of(site->count.sectors, "sector") + ", ideal " +
         thousands(site->count.ideal_sectors) + ".";
}

/// Which of the arrays that requests access begin inside a sector or a line.
std::string begins_in_words(const Look& look) {
  constexpr std::size_t kMost = 2;
  std::set<std::uint16_t> arrays;
  for (const SiteSummary& site : look.summary.sites)
    if (site.count.sectors != 0 && !begin_in_words(look.recording()->tensors[site.tensor]).empty())
      arrays.insert(site.tensor);
  std::string text;
  for (const std::uint16_t array : arrays) {
    if (text.empty() || arrays.size() <= kMost)
      text += (text.empty() ? "" : ", ") + begin_in_words(look.recording()->tensors[array]);
  }
  if (arrays.size() > kMost) text += ", " + words::count_of(arrays.size() - 1, "other array") + " in a similar way";
  return text.empty() ? "" : text + ".";
}

}  // namespace

const SiteSummary* dearest_site(const Look& look) {
  return look.by_rule.dearest ? &look.summary.sites[*look.by_rule.dearest] : nullptr;
}

namespace {

/// For what does not touch shared memory at all.
std::string dearest_sectors_in_words(const Look& look) {
  const analysis::Count& total = look.summary.total;
  const bool shared = look.recording()->shared_bytes != 0;
  const std::string moved = (shared ? "No request to shared memory here; " : "No shared memory; ") +
                            words::count_of(total.sectors, "sector") + " moved";
  if (total.sectors == 0) return "No request here";
  if (total.sectors == total.ideal_sectors) return moved + ", the ideal";
  return moved + ", " +
         words::decimals(static_cast<double>(total.sectors) / static_cast<double>(total.ideal_sectors), 1) +
         " times the ideal";
}

/// The site that costs most beyond the ideal, else the one that costs most.
std::string largest_site_in_words(const Look& look) {
  const std::string of = " of " + thousands(look.summary.total.by(look.rule).wavefronts) + " shared wavefronts";
  if (const SiteSummary* site = dearest_site(look)) {
    const analysis::SharedCount& count = site->count.by(look.rule);
    return "Largest excess: " + name_of(look, *site) + ", " + thousands(count.excess()) + of + " (" +
           std::to_string(count.max_nway) + "-way)";
  }
  const SiteSummary* most = largest(look, [&](const SiteSummary& s) { return s.count.by(look.rule).wavefronts; });
  if (most == nullptr) return dearest_sectors_in_words(look);
  return "No bank conflict; " + name_of(look, *most) + " takes " + thousands(most->count.by(look.rule).wavefronts) + of;
}

}  // namespace

std::string largest_in_words(const Look& look) {
  const std::uint64_t faults = look.summary.total.misaligned;
  if (faults == 0 && look.summary.total.faulted != 0)
    return "The request that ended the launch is not counted. " + largest_site_in_words(look);
  if (faults == 0) return largest_site_in_words(look);
  return words::count_of(faults, "request") + (faults == 1 ? " is" : " are") +
         " misaligned and would fault: not counted";
}

std::string losses_in_words(const Look& look) {
  std::vector<std::string> sentences;
  if (look.summary.total.misaligned != 0) sentences.push_back(largest_site_in_words(look) + ".");
  sentences.push_back(most_sectors_in_words(look));
  sentences.push_back(begins_in_words(look));
  std::string text;
  for (const std::string& sentence : sentences)
    if (!sentence.empty()) text += (text.empty() ? "" : " ") + sentence;
  return text;
}

}  // namespace gemmscope::views
