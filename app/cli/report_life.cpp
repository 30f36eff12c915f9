// SPDX-License-Identifier: MIT
// The life of an element as a story: a line for each use, then what they come to.
#include "app/cli/report_life.h"

#include <algorithm>
#include <bit>
#include <span>

#include "app/session/followed.h"
#include "app/views/parts/lane_set.h"
#include "app/words/life_words.h"
#include "app/words/number.h"
#include "app/words/text_table.h"
#include "tracing/format/block_name.h"

namespace gemmscope::cli {
namespace {

using analysis::Life;
using analysis::Use;
using analysis::UseKind;
using format::Recording;

std::string cell_text(const Recording& recording, const analysis::Cell& cell) {
  return recording.tensors[cell.tensor].name + "[" + std::to_string(cell.row) + "][" + std::to_string(cell.column) +
         "]";
}

/// What is followed and where it is.
std::string heading(const Recording& r, const Life& life) {
  const std::string subject = session::subject_of(r, life), asked = session::text_of(r, life.what);
  std::string text = subject + " in block " + block_name(r, r.blocks[life.block]) + " of " + r.kernel + ", " +
                     std::to_string(r.M) + " x " + std::to_string(r.N) + " x " + std::to_string(r.K);
  if (life.k_tile) text += "; k-tile " + std::to_string(*life.k_tile);
  if (asked != subject) text += "; followed as " + asked;
  text += "\n";
  const bool elsewhere = std::ranges::find(life.absent, analysis::Absent::kOtherPlace) != life.absent.end();
  if (life.cell)
    text += std::string(elsewhere ? "its place in shared memory, as a comment says: " : "in shared memory: ") +
            cell_text(r, *life.cell) + ", byte " + words::thousands(life.cell->byte) + ", bank " +
            std::to_string(life.cell->bank()) + "\n";
  return text;
}

/// Uses of one warp and site, one after the other; in the write-back, where storing and loading take turns, all of
/// them.
using Run = std::vector<Use>;

std::vector<Run> runs_of(const Life& life) {
  std::vector<Run> runs;
  const auto alike = [](const Use& a, const Use& b) {
    return a.kind == b.kind && a.when.warp == b.when.warp && a.site == b.site;
  };
  for (const Use& use : life.uses) {
    const auto from = use.kind >= UseKind::kStagedStore || runs.empty() ? runs.begin() : runs.end() - 1;
    const auto run = std::find_if(from, runs.end(), [&](const Run& uses) { return alike(uses.back(), use); });
    (run != runs.end() ? *run : runs.emplace_back()).push_back(use);
  }
  return runs;
}

/// Runs that are told in one line: of warps that do the same at the same place of their program.
std::vector<std::vector<Run>> lines_of(const Life& life) {
  const auto same = [](const Use& a, const Use& b) {
    return a.kind == b.kind && a.site == b.site && a.when.request == b.when.request && a.lanes == b.lanes;
  };
  std::vector<std::vector<Run>> lines;
  for (Run& run : runs_of(life)) {
    const auto line = std::find_if(lines.begin(), lines.end(), [&](const auto& runs) {
      return std::equal(runs[0].begin(), runs[0].end(), run.begin(), run.end(), same);
    });
    (line != lines.end() ? *line : lines.emplace_back()).push_back(std::move(run));
  }
  return lines;
}

/// "29"; "29 … 41, 4 of them": people count requests from 1.
std::string requests_text(std::span<const Use> uses) {
  const std::string first = words::thousands(uses.front().when.request + 1);
  if (uses.size() == 1) return first;
  return first + " \u2026 " + words::thousands(uses.back().when.request + 1) + ", " + words::thousands(uses.size()) +
         " of them";
}

std::vector<analysis::Rect> sums_of(std::span<const Run> runs) {
  std::vector<analysis::Element> sums;
  for (const Run& run : runs)
    for (const Use& use : run)
      for (const analysis::Rect& rect : use.of_C)
        for (std::uint32_t i = 0; i < rect.rows * rect.columns; ++i)
          sums.push_back({0, rect.row + i / rect.columns, rect.column + i % rect.columns});
  return analysis::rects_of(std::move(sums));
}

/// "64, 16 per lane": of one request of each warp, where all lanes make as many.
std::string products_text(std::span<const Run> runs) {
  std::uint64_t products = 0, lanes = 0;
  for (const Run& run : runs)
    for (const Use& use : run) products += use.products, lanes += static_cast<std::uint64_t>(std::popcount(use.lanes));
  const bool per_lane = runs[0].size() == 1 && lanes > 1 && products % lanes == 0;
  return words::thousands(products) + (per_lane ? ", " + words::thousands(products / lanes) + " per lane" : "");
}

/// Where the value is, or what it becomes.
std::string where_text(const Recording& r, std::span<const Run> runs) {
  const Use& first = runs[0].front();
  const std::string cell = first.cell && runs[0].size() == 1 ? cell_text(r, *first.cell) : "";
  if (first.of_C.empty())
    return cell + (first.step == format::kNoStep ? "" : ", inner step " + std::to_string(first.step));
  const std::string elements = words::elements_text("C", sums_of(runs));
  if (first.kind == UseKind::kMultiplyAdd) return products_text(runs) + ", for " + elements;
  return (cell.empty() ? "" : cell + ", ") + elements;
}

std::string uses_table(const Recording& r, const Life& life) {
  words::TextTable table({"use", ">warp", "lanes", "request", ">line", "details"});
  for (const std::vector<Run>& runs : lines_of(life)) {
    const Use& use = runs[0].front();
    std::uint32_t lanes = 0, warps = 0;  // a block has at most 32 warps
    for (const Use& each : runs[0]) lanes |= each.lanes;
    for (const Run& run : runs) warps |= 1u << run.front().when.warp % 32;
    const bool of_request = use.kind != UseKind::kMultiplyAdd;
    table.add({words::use_in_words(r, use), views::lane_ranges(warps), views::lane_ranges(lanes),
               (of_request ? "" : "after ") + requests_text(runs[0]),
               of_request ? std::to_string(r.sites[use.site].line) : "", where_text(r, runs)});
  }
  return table.text(2);
}

}  // namespace

std::string life_text(const Recording& recording, const Life& life) {
  std::string text = heading(recording, life);
  const std::string subject = session::subject_of(recording, life);
  if (!life.uses.empty())
    text += "\n" + uses_table(recording, life) + "\n" + words::life_in_words(recording, life, subject) + "\n";
  if (const std::string others = words::other_blocks_in_words(life); !others.empty()) text += others + "\n";
  for (const analysis::Absent why : life.absent) text += words::absent_in_words(why, subject) + "\n";
  return text;
}

}  // namespace gemmscope::cli
