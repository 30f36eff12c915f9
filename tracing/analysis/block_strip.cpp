// SPDX-License-Identifier: MIT
#include "tracing/analysis/block_strip.h"

#include <algorithm>
#include <array>
#include <bit>

namespace gemmscope::analysis {
namespace {

using format::Recording;

/// Appends the addresses of a request, each once, and how many lanes have it.
void add_distinct(std::vector<DistinctAccesses::Access>& to, std::uint32_t mask,
                  std::span<const std::uint32_t, format::kLanes> lanes) {
  std::array<std::uint32_t, format::kLanes> addresses{};
  std::size_t count = 0;
  for (std::uint32_t left = mask; left != 0; left &= left - 1)
    addresses[count++] = lanes[static_cast<std::size_t>(std::countr_zero(left))];
  const auto end = addresses.begin() + static_cast<std::ptrdiff_t>(count);
  if (!std::is_sorted(addresses.begin(), end)) std::sort(addresses.begin(), end);
  for (auto at = addresses.begin(); at != end;) {
    const auto next = std::upper_bound(at, end, *at);
    to.push_back({*at, static_cast<std::uint32_t>(next - at)});
    at = next;
  }
}

/// The order of a matrix's elements in its memory.
struct Lines {
  std::uint32_t bytes, pitch, lines, places;

  explicit Lines(const format::Tensor& t)
      : bytes(t.element_bytes), pitch(t.layout.pitch), lines(t.layout.lines()), places(t.layout.line_size()) {}
};

/// Calls touch(line, place, count, lanes) for each run of elements in one line that an access of the block touches.
/// Returns false if `steps` do not suffice.
template <class Touch>
bool for_each_run(const Recording& recording, const std::vector<DistinctAccesses>& accesses, BlocksAt blocks,
                  StripOf what, std::uint64_t& steps, const Touch& touch) {
  const Lines in(recording.tensors[what.tensor]);
  const auto touch_row = [&](const DistinctAccesses& of, const DistinctAccesses::Row& row, std::uint32_t base) {
    if (row.misaligned(base)) return true;
    const std::uint32_t run = std::max(1u, row.width / in.bytes);
    if (steps < std::uint64_t{row.count} * run) return false;
    steps -= std::uint64_t{row.count} * run;
    for (const auto& [address, lanes] : of.of(row)) {
      const std::uint32_t index = (base + address) / in.bytes, line = index / in.pitch, place = index % in.pitch;
      if (place + run <= in.pitch) {
        touch(line, place, run, lanes);
      } else {  // goes on in the next line
        for (std::uint32_t e = index; e < index + run; ++e) touch(e / in.pitch, e % in.pitch, 1, lanes);
      }
    }
    return true;
  };
  for (const format::Segment& segment : recording.patterns[blocks.pattern].segments) {
    const DistinctAccesses& of = accesses[segment.template_id];
    for (const DistinctAccesses::Row& row : of.rows) {
      if (row.tensor != what.tensor || recording.sites[row.site].op != what.op) continue;
      const std::uint32_t base = blocks.base + segment.base[row.tensor];
      if (!touch_row(of, row, base)) return false;
    }
  }
  return true;
}

}  // namespace

bool DistinctAccesses::Row::misaligned(std::uint32_t base) const {
  for (std::uint32_t left = residues; left != 0; left &= left - 1)
    if ((base + static_cast<std::uint32_t>(std::countr_zero(left))) % width != 0) return true;
  return false;
}

std::vector<DistinctAccesses> distinct_accesses(const Recording& recording) {
  std::vector<DistinctAccesses> all;
  for (const format::Template& coded : recording.templates) {
    DistinctAccesses& of = all.emplace_back();
    for (std::size_t r = 0; r < coded.rows.size(); ++r) {
      const format::Row& row = coded.rows[r];
      if (row.base == format::kSharedBase) continue;
      const auto first = static_cast<std::uint32_t>(of.accesses.size());
      add_distinct(of.accesses, row.mask, coded.lanes(r));
      std::uint32_t residues = 0;
      for (std::size_t a = first; a < of.accesses.size(); ++a)
        residues |= 1u << recording.tensors[row.base].from_boundary(of.accesses[a].address) % 16;
      of.rows.push_back({.first = first,
                         .count = static_cast<std::uint32_t>(of.accesses.size()) - first,
                         .k_tile = row.k_tile,
                         .residues = static_cast<std::uint16_t>(residues),
                         .site = row.site,
                         .tensor = row.base,
                         .width = recording.sites[row.site].width});
    }
  }
  return all;
}

bool count_strip(const Recording& recording, const std::vector<DistinctAccesses>& accesses, BlocksAt blocks,
                 StripOf what, StripBudget& budget, Strip& strip) {
  const Lines in(recording.tensors[what.tensor]);
  strip = {};
  std::uint32_t line_end = 0, place_end = 0;
  strip.line = strip.place = 0xffffffff;
  const auto bound = [&](std::uint32_t line, std::uint32_t place, std::uint32_t run, std::uint32_t lanes) {
    if (line >= in.lines || place + run > in.places) {
      const std::uint32_t there = line >= in.lines || place >= in.places ? 0 : in.places - place;
      strip.outside += std::uint64_t{run - there} * lanes;
      if (there == 0) return;
      run = there;
    }
    strip.line = std::min(strip.line, line), line_end = std::max(line_end, line + 1);
    strip.place = std::min(strip.place, place), place_end = std::max(place_end, place + run);
  };
  std::uint64_t steps = budget.steps;
  if (!for_each_run(recording, accesses, blocks, what, steps, bound)) return false;
  if (line_end == 0) strip.line = strip.place = 0;
  strip.lines = line_end - strip.line, strip.places = place_end - strip.place;
  const std::uint64_t elements = std::uint64_t{strip.lines} * strip.places;
  if (elements > budget.elements) return false;
  budget.elements -= elements;
  strip.elements.resize(elements);
  const auto count = [&](std::uint32_t line, std::uint32_t place, std::uint32_t run, std::uint32_t lanes) {
    if (line >= in.lines) return;
    Touches* const first = strip.elements.data() + std::size_t{line - strip.line} * strip.places;
    for (std::uint32_t p = place; p < std::min(place + run, in.places); ++p) {
      first[p - strip.place].lanes += lanes;
      ++first[p - strip.place].requests;
    }
  };
  return for_each_run(recording, accesses, blocks, what, budget.steps, count);
}

}  // namespace gemmscope::analysis
