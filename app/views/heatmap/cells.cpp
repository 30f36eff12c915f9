// SPDX-License-Identifier: MIT
#include "app/views/heatmap/cells.h"

#include <algorithm>

#include "app/views/parts/site_words.h"
#include "app/words/number.h"
#include "tracing/analysis/last_writers.h"

namespace gemmscope::views {
namespace {

template <class Parts>
std::uint64_t most_in(const Parts& parts) {
  std::uint64_t most = 0;
  for (const auto& part : parts)
    for (const std::uint64_t value : part.values) most = std::max(most, value);
  return most;
}

}  // namespace

std::vector<HeatRow> bank_rows(const session::Look& look) {
  const format::Recording& recording = *look.recording();
  const analysis::SharedHeat& heat = look.by_rule.heat;
  const bool excess = look.views.heatmap.excess;
  std::vector<HeatRow> rows;
  for (const analysis::SiteSummary& site : look.summary.sites) {
    if (site.space != format::Space::kShared || site.count.requests == 0) continue;
    HeatRow row{.label = site_in_words(recording, site.tensor, site.op),
                .site = site.sites.front(),
                .line = recording.sites[site.sites.front()].line,
                .values = std::vector<std::uint64_t>(analysis::kBanks),
                .excess = site.count.by(look.rule).excess(),
                .faults = site.count.misaligned + site.count.faulted};
    for (const std::uint16_t each : site.sites)
      for (std::size_t bank = 0; bank < analysis::kBanks; ++bank)
        row.values[bank] += excess ? heat.banks[each][bank].excess : heat.banks[each][bank].words;
    rows.push_back(std::move(row));
  }
  return rows;
}

namespace {

/// What a line accesses, each once: "A load, As store"; and the site whose accesses cost most wavefronts, else sectors.
struct LineSites {
  std::string label;
  std::uint16_t costliest = 0;
};

LineSites sites_of(const session::Look& look, std::uint32_t line) {
  const format::Recording& recording = *look.recording();
  LineSites sites;
  std::vector<std::string> names;
  std::pair<std::uint64_t, std::uint64_t> most;
  for (const analysis::SiteSummary& each : look.summary.sites)
    for (std::size_t i = 0; i < each.lines.size(); ++i) {
      if (each.lines[i].line != line) continue;
      const std::string name = site_in_words(recording, each.tensor, each.op);
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
      const analysis::Count& count = each.lines[i].count;
      const std::pair cost{count.by(look.rule).wavefronts, count.sectors};
      if (names.size() == 1 || cost > most) most = cost, sites.costliest = each.sites[i];
    }
  for (const std::string& name : names) sites.label += (sites.label.empty() ? "" : ", ") + name;
  return sites;
}

}  // namespace

std::vector<HeatRow> line_rows(const session::Look& look) {
  std::vector<HeatRow> rows;
  for (const analysis::LineCount& line : look.summary.lines) {
    if (line.count.requests == 0) continue;
    const LineSites sites = sites_of(look, line.line);
    const analysis::SharedCount& shared = line.count.by(look.rule);
    rows.push_back({.label = sites.label,
                    .site = sites.costliest,
                    .line = line.line,
                    .values = {line.count.requests, shared.wavefronts, shared.excess(), line.count.sectors},
                    .faults = line.count.misaligned + line.count.faulted});
  }
  return rows;
}

std::vector<HeatTile> tiles_of(const session::Look& look) {
  const format::Recording& recording = *look.recording();
  const bool excess = look.views.heatmap.excess;
  std::vector<HeatTile> tiles;
  for (std::uint16_t t = 0; t < recording.tensors.size(); ++t) {
    const format::Tensor& tensor = recording.tensors[t];
    const Layout& layout = tensor.layout;
    if (tensor.space != format::Space::kShared ||
        std::ranges::find(recording.sites, t, &format::Site::tensor) == recording.sites.end())
      continue;
    const std::vector<analysis::WordCount>& words = look.by_rule.heat.words[t];
    HeatTile tile{.tensor = t,
                  .rows = static_cast<int>(layout.rows),
                  .columns = static_cast<int>(layout.group == 0 ? layout.pitch
                                                                : layout.columns),  // padding inside rows is left out
                  .used_columns = static_cast<int>(layout.columns),
                  .values = {}};
    for (std::uint32_t row = 0; row < layout.rows; ++row)
      for (std::uint32_t column = 0; column < static_cast<std::uint32_t>(tile.columns); ++column) {
        std::uint64_t value = 0;
        for (std::uint32_t buffer = 0; buffer < std::max(1u, layout.buffers); ++buffer) {
          const std::uint32_t padding =
              tensor.offset + (buffer * layout.buffer_stride + row * layout.pitch + column) * tensor.element_bytes;
          const std::size_t word =
              (column < layout.columns ? analysis::cell_of(recording, t, row, column, buffer).byte : padding) /
              analysis::kBankBytes;
          const analysis::WordCount count = word < words.size() ? words[word] : analysis::WordCount{};
          value += excess ? count.contended : count.reads + count.writes;
        }
        tile.values.push_back(value);
      }
    tiles.push_back(std::move(tile));
  }
  return tiles;
}

std::size_t set_before(std::vector<HeatRow>& rows, const std::vector<HeatRow>& baseline) {
  std::vector<bool> used(baseline.size());
  for (HeatRow& row : rows) {
    std::size_t same = 0;
    while (same < baseline.size() && (used[same] || baseline[same].label != row.label)) ++same;
    row.before.assign(row.values.size(), 0);
    if (same == baseline.size()) continue;
    row.before = baseline[same].values, used[same] = true;
  }
  return static_cast<std::size_t>(std::ranges::count(used, false));
}

void set_before(std::vector<HeatTile>& tiles, const session::Look& look, const session::Look& baseline) {
  const std::vector<HeatTile> others = tiles_of(baseline);
  for (HeatTile& tile : tiles) {
    const std::string& name = look.recording()->tensors[tile.tensor].name;
    const auto other = std::ranges::find_if(
        others, [&](const HeatTile& each) { return baseline.recording()->tensors[each.tensor].name == name; });
    tile.before = tile.values;
    if (other == others.end()) continue;
    for (int row = 0; row < std::min(tile.rows, other->rows); ++row)
      for (int column = 0; column < std::min(tile.used_columns, other->used_columns); ++column)
        tile.before[static_cast<std::size_t>(row * tile.columns + column)] =
            other->values[static_cast<std::size_t>(row * other->columns + column)];
  }
}

HeatRange range_of(const HeatTile& tile) {
  HeatRange range{UINT64_MAX, 0};
  for (std::size_t i = 0; i < tile.values.size(); ++i) {
    if (static_cast<int>(i) % tile.columns >= tile.used_columns) continue;
    range.least = std::min(range.least, tile.values[i]), range.most = std::max(range.most, tile.values[i]);
  }
  return {std::min(range.least, range.most), range.most};
}

std::string hottest_in_words(const session::Look& look, const std::vector<HeatTile>& tiles) {
  const HeatTile* hottest = nullptr;
  for (const HeatTile& tile : tiles)
    if (!range_of(tile).even() && (hottest == nullptr || range_of(tile).most > range_of(*hottest).most))
      hottest = &tile;
  if (hottest == nullptr) return "all cells of a tile are equal";
  const std::uint64_t most = range_of(*hottest).most;
  std::size_t at = 0;
  while (hottest->values[at] != most || static_cast<int>(at) % hottest->columns >= hottest->used_columns) ++at;
  const auto columns = static_cast<std::size_t>(hottest->columns);
  return "hottest: " + look.recording()->tensors[hottest->tensor].name + "[" + std::to_string(at / columns) + "][" +
         std::to_string(at % columns) + "], " + words::thousands(most) + (look.views.heatmap.excess ? " such" : "") +
         (most == 1 ? " move" : " moves");
}

std::string tile_in_words(const format::Tensor& tensor, const HeatTile& tile) {
  const int padding = tile.columns - tile.used_columns;
  return tensor.name + ": " + words::thousands(tensor.layout.rows) + " rows of " +
         words::thousands(tensor.layout.columns) +
         (padding > 0 ? " + " + std::to_string(padding) + " padding (dots)" : "") +
         (tensor.layout.buffers > 1 ? ", " + std::to_string(tensor.layout.buffers) + " buffers summed" : "");
}

std::string cell_unit(const session::Look& look, std::uint64_t n) {
  const bool small = analysis::cell_bytes(*look.recording()) < analysis::kBankBytes;
  return std::string(n == 1 ? "move" : "moves") + (small ? " of its 4-byte word" : "") +
         (look.views.heatmap.excess ? " with a conflict in its bank" : "");
}

std::uint64_t most_of(const std::vector<HeatRow>& rows) { return most_in(rows); }
std::uint64_t most_of(const std::vector<HeatTile>& tiles) { return most_in(tiles); }

}  // namespace gemmscope::views
