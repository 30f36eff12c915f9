// SPDX-License-Identifier: MIT
#include "tracing/analysis/footprints.h"

#include <algorithm>
#include <set>
#include <utility>

#include "tracing/analysis/check_budget.h"
#include "tracing/analysis/check_findings.h"
#include "tracing/analysis/marks.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

Footprint& of(std::vector<Footprint>& all, std::uint16_t tensor, format::Op op, std::uint8_t base) {
  const auto found =
      std::ranges::find_if(all, [&](const Footprint& f) { return f.tensor == tensor && f.op == op && f.base == base; });
  if (found != all.end()) return *found;
  all.push_back({tensor, op, base});
  return all.back();
}

constexpr std::size_t kNone = ~std::size_t{0};

std::vector<Footprint> of_rows(const Recording& recording, const format::Template& coded,
                               std::size_t left_out = kNone) {
  std::vector<Footprint> all;
  for (std::size_t r = 0; r < coded.rows.size(); ++r) {
    const format::Row& row = coded.rows[r];
    if (row.base == format::kSharedBase || r == left_out) continue;
    const format::Site& site = recording.sites[row.site];
    append_lanes(coded, r, site.width, of(all, site.tensor, site.op, row.base).stretches);
  }
  for (Footprint& each : all) tidy(each.stretches);
  return all;
}

/// Bytes of an array in pieces of an element, or of several where it has very many.
class Pieces {
 public:
  Pieces(std::uint64_t bytes, std::uint32_t element_bytes)
      : bytes_(bytes), piece_(piece_of(bytes, element_bytes)), touched_(0, bytes / piece_ + 1) {}

  void add(std::uint32_t first, std::uint32_t count) {
    const std::uint64_t end = std::min<std::uint64_t>(std::uint64_t{first} + count, bytes_);
    if (end > first) touched_.set(first / piece_, (end - 1) / piece_ + 1 - first / piece_);
  }

  std::vector<Stretch> stretches() const {
    std::vector<Stretch> all;
    touched_.for_each_stretch([&](std::uint64_t first, std::uint64_t count) {
      all.push_back({static_cast<std::uint32_t>(first * piece_), static_cast<std::uint32_t>(count * piece_)});
    });
    return all;
  }

 private:
  static std::uint64_t piece_of(std::uint64_t bytes, std::uint32_t element_bytes) {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 26;
    std::uint64_t piece = std::max(1u, element_bytes);
    while (bytes / piece > kMost) piece *= 2;
    return piece;
  }

  std::uint64_t bytes_, piece_;
  Marks touched_;
};

}  // namespace

Footprints::Footprints(const Recording& recording) {
  constexpr std::size_t kMost = std::size_t{1} << 24;  // stretches that are kept; kernels have some thousands
  Budget budget;
  std::size_t kept = 0;
  for (const format::Template& coded : recording.templates) templates_.push_back(of_rows(recording, coded));
  const auto of_segments = [&](const format::Pattern& pattern, const auto& of_segment) {
    std::vector<Footprint> all;
    std::size_t untidy = 0;
    for (std::size_t s = 0; s < pattern.segments.size(); ++s)
      for (const Footprint& part : of_segment(s)) {
        untidy += part.stretches.size();
        if (kept + untidy > kMost || !budget.spend(part.stretches.size())) {
          complete_ = false;
          break;
        }
        std::vector<Stretch>& stretches = of(all, part.tensor, part.op, part.base).stretches;
        for (const Stretch& each : part.stretches)
          stretches.push_back({pattern.segments[s].base[part.base] + each.first, each.count});
      }
    for (Footprint& each : all) tidy(each.stretches), kept += each.stretches.size();
    return all;
  };
  for (const format::Pattern& pattern : recording.patterns)
    patterns_.push_back(of_segments(pattern, [&](std::size_t s) -> const std::vector<Footprint>& {
      return templates_[pattern.segments[s].template_id];
    }));
  for (const format::Block& block : recording.blocks) pattern_of_.push_back(block.pattern);
  if (const std::optional<Access> fault = faulting_access(recording)) {
    ended_ = fault->block;
    const format::Pattern& pattern = recording.patterns[recording.blocks[ended_].pattern];
    const auto [segment, row] = format::locate(recording, ended_, fault->warp, fault->request);
    const std::uint32_t id = pattern.segments[segment].template_id;
    const std::vector<Footprint> before = of_rows(recording, recording.templates[id], row);
    of_ended_ = of_segments(pattern, [&, at = segment](std::size_t s) -> const std::vector<Footprint>& {
      return s == at ? before : templates_[pattern.segments[s].template_id];
    });
  }
  for (std::uint16_t t = 0; t < recording.tensors.size(); ++t) {
    const format::Tensor& tensor = recording.tensors[t];
    if (tensor.space != format::Space::kGlobal) continue;
    for (const format::Op op : {format::Op::kLoad, format::Op::kStore, format::Op::kAtomic}) {
      Pieces pieces(tensor.layout.extent() * tensor.element_bytes, tensor.element_bytes);
      std::set<std::pair<const Footprint*, std::uint32_t>> added;  // all blocks of a row may load the same rows of A
      for (std::uint32_t b = 0; b < recording.blocks.size(); ++b)
        for (const Footprint& part : of_block(b))
          if (part.tensor == t && part.op == op && added.emplace(&part, recording.blocks[b].base[part.base]).second)
            for (const Stretch& each : part.stretches)
              if (budget.spend(1 + each.count / 256))
                pieces.add(recording.blocks[b].base[part.base] + each.first, each.count);
      launch_.push_back({t, op, 0, added.empty() ? std::vector<Stretch>() : pieces.stretches()});
    }
  }
  complete_ = complete_ && !budget.gave_up();
}

}  // namespace gemmscope::analysis
