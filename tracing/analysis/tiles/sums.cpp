// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/sums.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace gemmscope::analysis {
namespace {

using format::Op;
using format::Recording;
using format::Segment;

constexpr std::uint32_t kWord = 4;  // bytes

class SumWalk {
 public:
  SumWalk(const Recording& recording, const format::Pattern& pattern)
      : r_(recording), pattern_(pattern), is_sum_(recording.shared_bytes / kWord + 1) {}

  SumRequests run() {
    const auto copied = last_copy();
    if (!copied) return {};
    std::vector<std::pair<std::uint32_t, std::uint32_t>> after;  // interval, segment
    for (std::uint32_t s = 0; s < pattern_.segments.size(); ++s)
      if (pattern_.segments[s].interval > *copied) after.emplace_back(pattern_.segments[s].interval, s);
    std::ranges::sort(after);
    for (const auto& [interval, s] : after) walk(s);
    return any_load_ ? std::move(all_) : SumRequests{};
  }

 private:
  bool is_shared(const format::Row& row) const { return row.base == format::kSharedBase; }

  /// The last interval in which something from global memory is stored to shared memory.
  std::optional<std::uint32_t> last_copy() const {
    std::vector<bool> copies(r_.templates.size());
    for (std::size_t t = 0; t < copies.size(); ++t)
      copies[t] = !r_.templates[t].parts.empty() ||
                  std::ranges::any_of(r_.templates[t].rows, [](const format::Row& row) { return row.origin != 0; });
    std::optional<std::uint32_t> last;
    for (const Segment& segment : pattern_.segments)
      if (copies[segment.template_id]) last = std::max(last.value_or(0), segment.interval);
    return last;
  }

  void walk(std::uint32_t s) {
    const format::Template& coded = r_.templates[pattern_.segments[s].template_id];
    std::vector<bool> rows(coded.rows.size());
    for (std::size_t i = 0; i < coded.rows.size(); ++i) {
      if (!is_shared(coded.rows[i])) continue;
      const bool loads = r_.sites[coded.rows[i].site].op == Op::kLoad;
      rows[i] = loads ? is_of_sums(coded, i) : (enter(coded, i), true);
      any_load_ = any_load_ || (loads && rows[i]);
    }
    if (std::ranges::find(rows, true) != rows.end()) all_.emplace(s, std::move(rows));
  }

  /// Words of shared memory.
  template <class Visit>
  void for_each_word(const format::Template& coded, std::size_t row, const Visit& visit) const {
    const std::uint32_t width = r_.sites[coded.rows[row].site].width;
    for (std::size_t lane = 0; lane < format::kLanes; ++lane)
      for (std::uint32_t at = 0; (coded.rows[row].mask >> lane & 1u) != 0 && at < width; at += kWord)
        if (const std::uint32_t word = (coded.lanes(row)[lane] + at) / kWord; word < is_sum_.size()) visit(word);
  }

  void enter(const format::Template& coded, std::size_t row) {
    for_each_word(coded, row, [&](std::uint32_t word) { is_sum_[word] = true; });
  }

  bool is_of_sums(const format::Template& coded, std::size_t row) const {
    bool any = false;
    for_each_word(coded, row, [&](std::uint32_t word) { any = any || is_sum_[word]; });
    return any;
  }

  const Recording& r_;
  const format::Pattern& pattern_;
  std::vector<bool> is_sum_;  ///< by word of the block's shared memory
  bool any_load_ = false;
  SumRequests all_;
};

}  // namespace

SumRequests sums_of(const Recording& recording, const format::Pattern& pattern) {
  return SumWalk(recording, pattern).run();
}

}  // namespace gemmscope::analysis
