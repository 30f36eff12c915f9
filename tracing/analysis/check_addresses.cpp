// SPDX-License-Identifier: MIT
// Accesses outside the array they name, and accesses at addresses that their width does not divide.
#include <algorithm>
#include <bit>

#include "tracing/analysis/check_parts.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

/// Bytes of global tensor, or of shared tile with all its buffers, from its start.
std::uint64_t extent(const format::Tensor& t) {
  const std::uint64_t lines = t.column_major ? t.columns : t.rows;
  return std::uint64_t{t.buffers - 1} * t.buffer_bytes + lines * t.pitch * t.element_bytes;
}

/// What a template does with one base, so that most segments need no look at their lanes.
struct Reach {
  bool used = false;
  bool aligned = true;  ///< if the base is a multiple of `widest`
  std::uint32_t widest = 1;
  std::int64_t low = 0, high = 0;  ///< bytes from the base: first, and one past the last
};

class AddressCheck {
 public:
  AddressCheck(const Recording& recording, Findings& findings) : r_(recording), findings_(findings) {
    for (const format::Template& t : r_.templates) {
      reaches_.emplace_back();
      for (std::size_t row = 0; row < t.rows.size(); ++row)
        if (t.rows[row].base < format::kMaxGlobalTensors) widen(reaches_.back()[t.rows[row].base], t, row);
    }
  }

  void run() {
    const std::vector<PatternUse> uses = uses_of_patterns(r_);
    for (std::size_t p = 0; p < uses.size(); ++p)
      if (uses[p].blocks != 0)
        for (const format::Segment& s : r_.patterns[p].segments) check_shared_rows(s, uses[p]);
    for (std::uint32_t b = 0; b < r_.blocks.size(); ++b) {
      if (!findings_.spend(4 * r_.patterns[r_.blocks[b].pattern].segments.size())) return;
      for (const format::Segment& s : r_.patterns[r_.blocks[b].pattern].segments)
        for (std::uint8_t base = 0; base < format::kMaxGlobalTensors; ++base)
          if (!is_surely_right(s, b, base)) check_global_rows(s, b, base);
    }
  }

 private:
  void widen(Reach& reach, const format::Template& t, std::size_t row) {
    const std::uint8_t width = r_.sites[t.rows[row].site].width;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if ((t.rows[row].mask >> lane & 1u) == 0) continue;
      const std::int64_t at = static_cast<std::int32_t>(t.lanes(row)[lane]);
      reach.low = reach.used ? std::min(reach.low, at) : at;
      reach.high = reach.used ? std::max(reach.high, at + width) : at + width;
      reach.used = true;
      reach.aligned = reach.aligned && at % width == 0;
      reach.widest = std::max<std::uint32_t>(reach.widest, width);
    }
  }

  std::uint32_t base_of(const format::Segment& s, std::uint32_t block, std::uint8_t base) const {
    return s.base[base] + r_.blocks[block].base[base];
  }

  bool is_surely_right(const format::Segment& s, std::uint32_t block, std::uint8_t base) const {
    const Reach& reach = reaches_[s.template_id][base];
    if (!reach.used) return true;
    const std::int64_t at = base_of(s, block, base);
    return reach.aligned && at % reach.widest == 0 && at + reach.low >= 0 &&
           at + reach.high <= static_cast<std::int64_t>(extent(r_.tensors[base]));
  }

  void check_global_rows(const format::Segment& s, std::uint32_t block, std::uint8_t base) {
    const format::Template& t = r_.templates[s.template_id];
    if (!findings_.spend(t.rows.size() * kLanes)) return;
    for (std::size_t row = 0; row < t.rows.size(); ++row)
      if (t.rows[row].base == base) check_row(s, block, row, base_of(s, block, base), 0, 1);
  }
  void check_shared_rows(const format::Segment& s, const PatternUse& use) {
    const format::Template& t = r_.templates[s.template_id];
    if (!findings_.spend(t.rows.size() * kLanes)) return;
    for (std::size_t row = 0; row < t.rows.size(); ++row)
      if (t.rows[row].base == format::kSharedBase)
        check_row(s, use.first_block, row, 0, r_.tensors[r_.sites[t.rows[row].site].tensor].offset, use.blocks);
  }

  void check_row(const format::Segment& s, std::uint32_t block, std::size_t row, std::uint32_t base,
                 std::uint32_t start, std::uint64_t blocks) {
    const format::Template& t = r_.templates[s.template_id];
    const std::uint16_t site = t.rows[row].site, tensor = r_.sites[site].tensor;
    const std::uint64_t end = start + extent(r_.tensors[tensor]);
    for (std::uint32_t left = t.rows[row].mask; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      const std::uint32_t byte = base + t.lanes(row)[lane], width = r_.sites[site].width;
      const auto describe = [&] {
        Finding f{.at = access_of(block, s, row, lane, site),
                  .byte = byte,
                  .k_tile = k_tile_of(s, t.rows[row]),
                  .block = block};
        if (start == 0 && r_.tensors[tensor].space == format::Space::kGlobal) {
          if (const auto element = element_at(r_, tensor, byte)) f.place = *element;
        } else if (const auto cell = cell_in(r_, tensor, byte)) {
          f.place = *cell;
        }
        return f;
      };
      if (byte % width != 0)
        findings_.add({.fault = Fault::kMisaligned, .site = site, .tensor = tensor}, blocks, describe);
      if (byte < start || std::uint64_t{byte} + width > end)
        findings_.add({.fault = Fault::kOutOfBounds, .site = site, .tensor = tensor}, blocks, describe);
    }
  }

  const Recording& r_;
  Findings& findings_;
  std::vector<std::array<Reach, format::kMaxGlobalTensors>> reaches_;
};

}  // namespace

void check_addresses(const Recording& recording, Findings& findings) { AddressCheck(recording, findings).run(); }

}  // namespace gemmscope::analysis
