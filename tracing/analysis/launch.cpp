// SPDX-License-Identifier: MIT
#include "tracing/analysis/launch.h"

#include <algorithm>
#include <unordered_map>

#include "tracing/analysis/launch_parts.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

/// What every recorded block stands for: itself, and the first of a kind for all of that kind that are missing.
std::vector<Spreads> standing_blocks(const Recording& recording, const LaunchParts& parts) {
  Spreads itself;
  itself.fill(Spread::here());
  std::vector<Spreads> standing(recording.blocks.size(), itself);
  const Kinds kinds = kinds_of(recording, parts);
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const auto from = nearest(kinds, kind);
    if (!from || parts.blocks_of_kind(static_cast<int>(kind)) == kinds[kind].size()) continue;
    std::vector<const format::Block*> there;
    for (const std::uint32_t b : kinds[kind]) there.push_back(&recording.blocks[b]);
    standing[*from] += parts.blocks_from(recording.blocks[*from], static_cast<int>(kind), there);
  }
  return standing;
}

/// A number for each k-tile of each pattern, equal where its warps make the same requests.
class KTileMarks {
 public:
  explicit KTileMarks(const Recording& recording) {
    std::vector<std::map<std::uint32_t, std::uint64_t>> of_templates;  // [k-tiles after the segment's]
    for (const format::Template& coded : recording.templates) {
      auto& marks = of_templates.emplace_back();
      for (const format::Row& row : coded.rows)
        if (row.k_tile != format::Row::kEpilogueRow)
          marks[row.k_tile] += mixed(std::uint64_t{row.mask} << 16 | row.site);
    }
    for (const format::Pattern& pattern : recording.patterns) {
      auto& marks = of_patterns_.emplace_back();
      for (const format::Segment& segment : pattern.segments)
        for (const auto& [after, mark] : of_templates[segment.template_id])
          marks[segment.k_tile + after] += mixed(mark + segment.warp);
    }
  }

  /// Whether the k-tiles inside `range` make the same requests in every pattern.
  bool alike(format::Range range) const {
    for (const auto& marks : of_patterns_) {
      const auto first = marks.lower_bound(range.begin), end = marks.lower_bound(range.end);
      for (auto each = first; each != end; ++each)
        if (each->second != first->second) return false;
    }
    return true;
  }

 private:
  static std::uint64_t mixed(std::uint64_t x) {  // splitmix64, S. Vigna
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
  }
  std::vector<std::map<std::uint32_t, std::uint64_t>> of_patterns_;
};

bool k_tiles_alike(const Recording& recording, const LaunchParts& parts) {
  const KTileMarks marks(recording);
  const format::Range recorded = recorded_k_tiles(recording);
  return marks.alike(inside(parts.k_tiles().whole, recorded)) && marks.alike(inside(parts.k_tiles().cut, recorded));
}

bool blocks_alike(const Recording& recording, const Kinds& kinds) {
  return std::ranges::all_of(kinds, [&](const auto& kind) {
    return std::ranges::all_of(
        kind, [&](std::uint32_t b) { return recording.blocks[b].pattern == recording.blocks[kind.front()].pattern; });
  });
}

/// Adds up requests of table rows at other places than they were recorded at.
class Counting {
 public:
  explicit Counting(Requests& requests) : requests_(requests) {}

  /// Row `row` of a segment at the bases `base`, as often as `spreads` says.
  void add(const CostTable::Entry& entry, std::uint32_t row, const format::Row& r, const format::Bases& base,
           const Spreads& spreads) {
    if (r.base == format::kSharedBase) {
      requests_.of_row[entry.first + row] += spreads[0].all();
      return;
    }
    for (const auto& [distance, n] : spreads[r.base].counts()) {
      if (distance == 0)
        requests_.of_row[entry.first + row] += n;
      else
        add_moved(entry, row, (base[r.base] + distance) % format::kBasePeriod, n);
    }
  }

 private:
  void add_moved(const CostTable::Entry& entry, std::uint32_t row, std::uint32_t base, std::uint64_t n) {
    const std::uint64_t key = (entry.first + row) * std::uint64_t{format::kBasePeriod} + base;
    const auto [found, is_first] = place_of_.try_emplace(key, requests_.moved.size());
    if (is_first) requests_.moved.push_back({entry.template_id, row, base, 0});
    requests_.moved[found->second].n += n;
  }

  Requests& requests_;
  std::unordered_map<std::uint64_t, std::size_t> place_of_;
};

/// Blocks of a group, of one template at the same places mod 128.
struct GroupSpread {
  Spreads blocks{};
  std::map<std::uint32_t, Spreads> k_tiles;  ///< of the k-tiles that stand for others: `blocks` times those
  std::uint32_t first = 0;                   ///< one of its blocks
  bool any = false;
};

std::vector<GroupSpread> spreads_of_groups(const Recording& recording, const CostTable& table, const Scope& scope) {
  const LaunchParts parts(recording);
  Spreads itself;
  itself.fill(Spread::here());
  const std::vector<Spreads> of_blocks = scope.blocks == kEverything
                                             ? standing_blocks(recording, parts)
                                             : std::vector<Spreads>(recording.blocks.size(), itself);
  std::vector<GroupSpread> groups(table.groups().size());
  for (std::uint32_t b = 0; b < recording.blocks.size(); ++b) {
    if (!scope.blocks.contains(b)) continue;
    GroupSpread& group = groups[table.group_of_block(b)];
    group.blocks += of_blocks[b];
    group.first = b, group.any = true;
  }
  if (scope.k_tiles != kEverything) return groups;
  for (const auto& [k_tile, spreads] : standing_k_tiles(parts, recorded_k_tiles(recording)))
    for (GroupSpread& group : groups) group.k_tiles[k_tile] = group.blocks * spreads;
  return groups;
}

/// Blocks of a kind of which none is recorded.
std::uint64_t blocks_unlike(const LaunchParts& parts, const Kinds& kinds) {
  std::uint64_t blocks = 0;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    if (kinds[kind].empty()) blocks += parts.blocks_of_kind(static_cast<int>(kind));
  return blocks;
}

}  // namespace

std::uint32_t idle_blocks(const Recording& recording, format::Range blocks) {
  std::vector<bool> is_idle;
  for (const format::Pattern& pattern : recording.patterns) is_idle.push_back(pattern.segments.empty());
  const format::Range all = inside(blocks, {0, static_cast<std::uint32_t>(recording.blocks.size())});
  const auto begin = recording.blocks.begin() + all.begin;
  return static_cast<std::uint32_t>(
      std::count_if(begin, begin + all.size(), [&](const format::Block& block) { return is_idle[block.pattern]; }));
}

Basis basis_of(const Recording& recording, const Scope& scope) {
  const LaunchParts parts(recording);
  const format::Range k_tiles = recorded_k_tiles(recording);
  Basis basis;
  basis.warps = recording.selection.warps.size(), basis.all_warps = recording.warps();
  basis.write_back = !scope.epilogue || recording.selection.epilogue;
  basis.blocks = inside(scope.blocks, {0, static_cast<std::uint32_t>(recording.blocks.size())}).size();
  const bool whole = scope.unrecorded && recording.of_ladder();
  basis.all_blocks = whole && scope.blocks == kEverything ? parts.blocks() : basis.blocks;
  basis.k_tiles = inside(scope.k_tiles, k_tiles).size();
  basis.all_k_tiles = whole && scope.k_tiles == kEverything ? parts.k_tiles().size() : basis.k_tiles;
  if (!basis.extrapolated()) return basis;
  if (basis.k_tiles != basis.all_k_tiles) {
    for (const bool is_cut : {false, true})
      if (const format::Range kind = parts.k_tiles().kind(is_cut); inside(kind, k_tiles).size() == 0)
        basis.unlike_k_tiles += kind.size();
    basis.alike = k_tiles_alike(recording, parts);
  }
  if (basis.blocks != basis.all_blocks) {
    const Kinds kinds = kinds_of(recording, parts);
    basis.unlike_blocks = blocks_unlike(parts, kinds);
    basis.alike = basis.alike && blocks_alike(recording, kinds);
  }
  return basis;
}

Requests requests_in(const Recording& recording, const CostTable& table, const Scope& scope) {
  if (!scope.unrecorded || !basis_of(recording, scope).extrapolated())
    return {count_requests(recording, table, scope), {}};
  Requests requests{std::vector<std::uint64_t>(table.size(), 0), {}};
  Counting counting(requests);
  const std::vector<GroupSpread> groups = spreads_of_groups(recording, table, scope);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (!groups[g].any) continue;
    const CostTable::Group& group = table.groups()[g];
    const std::vector<format::Segment>& segments = recording.patterns[group.pattern].segments;
    for (std::size_t s = 0; s < segments.size(); ++s) {
      if (!scope.contains(segments[s])) continue;
      format::Bases base = recording.blocks[groups[g].first].base;
      for (std::size_t t = 0; t < base.size(); ++t) base[t] += segments[s].base[t];
      const CostTable::Entry& entry = table.entries()[group.entry[s]];
      const std::vector<format::Row>& rows = recording.templates[entry.template_id].rows;
      for (std::uint32_t row = 0; row < rows.size(); ++row) {
        const std::uint32_t k_tile = k_tile_of(segments[s], rows[row]);
        if (!scope.contains_k_tile(k_tile)) continue;
        const auto standing = groups[g].k_tiles.find(k_tile);
        counting.add(entry, row, rows[row], base,
                     standing == groups[g].k_tiles.end() ? groups[g].blocks : standing->second);
      }
    }
  }
  return requests;
}

}  // namespace gemmscope::analysis
