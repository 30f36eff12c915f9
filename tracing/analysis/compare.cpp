// SPDX-License-Identifier: MIT
#include "tracing/analysis/compare.h"

#include <algorithm>

namespace gemmscope::analysis {
namespace {

/// How alike two sites of one name have to be to be matched.
enum class Alike { kTensorAndWidth, kTensor, kName };

const std::string& tensor_of(const Counted& counted, const SiteSummary& site) {
  return counted.recording.tensors[site.tensor].name;
}

bool is_match(const Counted& first, const SiteSummary& a, const Counted& second, const SiteSummary& b, Alike alike) {
  if (a.name != b.name || a.space != b.space || a.op != b.op) return false;
  if (alike == Alike::kName) return true;
  return tensor_of(first, a) == tensor_of(second, b) && (alike == Alike::kTensor || a.width == b.width);
}

using Sites = std::vector<const SiteSummary*>;

/// Those that make a request: the others are as good as not there.
Sites used_sites(const Summary& summary) {
  Sites used;
  for (const SiteSummary& site : summary.sites)
    if (site.count.requests != 0) used.push_back(&site);
  return used;
}

/// [site of the first] = the site of the second that it is matched with.
std::vector<std::optional<std::size_t>> matches(const Counted& first, const Sites& a, const Counted& second,
                                                const Sites& b) {
  std::vector<std::optional<std::size_t>> found(a.size());
  std::vector<bool> taken(b.size(), false);
  for (const Alike alike : {Alike::kTensorAndWidth, Alike::kTensor, Alike::kName})
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < b.size() && !found[i]; ++j) {
        if (taken[j] || !is_match(first, *a[i], second, *b[j], alike)) continue;
        found[i] = j;
        taken[j] = true;
      }
  return found;
}

std::uint64_t digest_of(const SiteSummary& site, const std::vector<std::uint64_t>& digests) {
  std::uint64_t sum = 0;
  for (const std::uint16_t s : site.sites) sum += digests[s];
  return sum;
}

/// Without `second`, the site is in the first recording alone, and the other way round.
ComparedSite compared(const std::string& tensor, const SiteSummary* first, const SiteSummary* second,
                      const std::optional<CommonPart>& common) {
  const SiteSummary& either = first != nullptr ? *first : *second;
  ComparedSite site{.name = either.name,
                    .tensor = tensor,
                    .space = either.space,
                    .op = either.op,
                    .first = {},
                    .second = {},
                    .same_addresses = {}};
  if (first != nullptr) site.first = *first;
  if (second != nullptr) site.second = *second;
  if (!site.in_both() || !common) return site;
  const std::uint64_t a = digest_of(*first, common->first), b = digest_of(*second, common->second);
  if (a != 0 || b != 0) site.same_addresses = a == b;  // 0: no request
  return site;
}

std::uint32_t barriers_of(const format::Recording& recording) {
  if (recording.blocks.empty()) return 0;
  const std::vector<std::uint32_t>& lines = recording.patterns[recording.blocks[0].pattern].barrier_lines;
  return static_cast<std::uint32_t>(std::count_if(lines.begin(), lines.end(), [](auto line) { return line != 0; }));
}

}  // namespace

std::uint64_t ComparedSite::in_first(const Metric& metric, ConflictModel model) const {
  return first ? metric.count(first->count, model) : 0;
}

std::uint64_t ComparedSite::in_second(const Metric& metric, ConflictModel model) const {
  return second ? metric.count(second->count, model) : 0;
}

std::int64_t ComparedSite::delta(const Metric& metric, ConflictModel model) const {
  return static_cast<std::int64_t>(in_second(metric, model) - in_first(metric, model));
}

bool ComparedSite::counts_differ(ConflictModel model) const {
  if (!in_both() || first->width != second->width) return true;
  return std::ranges::any_of(
      kMetrics, [&](const Metric& each) { return each.compared && each.is_of(space) && delta(each, model) != 0; });
}

bool Comparison::requests_differ(ConflictModel model) const {
  return std::ranges::any_of(sites, [&](const ComparedSite& site) { return site.differs(model); });
}

std::vector<SitePair> paired_sites(const Counted& first, const Counted& second) {
  const Sites a = used_sites(first.summary), b = used_sites(second.summary);
  std::vector<SitePair> pairs;
  std::vector<bool> taken(b.size(), false);
  const auto found = matches(first, a, second, b);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (found[i]) taken[*found[i]] = true;
    pairs.push_back({a[i], found[i] ? b[*found[i]] : nullptr});
  }
  for (std::size_t j = 0; j < b.size(); ++j)
    if (!taken[j]) pairs.push_back({nullptr, b[j]});
  return pairs;
}

Comparison compare(const Counted& first, const Counted& second) {
  Comparison result{.sites = {},
                    .first = first.summary.total,
                    .second = second.summary.total,
                    .barriers_first = barriers_of(first.recording),
                    .barriers_second = barriers_of(second.recording),
                    .common = common_part(first.recording, second.recording)};
  for (const SitePair& pair : paired_sites(first, second)) {
    const std::string& tensor = pair.first != nullptr ? tensor_of(first, *pair.first) : tensor_of(second, *pair.second);
    result.sites.push_back(compared(tensor, pair.first, pair.second, result.common));
  }
  return result;
}

}  // namespace gemmscope::analysis
