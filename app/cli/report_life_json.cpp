// SPDX-License-Identifier: MIT
// The life of an element for other programs.
#include "app/cli/json.h"
#include "app/cli/recording_json.h"
#include "app/cli/report_life.h"
#include "app/session/followed.h"
#include "app/views/parts/lane_set.h"
#include "app/words/life_words.h"

namespace gemmscope::cli {
namespace {

using analysis::Life;
using analysis::Use;
using analysis::UseKind;
using format::Recording;
using Json = nlohmann::ordered_json;

constexpr std::array<const char*, analysis::kUseKinds> kKinds = {
    "global_load", "shared_store", "shared_load", "multiply_add", "staged_store", "staged_load", "global_store"};

const char* name_of(UseKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

/// Rows and columns, each [first, end].
Json rects_json(const std::vector<analysis::Rect>& rects) {
  Json json = Json::array();
  for (const analysis::Rect& r : rects)
    json.push_back({{"rows", {r.row, r.row + r.rows}}, {"columns", {r.column, r.column + r.columns}}});
  return json;
}

Json cell_json(const Recording& recording, const std::optional<analysis::Cell>& cell) {
  if (!cell) return {};
  return {{"tile", recording.tensors[cell->tensor].name},
          {"row", cell->row},
          {"column", cell->column},
          {"byte", cell->byte},
          {"bank", cell->bank()}};
}

/// A k-tile, or -1 in the write-back.
std::int64_t k_tile_json(std::uint32_t k_tile) { return k_tile == format::kEpilogue ? -1 : std::int64_t{k_tile}; }

Json use_json(const Recording& recording, const Use& use) {
  const format::Site& site = recording.sites[use.site];
  Json json{{"kind", name_of(use.kind)},
            {"interval", use.when.interval},
            {"warp", use.when.warp},
            {"request", use.when.request},
            {"k_tile", k_tile_json(use.k_tile)},
            {"step", use.step == format::kNoStep ? -1 : int{use.step}},
            {"site", site.name},
            {"line", site.line},
            {"lanes", views::lanes_of(use.lanes)}};
  if (use.cell) json["cell"] = cell_json(recording, use.cell);
  if (use.kind == UseKind::kMultiplyAdd) json["multiply_adds"] = use.products, json["k"] = use.k;
  if (!use.of_C.empty()) json["of_C"] = rects_json(use.of_C);
  return json;
}

Json totals_json(const Life& life) {
  Json json = Json::object();
  for (int k = 0; k < analysis::kUseKinds; ++k) {
    const analysis::Tally tally = life.of(static_cast<UseKind>(k));
    json[kKinds[static_cast<std::size_t>(k)]] = {{"requests", tally.requests}, {"lanes", tally.lanes}};
    if (static_cast<UseKind>(k) == UseKind::kMultiplyAdd) json["multiply_add"]["multiply_adds"] = tally.products;
  }
  return json;
}

}  // namespace

std::string life_json(const Recording& recording, const Life& life) {
  const std::string subject = session::subject_of(recording, life);
  Json json{{"schema", "gemmscope-life/2"}};
  add_recording(json, recording);
  json["followed"] = session::text_of(recording, life.what);
  json["element"] = life.element ? Json(subject) : Json();
  json["block"] = block_json(recording, recording.blocks[life.block]);
  json["blocks"] = {{"recorded", life.blocks}, {"total", life.all_blocks}};
  json["k_tile"] = life.k_tile ? Json(*life.k_tile) : Json();
  json["cell"] = cell_json(recording, life.cell);
  Json& uses = json["uses"] = Json::array();
  for (const Use& use : life.uses) uses.push_back(use_json(recording, use));
  json["totals"] = totals_json(life);
  json["sums"] = rects_json(life.sums);
  json["ends"] = rects_json(life.ends);
  Json& missing = json["missing"] = Json::array();
  for (const analysis::Absent why : life.absent) missing.push_back(words::absent_in_words(why, subject));
  return json_text(json);
}

}  // namespace gemmscope::cli
