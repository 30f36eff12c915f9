// SPDX-License-Identifier: MIT
#include "app/cli/report_tiles_json.h"

#include <algorithm>

#include "tracing/analysis/layout_notation.h"

namespace gemmscope::cli {
namespace {

using analysis::Product;
using analysis::SharedTile;
using Json = nlohmann::ordered_json;

Json matrix_json(const format::Recording& recording, const analysis::ProductMatrix& matrix, format::BatchStep step) {
  return {{"array", recording.tensors[matrix.tensor].name},
          {"stored_by", matrix.transposed ? "columns" : "rows"},
          {"pitch", matrix.pitch},
          {"step", {{"rows", step.rows}, {"columns", step.columns}}}};
}

Json runs_json(const analysis::Runs& runs) {
  if (runs.count == 0) return nullptr;
  return {{"runs", runs.count}, {"length", runs.length}, {"apart", runs.apart}};
}

Json shape_json(const analysis::TileShape& shape) {
  if (shape.looked_at == 0) return nullptr;
  return {{"rows", runs_json(shape.rows)},
          {"columns", runs_json(shape.columns)},
          {"looked_at", shape.looked_at},
          {"alike", shape.alike}};
}

constexpr const char* name_of(SharedTile::Rule rule) {
  using enum SharedTile::Rule;
  return rule == kModes ? "modes" : rule == kSwizzle ? "swizzle" : rule == kRotation ? "rotation" : "none";
}

Json shared_json(const format::Recording& recording, const SharedTile& tile) {
  const auto layout = tile.layout();
  const std::uint32_t bytes = tile.element_bytes;
  const bool is_known = tile.rule != SharedTile::Rule::kNone;
  Json json{{"array", recording.tensors[tile.shared].name},
            {"of", recording.tensors[tile.matrix].name},
            {"computed", tile.computed},
            {"transposed", tile.transposed},
            {"element_bytes", tile.element_bytes},
            {"rows", tile.rows},
            {"columns", tile.columns},
            {"byte", tile.offset},
            {"row_modes", nullptr},
            {"column_modes", nullptr},
            {"rule", name_of(tile.rule)},
            {"layout", nullptr},
            {"buffers", tile.buffers},
            {"buffer_bytes", tile.buffer_stride * bytes}};
  if (is_known)
    json["row_modes"] = analysis::in_cute(tile.by_row), json["column_modes"] = analysis::in_cute(tile.by_column);
  if (layout) json["layout"] = analysis::in_cute(*layout);
  return json;
}

constexpr const char* name_of(Product::By by) {
  using By = Product::By;
  return by == By::kLane ? "lane" : by == By::kWarp ? "warp" : by == By::kBlock ? "block" : "comment";
}

Json said_json(const analysis::Said& said) {
  Json all = Json::array();
  const auto add = [&](const analysis::SaidIn& each) { all.push_back({{"line", each.line}, {"text", each.text}}); };
  if (said.roles) add(*said.roles);
  std::ranges::for_each(said.tiles, add), std::ranges::for_each(said.shapes, add);
  return all;
}

}  // namespace

Json tiles_json(const format::Recording& recording, const std::optional<analysis::Tiles>& tiles) {
  if (!tiles) return nullptr;
  const Product& product = tiles->product;
  Json json{{"M", product.M},
            {"N", product.N},
            {"K", product.K},
            {"batches", product.batch.products},
            {"A", matrix_json(recording, product.A, product.batch.A)},
            {"B", matrix_json(recording, product.B, product.batch.B)},
            {"C", matrix_json(recording, product.C, product.batch.C)},
            {"others", Json::array()},
            {"seen_by", name_of(product.by)},
            {"block", shape_json(tiles->block)},
            {"warp", shape_json(tiles->warp)},
            {"thread", tiles->lanes_share ? Json() : shape_json(tiles->lane)},
            {"k_tile", tiles->k_tile == 0 ? Json() : Json(tiles->k_tile)},
            {"shared", Json::array()},
            {"said", said_json(tiles->said)}};
  for (const Product::Other& other : product.others)
    json["others"].push_back(
        {{"A", recording.tensors[other.A.tensor].name}, {"B", recording.tensors[other.B.tensor].name}, {"K", other.K}});
  for (const SharedTile& tile : tiles->shared) json["shared"].push_back(shared_json(recording, tile));
  return json;
}

}  // namespace gemmscope::cli
