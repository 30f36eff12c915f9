// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <tuple>

#include "tracing/format/bases.h"
#include "tracing/format/check.h"
#include "tracing/format/limits.h"

namespace gemmscope::format {
namespace {

/// Values that patterns or templates have, of which the different ones count.
template <class Value>
class Distinct {
 public:
  explicit Distinct(std::size_t most) { pairs_.reserve(most); }
  void add(std::uint32_t owner, const Value& value) {
    const std::pair pair(owner, value);
    if (pairs_.empty() || pairs_.back() != pair) pairs_.push_back(pair);  // neighbours are mostly alike
  }
  /// [owner] = how many different values it has.
  std::vector<std::uint64_t> count(std::size_t owners) && {
    return std::move(*this).sum(owners, [](const Value&) { return std::uint64_t{1}; });
  }
  /// [owner] = the sum of `weight` of its different values.
  template <class Weight>
  std::vector<std::uint64_t> sum(std::size_t owners, const Weight& weight) && {
    std::sort(pairs_.begin(), pairs_.end());
    std::vector<std::uint64_t> sums(owners, 0);
    for (std::size_t i = 0; i < pairs_.size(); ++i)
      if (i == 0 || pairs_[i] != pairs_[i - 1]) sums[pairs_[i].first] += weight(pairs_[i].second);
    return sums;
  }

 private:
  std::vector<std::pair<std::uint32_t, Value>> pairs_;
};

using RowsOfTensor = std::array<std::uint64_t, kMaxGlobalTensors>;

/// What of a template or pattern its costs take time for.
struct Extent {
  std::uint32_t used = 0;  ///< tensors
  std::uint64_t rows = 0;
  RowsOfTensor global{};  ///< of the rows, those in each global tensor
};

std::vector<Extent> extents_of_templates(const Recording& recording) {
  std::vector<Extent> extents;
  extents.reserve(recording.templates.size());
  for (const Template& coded : recording.templates) {
    Extent& extent = extents.emplace_back(Extent{.used = tensors_used(coded), .rows = coded.rows.size()});
    for (const Row& row : coded.rows)
      if (row.base != kSharedBase) ++extent.global[row.base];
  }
  return extents;
}

Extent extent_of_pattern(const Pattern& pattern, const std::vector<Extent>& templates) {
  Extent sum;
  for (const Segment& segment : pattern.segments) {
    const Extent& coded = templates[segment.template_id];
    sum.used |= coded.used;
    sum.rows += coded.rows;
    for (std::size_t t = 0; t < sum.global.size(); ++t) sum.global[t] += coded.global[t];
  }
  return sum;
}

std::size_t segments_of_patterns(const Recording& recording) {
  std::size_t segments = 0;
  for (const Pattern& pattern : recording.patterns) segments += pattern.segments.size();
  return segments;
}

/// [template] = in how many places mod 128 it is at most: those that it has in a pattern, at each place of its blocks.
/// `groups`: of blocks of each pattern, as many as have different places.
std::vector<std::uint64_t> places_by_pattern(const Recording& recording, const std::vector<Extent>& templates,
                                             const std::vector<std::uint64_t>& groups) {
  Distinct<PlaceKey> places(segments_of_patterns(recording));
  for (std::uint32_t p = 0; p < recording.patterns.size(); ++p)
    for (const Segment& segment : recording.patterns[p].segments)
      places.add(segment.template_id, {p, base_key(templates[segment.template_id].used, segment.base)});
  return std::move(places).sum(templates.size(), [&](const PlaceKey& place) { return groups[place.owner]; });
}

/// Template rows at places mod 128 where they may cost something else, at most: a request's base is a segment's plus a
/// block's, so there are no more places than products of these, nor than ways to choose a base for each tensor.
std::uint64_t distinct_costs(const Recording& recording, const std::vector<Extent>& templates,
                             const std::vector<std::uint64_t>& groups) {
  const std::vector<std::uint64_t> by_pattern = places_by_pattern(recording, templates, groups);
  const std::size_t segments = segments_of_patterns(recording);
  Distinct<BaseKey> of_segments(segments), of_blocks(recording.blocks.size());
  std::uint32_t used = 0;
  for (const Pattern& pattern : recording.patterns)
    for (const Segment& segment : pattern.segments) {
      const std::uint32_t by_template = templates[segment.template_id].used;
      of_segments.add(segment.template_id, base_key(by_template, segment.base));
      used |= by_template;
    }
  for (const Block& block : recording.blocks) of_blocks.add(0, base_key(used, block.base));

  const std::uint64_t block_places = std::move(of_blocks).count(1)[0];
  const std::vector<std::uint64_t> segment_places = std::move(of_segments).count(templates.size());
  std::uint64_t costs = 0;
  for (std::size_t i = 0; i < templates.size(); ++i)
    costs += templates[i].rows * std::min({segment_places[i] * block_places, by_pattern[i],
                                           std::uint64_t{1} << std::min(7 * std::popcount(templates[i].used), 62)});
  return costs;
}

}  // namespace

std::optional<std::string> check_effort(const Recording& recording) {
  const std::vector<Extent> templates = extents_of_templates(recording);
  std::vector<Extent> patterns;
  patterns.reserve(recording.patterns.size());
  for (const Pattern& pattern : recording.patterns) patterns.push_back(extent_of_pattern(pattern, templates));

  const auto different = [&](auto value_of) {
    Distinct<decltype(value_of(recording.blocks.front()))> values(recording.blocks.size());
    for (const Block& block : recording.blocks) values.add(block.pattern, value_of(block));
    return std::move(values).count(patterns.size());
  };
  std::uint64_t segments = 0, requests = 0, placed = 0;
  const auto groups = different([&](const Block& b) { return base_key(patterns[b.pattern].used, b.base); });
  for (std::size_t p = 0; p < patterns.size(); ++p) {
    segments += groups[p] * recording.patterns[p].segments.size();
    requests += groups[p] * patterns[p].rows;
  }
  for (std::size_t t = 0; t < kMaxGlobalTensors; ++t) {
    const auto bases = different([&](const Block& b) { return b.base[t]; });
    for (std::size_t p = 0; p < patterns.size(); ++p) placed += bases[p] * patterns[p].global[t];
  }

  const std::tuple<std::uint64_t, std::uint64_t, const char*> efforts[] = {
      {segments, kMaxGroupedSegments, "segments"},
      {requests, kMaxGroupedRequests, "requests"},
      {placed, kMaxPlacedRequests, "places of requests"},
      {distinct_costs(recording, templates, groups), kMaxDistinctCosts, "costs"}};
  for (const auto& [needed, most, of] : efforts)
    if (needed > most)
      return "the recording is too irregular: there are " + std::to_string(needed) + " different " + of +
             " to count, more than the " + std::to_string(most) + " allowed; record fewer blocks (--blocks)";
  return {};
}

}  // namespace gemmscope::format
