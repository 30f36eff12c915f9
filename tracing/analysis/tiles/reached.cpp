// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/reached.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace gemmscope::analysis {
namespace {

using format::Recording;

constexpr std::uint64_t kMostReached = 1u << 25;  ///< ranges

/// A block's part of the matrix, and its lowest element.
struct Reach : Reached {
  std::uint32_t element = 0;

  void add(const format::Range& of_rows, const format::Range& of_columns) {
    const auto join = [](format::Range& to, const format::Range& more) {
      to = to.size() == 0 ? more : format::Range{std::min(to.begin, more.begin), std::max(to.end, more.end)};
    };
    join(rows, of_rows), join(columns, of_columns);
  }
};

class ReachWalk {
 public:
  ReachWalk(const Recording& recording, const ProductMatrix& matrix, bool stored)
      : r_(recording), matrix_(matrix), stored_(stored), bytes_(recording.tensors[matrix.tensor].element_bytes) {}

  std::optional<std::vector<Reached>> run() {
    std::map<std::uint32_t, std::pair<const format::Block*, Reach>> of_pattern;
    std::vector<Reached> all;
    for (const format::Block& block : r_.blocks) {
      const auto [known, is_new] = of_pattern.try_emplace(block.pattern, &block, Reach{});
      if (is_new) known->second.second = reach_of(block);
      if (steps_ > kMostReached) return std::nullopt;
      all.push_back(moved(known->second.second, block, *known->second.first));
    }
    return all;
  }

 private:
  /// What `block` reaches, if `other`, which has the same pattern, reaches `reach`.
  Reached moved(const Reach& reach, const format::Block& block, const format::Block& other) const {
    if (!reach.any()) return {};
    const auto shift = static_cast<std::int32_t>(block.base[matrix_.tensor] - other.base[matrix_.tensor]);
    const std::uint32_t to = reach.element + static_cast<std::uint32_t>(shift / static_cast<std::int32_t>(bytes_));
    const std::uint32_t down = matrix_.row(to) - matrix_.row(reach.element),
                        right = matrix_.column(to) - matrix_.column(reach.element);  // either may be negative
    return {{reach.rows.begin + down, reach.rows.end + down}, {reach.columns.begin + right, reach.columns.end + right}};
  }

  Reach reach_of(const format::Block& block) {
    Reach reach;
    for (const format::Segment& segment : r_.patterns[block.pattern].segments) {
      const std::vector<format::Range>& ranges = bytes_of(segment.template_id);
      if (steps_ += 1 + ranges.size(); steps_ > kMostReached) break;
      const std::uint32_t base = segment.base[matrix_.tensor] + block.base[matrix_.tensor];
      for (const format::Range& bytes : ranges) {
        if (bytes.size() == 0) continue;  // of addresses that wrap
        const std::uint32_t first = (base + bytes.begin) / bytes_,
                            last = (base + bytes.begin + bytes.size() - 1) / bytes_;
        if (!reach.any() || first < reach.element) reach.element = first;
        const std::uint32_t line = first / matrix_.pitch, last_line = last / matrix_.pitch;
        const format::Range lines{line, last_line + 1},
            places = line == last_line ? format::Range{first % matrix_.pitch, last % matrix_.pitch + 1}
                                       : format::Range{0, matrix_.pitch};
        reach.add(matrix_.transposed ? places : lines, matrix_.transposed ? lines : places);
      }
    }
    return reach;
  }

  /// Bytes that the requests of a template access, relative to the base.
  const std::vector<format::Range>& bytes_of(std::uint32_t id) {
    const auto [known, is_new] = templates_.try_emplace(id);
    if (!is_new) return known->second;
    const format::Template& coded = r_.templates[id];
    std::array<std::vector<format::Range>, format::kLanes> of_lane;  // a lane goes on where it was before
    for (std::size_t row = 0; row < coded.rows.size(); ++row) {
      const format::Site& site = r_.sites[coded.rows[row].site];
      if (site.tensor != matrix_.tensor || stored_ == (site.op == format::Op::kLoad)) continue;
      const auto lanes = coded.lanes(row);
      for (std::size_t l = 0; l < format::kLanes; ++l) {
        if ((coded.rows[row].mask >> l & 1u) == 0) continue;
        if (!of_lane[l].empty() && of_lane[l].back().end == lanes[l])
          of_lane[l].back().end += site.width;
        else if (of_lane[l].empty() || of_lane[l].back().begin != lanes[l])
          of_lane[l].push_back({lanes[l], lanes[l] + site.width});
      }
    }
    std::vector<format::Range> all;
    for (const auto& ranges : of_lane) all.insert(all.end(), ranges.begin(), ranges.end());
    known->second = joined(std::move(all));
    return known->second;
  }

  const Recording& r_;
  const ProductMatrix& matrix_;
  bool stored_;
  std::uint32_t bytes_;
  std::uint64_t steps_ = 0;
  std::map<std::uint32_t, std::vector<format::Range>> templates_;
};

}  // namespace

std::optional<std::vector<Reached>> reached_in(const Recording& recording, const ProductMatrix& matrix, bool stored) {
  return ReachWalk(recording, matrix, stored).run();
}

}  // namespace gemmscope::analysis
