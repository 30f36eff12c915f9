// SPDX-License-Identifier: MIT
#include "app/views/writers/picture.h"

#include <algorithm>
#include <set>

#include "app/words/number.h"
#include "tracing/analysis/inner_steps.h"

namespace gemmscope::views {
namespace {

void mark(const std::vector<std::uint32_t>& places, std::uint32_t place, Entry entry, std::vector<Entry>& registers) {
  const auto found = std::find(places.begin(), places.end(), place);
  if (found == places.end()) return;
  Entry& its = registers[static_cast<std::size_t>(found - places.begin())];
  if (its == Entry::kEmpty) its = entry;
}

/// "rows 16 … 23", "every 16th row from 3", "4 of every 16 columns from 64".
std::string runs_text(const char* one, const std::vector<Run>& runs) {
  std::vector<std::uint32_t> firsts;
  for (const Run& run : runs) firsts.push_back(run.first);
  const std::uint32_t step = common_step(firsts);
  const bool alike = std::ranges::all_of(runs, [&](const Run& run) { return run.count == runs[0].count; });
  if (runs.size() > 2 && step != 0 && alike)
    return (runs[0].count == 1
                ? every_text(step) + " " + one
                : std::to_string(runs[0].count) + " of every " + std::to_string(step) + " " + one + "s") +
           " from " + std::to_string(runs[0].first);
  std::string text = one + std::string(runs.size() > 1 || runs[0].count > 1 ? "s " : " ");
  for (std::size_t i = 0; i < runs.size(); ++i)
    text += (i == 0 ? "" : ", ") + span_text(runs[i].first, runs[i].first + runs[i].count - 1);
  return text;
}

}  // namespace

bool Fragments::has(Entry entry) const {
  return std::ranges::find(regM, entry) != regM.end() || std::ranges::find(regN, entry) != regN.end();
}

std::uint32_t Fragments::filled(const std::vector<Entry>& registers) {
  return static_cast<std::uint32_t>(
      std::count_if(registers.begin(), registers.end(), [](Entry e) { return e != Entry::kEmpty; }));
}

std::optional<std::uint32_t> inner_step(const session::Look& look) {
  if (!look.current || look.current->request.phase != format::Phase::kCompute) return std::nullopt;
  const std::uint16_t step = look.current->request.step;
  return step == format::kNoStep ? 0u : step;
}

Fragments fragments_of(const session::Look& look, const analysis::LaneShare& share, int lane) {
  Fragments fragments{std::vector<Entry>(share.rows.size()), std::vector<Entry>(share.columns.size())};
  const format::Recording& recording = *look.recording();
  const auto tiles = analysis::block_tiles(recording, look.block(), look.k_tile_in_shared());
  if (!inner_step(look) || lane < 0 || !tiles) return fragments;
  const auto here = format::locate(recording, look.cursor.block, look.cursor.warp, look.cursor.request);
  const format::Segment& segment = session::pattern_of(recording, look.cursor.block).segments[here.segment];
  for (const analysis::InnerStep& step :
       analysis::inner_steps_of(recording, look.cursor.block, here.segment, here.row)) {
    if (step.k != *inner_step(look)) continue;          // a wide load serves several
    for (std::size_t i = step.rows.size(); i-- > 0;) {  // of a place that is read twice, the last one shows
      const std::uint32_t row = step.rows[i];
      if (row > here.row) continue;
      const format::Request each = format::decode(recording, look.cursor.block, segment, row);
      const format::Site& site = recording.sites[each.site];
      const std::uint32_t address = each.address[static_cast<std::size_t>(lane)];
      if (address == format::kInactive) continue;
      const Entry entry = row == here.row ? Entry::kNow : Entry::kLoaded;
      analysis::for_each_factor(recording, *tiles, site, address, [&](const analysis::Factor& factor) {
        if (factor.k == step.k)
          factor.of_a ? mark(share.rows, factor.place, entry, fragments.regM)
                      : mark(share.columns, factor.place, entry, fragments.regN);
      });
    }
  }
  return fragments;
}

namespace {

const format::Tensor* tile_read_for(const format::Recording& recording, format::Matrix matrix) {
  const auto tensor = recording.tensor_of(matrix);
  const auto shared = tensor ? analysis::tile_tensor_of(recording, *tensor) : std::nullopt;
  return shared ? &recording.tensors[*shared] : nullptr;
}

}  // namespace

std::string read_for(const format::Recording& recording, format::Matrix matrix) {
  const format::Tensor* tile = tile_read_for(recording, matrix);
  return tile != nullptr ? tile->name : recording.name_of(matrix);
}

std::string read_in_step(const format::Recording& recording, format::Matrix matrix, std::optional<std::uint32_t> k,
                         std::size_t values) {
  const format::Tensor* tile = tile_read_for(recording, matrix);
  std::string text = read_for(recording, matrix);
  if (k && tile == nullptr) text += ", k = " + std::to_string(*k);
  if (k && tile != nullptr) {
    const bool of_a = matrix == format::Matrix::kA, rows_are_k = of_a == tile->transposed;
    const std::string other = of_a ? "[m]" : "[n]", step = "[" + std::to_string(*k) + "]";
    text += rows_are_k ? step + other : other + step;
  }
  return text + ": " + words::count_of(values, "value");
}

/// How many of the sums are of places inside `whole`.
std::size_t inside(const Pieces& pieces, const analysis::Rect& whole) {
  const auto count = [](const std::vector<Run>& runs, std::uint32_t end) {
    std::size_t all = 0;
    for (const Run& run : runs) all += std::min(run.first + run.count, end) - std::min(run.first, end);
    return all;
  };
  return count(pieces.rows, whole.row + whole.rows) * count(pieces.columns, whole.column + whole.columns);
}

std::string ownership_sentence(const analysis::LaneShare& share, const std::string& whose, const analysis::Rect& tile,
                               const std::string& name, const analysis::Rect& whole) {
  const std::string who = whose + " owns ";
  if (share.empty()) return who + "nothing inside " + name + ".";
  Pieces pieces = pieces_of(share);
  for (Run& run : pieces.rows) run.first += tile.row;
  for (Run& run : pieces.columns) run.first += tile.column;
  const auto shape = [](std::size_t rows, std::size_t columns) {
    return std::to_string(rows) + " \u00d7 " + std::to_string(columns);
  };
  const std::size_t sums = share.rows.size() * share.columns.size();
  const std::size_t in_C = inside(pieces, whole);
  if (in_C == 0)
    return who + words::count_of(sums, "accumulator") + (sums == 1 ? ", of a place" : ", all of places") + " outside " +
           name + ".";
  const std::string where = runs_text("row", pieces.rows) + ", " + runs_text("column", pieces.columns) +
                            (in_C < sums ? "; " + std::to_string(sums - in_C) + " outside " + name : "");
  if (sums == 1) return who + "one accumulator: " + where + " of " + name + ".";
  const bool spread = pieces.count() > 1 && pieces.rows[0].count * pieces.columns[0].count == 1;
  if (pieces.count() == 1 || spread || !pieces.one_size())
    return who + shape(share.rows.size(), share.columns.size()) + " accumulators: " + where + ".";
  return who + std::to_string(sums) + " accumulators in " + std::to_string(pieces.count()) + " subtiles of " +
         shape(pieces.rows[0].count, pieces.columns[0].count) + ": " + where + ".";
}

}  // namespace gemmscope::views
