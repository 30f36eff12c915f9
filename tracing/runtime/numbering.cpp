// SPDX-License-Identifier: MIT
#include "tracing/runtime/numbering.h"

#include <algorithm>
#include <tuple>

#include "tracing/format/limits.h"

namespace gemmscope::runtime {

using format::Bases;
namespace {

/// Whether one array leads to all that was touched of those arrays.
bool have_one_leader(const Arrays& arrays, std::uint32_t numbers) {
  std::optional<std::uint32_t> leader;  // its id
  for (std::uint32_t n = 0; n < arrays.touched().size(); ++n)
    for (const lockstep::Allocation& part : arrays.touched()[n]) {
      if ((numbers >> n & 1u) == 0) continue;
      const auto lead = arrays.plan().lead_to(part);
      if (!lead || leader.value_or(lead->from.id) != lead->from.id) return false;
      leader = lead->from.id;
    }
  return true;
}

}  // namespace

/// What one recorder heard.
class Renumbered {
 public:
  Renumbered(const Numbering& numbering, record::Capture::Parts heard) : n_(numbering), heard_(std::move(heard)) {
    constexpr record::LogKey kTensorBits = 63u << 10;
    for (record::LogKey key : heard_.keys)
      to_.keys.push_back(record::key_is_global(key) ? (key & ~kTensorBits) | n_.number_[record::key_tensor(key)] << 10
                                                    : key);
    for (const format::Pattern& pattern : heard_.patterns) {
      std::uint32_t used = 0;
      for (const format::Segment& s : pattern.segments) used |= format::tensors_used(heard_.templates[s.template_id]);
      leads_.push_back(leads(used));
    }
    for (const format::Block& block : heard_.blocks) add(block);
  }
  record::Capture::Parts take() { return std::move(to_); }

 private:
  static constexpr std::uint32_t kUnused = 0xffffffff;
  struct Moved {
    std::uint32_t pattern = 0;
    Bases front{};  ///< of the first segment that has the base, from the block's own
  };

  /// For each array as heard that is used, the first that is the same array here.
  Bases leads(std::uint32_t used) const {
    Bases of, first;
    of.fill(kUnused), first.fill(kUnused);
    for (std::uint32_t a = 0; a < of.size(); ++a) {
      if ((used >> a & 1u) == 0) continue;
      if (first[n_.number_[a]] == kUnused) first[n_.number_[a]] = a;
      of[a] = first[n_.number_[a]];
    }
    return of;
  }

  /// Where arrays of one number begin, each from the first of them, may differ from block to block, and then so do the
  /// blocks' patterns.
  void add(const format::Block& block) {
    const Bases& lead = leads_[block.pattern];
    Bases apart{};
    for (std::size_t a = 0; a < apart.size(); ++a)
      if (lead[a] != kUnused) apart[a] = begin(block, a) - begin(block, lead[a]);
    const auto [known, is_new] = patterns_.try_emplace({block.pattern, apart});
    if (is_new) known->second = moved(heard_.patterns[block.pattern], apart);
    format::Block to{block.y, block.x, known->second.pattern, {}};
    for (std::size_t a = 0; a < apart.size(); ++a)
      if (lead[a] == a) to.base[n_.number_[a]] = begin(block, a) + known->second.front[n_.number_[a]];
    to_.blocks.push_back(to);
  }
  std::uint32_t begin(const format::Block& block, std::size_t array) const {
    return block.base[array] + n_.moved_[array];
  }

  Moved moved(format::Pattern pattern, const Bases& apart) {
    Moved result{static_cast<std::uint32_t>(to_.patterns.size()), {}};
    std::uint32_t seen = 0;
    for (format::Segment& segment : pattern.segments) {
      Bases base = segment.base;
      for (std::size_t a = 0; a < base.size(); ++a) base[a] += apart[a];
      const Bases first = renumber(segment, base);
      segment.base = {};
      for (std::size_t a = 0; a < first.size(); ++a) {
        if (first[a] == kUnused) continue;
        if ((seen >> a & 1u) == 0) result.front[a] = base[first[a]];
        seen |= 1u << a;
        segment.base[a] = base[first[a]] - result.front[a];
      }
    }
    to_.patterns.push_back(std::move(pattern));
    return result;
  }

  /// Gives the segment its template here, whose requests count from the base of the first of them, as heard, to the
  /// same array here. Returns which array that is, as heard, by number here.
  Bases renumber(format::Segment& segment, const Bases& base) {
    const format::Template& heard = heard_.templates[segment.template_id];
    Bases first, apart{};
    first.fill(kUnused);
    for (const format::Row& row : heard.rows) {
      if (row.base == format::kSharedBase) continue;
      std::uint32_t& its = first[n_.number_[row.base]];
      if (its == kUnused) its = row.base;
      apart[row.base] = base[row.base] - base[its];
    }
    const auto [known, is_new] = templates_.try_emplace({segment.template_id, apart}, to_.templates.size());
    segment.template_id = known->second;
    if (is_new) to_.templates.push_back(moved(heard, apart));
    return first;
  }
  format::Template moved(format::Template coded, const Bases& apart) const {
    for (std::size_t r = 0; r < coded.rows.size(); ++r) {
      format::Row& row = coded.rows[r];
      if (row.base == format::kSharedBase) continue;
      for (std::size_t l = 0; l < format::kLanes; ++l)
        if ((row.mask >> l & 1u) != 0) coded.addresses[r * format::kLanes + l] += apart[row.base];
      row.base = static_cast<std::uint8_t>(n_.number_[row.base]);
    }
    return coded;
  }

  const Numbering& n_;
  const record::Capture::Parts heard_;
  std::vector<Bases> leads_;  ///< by pattern as heard
  std::map<std::pair<std::uint32_t, Bases>, Moved> patterns_;
  std::map<std::pair<std::uint32_t, Bases>, std::uint32_t> templates_;
  record::Capture::Parts to_;
};

Numbering::Numbering(const Arrays& arrays, std::uint32_t joined, std::uint32_t used) {
  const auto& touched = arrays.touched();
  const auto place_of = [&](const lockstep::Allocation& each) {
    return arrays.plan().spot_of(each).value_or(PlannedArrays::Spot()).place;
  };
  struct Array {
    std::vector<lockstep::Allocation> parts;
    std::vector<std::uint32_t> heard_as;
  };
  std::vector<Array> all(1);  // the first is of those that are joined
  const bool with_rest = !have_one_leader(arrays, joined);
  for (std::uint32_t n = 0; n < touched.size(); ++n) {
    if ((used >> n & 1u) == 0) continue;
    const auto spot = arrays.plan().spot_of(touched[n].front());
    const bool is_rest = spot && spot->array == PlannedArrays::kRest;
    Array& to = (joined >> n & 1u) != 0 || (with_rest && is_rest) ? all.front() : all.emplace_back();
    to.parts.insert(to.parts.end(), touched[n].begin(), touched[n].end());
    to.heard_as.push_back(n);
  }
  if (all.front().parts.empty()) all.erase(all.begin());
  for (Array& array : all) std::ranges::sort(array.parts, {}, place_of);
  std::ranges::sort(all, {}, [&](const Array& array) {
    return std::tuple(array.parts.size() > 1, arrays.id_of(array.parts[0]), array.parts[0].address);
  });
  for (std::uint32_t number = 0; number < all.size(); ++number) {
    const Array& array = all[number];
    for (const lockstep::Allocation& part : array.parts)
      places_[part.id] = {number, place_of(part) - place_of(array.parts[0])};
    for (const std::uint32_t n : array.heard_as) {
      const lockstep::Allocation& first = touched[n][0];
      const std::uint64_t begin = arrays.plan().spot_of(first).value_or(PlannedArrays::Spot()).offset;
      number_[n] = number;
      moved_[n] = static_cast<std::uint32_t>(places_[first.id].offset - begin);
    }
    arrays_.push_back(array.parts), heard_as_.push_back(array.heard_as);
  }
}

record::Capture::Parts Numbering::of(record::Capture::Parts heard) const {
  return Renumbered(*this, std::move(heard)).take();
}

Result<void> Numbering::check() const {
  for (const auto& array : arrays_) {
    if (array.size() > format::kMaxParts)
      return fail(ErrorKind::kUsage, "it touches more than " + std::to_string(format::kMaxParts) + " allocations");
    constexpr std::uint64_t kMost = format::kMaxTensorBytes - format::kBoundary;
    if (array.size() > 1 && places_.at(array.back().id).offset + array.back().bytes > kMost)
      return fail(ErrorKind::kUsage,
                  "lanes of one request access several arrays that together exceed 4 GiB, more than a recording can "
                  "hold as one array");
  }
  return {};
}

}  // namespace gemmscope::runtime
