// SPDX-License-Identifier: MIT
// Accesses outside the array they name, and accesses at addresses that their width does not divide.
#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "tracing/analysis/check_memory.h"
#include "tracing/analysis/chosen_arrays.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

/// Bytes of a global tensor, or of one buffer of a shared tile.
std::uint64_t extent(const format::Tensor& t) { return t.layout.extent() * t.element_bytes; }

/// Whether `width` bytes, `from` the tensor's start, are in one buffer; other tiles may be between two buffers.
bool is_inside(const format::Tensor& t, std::int64_t from, std::uint32_t width) {
  if (from < 0) return false;
  const std::int64_t stride = std::int64_t{t.layout.buffer_stride} * t.element_bytes;
  const std::int64_t buffer = t.layout.buffers > 1 && stride != 0 ? from / stride : 0;
  const auto last = std::min<std::int64_t>(buffer, t.layout.buffers - 1);
  return from - last * stride + width <= static_cast<std::int64_t>(extent(t));
}

/// Whether each active lane's address is as far from that of the lane before it as all others'.
bool steps_evenly(const format::Template& t, std::size_t row) {
  const auto lanes = t.lanes(row);
  std::uint32_t left = t.rows[row].mask & (t.rows[row].mask - 1);
  const auto first = static_cast<std::uint32_t>(std::countr_zero(t.rows[row].mask));
  if (left == 0) return true;
  const auto second = static_cast<std::uint32_t>(std::countr_zero(left));
  const std::int64_t bytes = std::int64_t{lanes[second]} - lanes[first], apart = second - first;
  for (; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
    if ((std::int64_t{lanes[lane]} - lanes[first]) * apart != bytes * (lane - first)) return false;
  }
  return true;
}

/// The range of accesses with one base, so that most need no look at their lanes.
struct Reach {
  bool used = false;
  bool aligned = true;  ///< if the base is a multiple of `widest`
  std::int64_t widest = 1;
  std::int64_t low = 0, high = 0;  ///< bytes from the base: first, and one past the last

  void add(const Reach& other) {
    low = used ? std::min(low, other.low) : other.low;
    high = used ? std::max(high, other.high) : other.high;
    widest = std::max(widest, other.widest);
    aligned = aligned && other.aligned;
    used = true;
  }
  Reach moved(std::int64_t by) const { return {used, aligned && by % widest == 0, widest, low + by, high + by}; }
  /// Inside `bytes` bytes and aligned, with this base in an array that begins at `begin` in memory.
  bool is_right(std::int64_t base, std::int64_t begin, std::int64_t bytes) const {
    return !used || (aligned && (begin + base) % widest == 0 && base + low >= 0 && base + high <= bytes);
  }
};
using Reaches = std::array<Reach, format::kMaxGlobalTensors>;

class AddressCheck {
 public:
  AddressCheck(const Recording& recording, Findings& findings, Budget& budget)
      : r_(recording), findings_(findings), budget_(budget), is_right_(recording.templates.size()) {
    for (const format::Template& t : r_.templates) of_templates_.push_back(reaches_of(t));
    for (const format::Pattern& p : r_.patterns) of_patterns_.push_back(reaches_of(p));
  }

  void run() {
    const std::vector<PatternUse> uses = uses_of_patterns(r_);
    for (std::size_t p = 0; p < uses.size(); ++p)
      if (uses[p].blocks != 0)
        for (const format::Segment& s : r_.patterns[p].segments)
          if (!budget_.gave_up()) check_shared_rows(s, uses[p]);
    for (std::uint32_t b = 0; b < r_.blocks.size(); ++b)
      for (std::uint8_t base = 0; base < format::kMaxGlobalTensors; ++base)
        if (!is_right(of_patterns_[r_.blocks[b].pattern], base, r_.blocks[b].base[base])) check_segments(b, base);
  }

 private:
  std::int64_t bytes_of(std::uint8_t base) const {
    return base < r_.tensors.size() ? static_cast<std::int64_t>(extent(r_.tensors[base])) : 0;
  }
  bool is_right(const Reaches& reaches, std::uint8_t base, std::uint32_t at) const {
    const std::int64_t begin = base < r_.tensors.size() ? r_.tensors[base].from_boundary(0) : 0;
    return reaches[base].is_right(at, begin, bytes_of(base));
  }

  Reaches reaches_of(const format::Template& t) const {
    Reaches all;
    for (std::size_t row = 0; row < t.rows.size(); ++row) {
      if (t.rows[row].base >= format::kMaxGlobalTensors) continue;
      const std::int64_t width = r_.sites[t.rows[row].site].width;
      for (std::uint32_t left = t.rows[row].mask; left != 0; left &= left - 1) {
        const std::int64_t at =
            static_cast<std::int32_t>(t.lanes(row)[static_cast<std::size_t>(std::countr_zero(left))]);
        all[t.rows[row].base].add({true, at % width == 0, width, at, at + width});
      }
    }
    return all;
  }

  /// Bases count mod 2^32: backward, or in tensors of more than 2 GiB, forward alone.
  Reaches reaches_of(const format::Pattern& p) const {
    Reaches all;
    for (const format::Segment& s : p.segments)
      for (std::uint8_t base = 0; base < format::kMaxGlobalTensors; ++base) {
        const Reach& reach = of_templates_[s.template_id][base];
        const bool far = bytes_of(base) > std::int64_t{1} << 31;
        if (reach.used)
          all[base].add(reach.moved(far ? std::int64_t{s.base[base]} : static_cast<std::int32_t>(s.base[base])));
      }
    return all;
  }

  void check_segments(std::uint32_t block, std::uint8_t base) {
    const format::Pattern& p = r_.patterns[r_.blocks[block].pattern];
    if (!budget_.spend(p.segments.size())) return;
    for (const format::Segment& s : p.segments) {
      const std::uint32_t at = s.base[base] + r_.blocks[block].base[base];
      if (!is_right(of_templates_[s.template_id], base, at)) check_global_rows(s, block, base, at);
    }
  }

  void check_global_rows(const format::Segment& s, std::uint32_t block, std::uint8_t base, std::uint32_t at) {
    const format::Template& t = r_.templates[s.template_id];
    for (std::size_t row = 0; row < t.rows.size() && budget_.spend(kLanes); ++row)
      if (t.rows[row].base == base) check_row(s, block, row, at, 1);
  }
  /// Their addresses are the same wherever the template is used.
  void check_shared_rows(const format::Segment& s, const PatternUse& use) {
    if (is_right_[s.template_id]) return;
    const format::Template& t = r_.templates[s.template_id];
    bool right = true;
    for (std::size_t row = 0; row < t.rows.size(); ++row) {
      if (!budget_.spend(kLanes)) return;
      if (t.rows[row].base == format::kSharedBase) right = check_row(s, use.first_block, row, 0, use.blocks) && right;
    }
    is_right_[s.template_id] = right;
  }

  /// Returns whether nothing is wrong.
  bool check_row(const format::Segment& s, std::uint32_t block, std::size_t row, std::uint32_t base,
                 std::uint64_t blocks) {
    const format::Template& t = r_.templates[s.template_id];
    const std::uint16_t site = t.rows[row].site, tensor = r_.sites[site].tensor;
    const std::uint32_t width = r_.sites[site].width;
    if (fault_ && fault_->block == block && fault_->warp == s.warp && fault_->request == s.first_request + row)
      return false;
    bool right = true;
    for (std::uint32_t left = t.rows[row].mask; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      const std::uint32_t byte = base + t.lanes(row)[lane];
      const auto describe = [&] {
        return finding_at(r_, access_of(block, s, row, t.rows[row].lane_of(lane), site), std::nullopt, byte);
      };
      const auto add = [&](Fault fault) {
        findings_.add({.fault = fault, .site = site, .tensor = tensor}, blocks, describe);
        right = false;
      };
      if (r_.tensors[tensor].from_boundary(byte) % width != 0) add(Fault::kMisaligned);
      if (!is_inside(r_.tensors[tensor], std::int64_t{byte} - r_.tensors[tensor].offset, width) &&
          !is_of_another(t, row, byte, width))
        add(Fault::kOutOfBounds);
    }
    return right;
  }

  /// Lanes of a request to shared memory may access other arrays than the request's own, by pointers of
  /// their own. This cannot be if the code computes the address from that array alone. Otherwise, if lanes step evenly,
  /// and no address of the program is chosen from both arrays, they have gone beyond the end.
  bool is_of_another(const format::Template& t, std::size_t row, std::uint32_t byte, std::uint32_t width) {
    if (t.rows[row].base != format::kSharedBase || r_.sites[t.rows[row].site].named) return false;
    const std::size_t said = r_.sites[t.rows[row].site].tensor;
    const bool even = steps_evenly(t, row);
    for (std::size_t i = 0; i < r_.tensors.size(); ++i) {
      const format::Tensor& other = r_.tensors[i];
      if (other.space == format::Space::kShared && is_inside(other, std::int64_t{byte} - other.offset, width) &&
          (!even || chosen().may_be_either(said, i)))
        return true;
    }
    return false;
  }
  const ChosenArrays& chosen() {
    if (!chosen_) chosen_.emplace(r_);
    return *chosen_;
  }

  const Recording& r_;
  Findings& findings_;
  Budget& budget_;
  std::vector<bool> is_right_;  ///< by template: all of its accesses to shared memory are
  std::vector<Reaches> of_templates_, of_patterns_;
  std::optional<ChosenArrays> chosen_;                       ///< once it is requested
  const std::optional<Access> fault_ = faulting_access(r_);  ///< a finding of its own (check.cpp)
};

}  // namespace

void check_addresses(const Recording& recording, Findings& findings, Budget& budget) {
  AddressCheck(recording, findings, budget).run();
}

}  // namespace gemmscope::analysis
