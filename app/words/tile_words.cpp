// SPDX-License-Identifier: MIT
#include "app/words/tile_words.h"

#include <algorithm>
#include <iterator>

#include "app/words/number.h"
#include "app/words/remark_words.h"
#include "tracing/analysis/layout_notation.h"
#include "tracing/analysis/tiles/no_product.h"
#include "tracing/analysis/tiles/otherwise.h"
#include "tracing/format/text.h"

namespace gemmscope::words {
namespace {

using analysis::Product;
using analysis::SharedTile;
using analysis::TileShape;

/// "128 × 128"; "2 × 8 (240 of 256)" where not all are alike.
std::string shape_in_words(const TileShape& shape) {
  return runs_in_words(shape.rows) + " × " + runs_in_words(shape.columns) +
         (shape.alike == shape.looked_at ? ""
                                         : " (" + thousands(shape.alike) + " of " + thousands(shape.looked_at) + ")");
}

/// "(16,128):(129,1)"; else the rule that a Layout cannot say.
std::string notation(const SharedTile& tile) {
  if (const auto layout = tile.layout()) return analysis::in_cute(*layout);
  if (tile.rule == SharedTile::Rule::kRotation) return analysis::rotation_in_words(tile.moves, tile.columns);
  return "rows " + analysis::in_cute(tile.by_row) + ", columns " + analysis::in_cute(tile.by_column);
}

std::string by_columns(const format::Recording& recording, const Product& product) {
  std::vector<std::string> names;
  for (const analysis::ProductMatrix* each : {&product.A, &product.B, &product.C})
    if (each->transposed) names.push_back(recording.tensors[each->tensor].name);
  if (names.empty()) return "";
  return "; " + listed(names) + (names.size() == 1 ? " is" : " are") + " stored by columns";
}

/// ", in a batch of 3"
std::string batch_in_words(const Product& p) {
  const std::string products = thousands(p.batch.products);
  return p.are_parts_of_K() ? ", for each of " + products + " parts of K, with a C of its own" +
                                  (p.last_K == 0 ? "" : "; the last part has only " + thousands(p.last_K))
                            : ", in a batch of " + products;
}

}  // namespace

std::string runs_in_words(const analysis::Runs& runs) {
  if (runs.count == 0) return "no regular runs";
  if (runs.count == 1) return thousands(runs.length);
  const std::string apart = ", " + thousands(runs.apart) + " apart)";
  if (runs.length == 1) return "(" + thousands(runs.count) + apart;
  return "(" + thousands(runs.count) + " runs of " + thousands(runs.length) + apart;
}

std::string product_in_words(const format::Recording& recording, const Product& product) {
  const auto name = [&](const analysis::ProductMatrix& matrix) { return recording.tensors[matrix.tensor].name; };
  return name(product.C) + " = " + name(product.A) + " × " + name(product.B) + ", " + size_in_words(product) +
         (product.batch.products == 1 ? "" : batch_in_words(product)) +
         (product.by == Product::By::kSaid ? ", as a comment says; what lanes load and store does not show it" : "") +
         (product.in_part ? ", as far as it is recorded" : "") + by_columns(recording, product);
}

std::string tiles_in_words(const analysis::Tiles& tiles) {
  std::string text = "block tile " + shape_in_words(tiles.block);
  if (tiles.warp.known()) text += ", warp tile " + shape_in_words(tiles.warp);
  if (tiles.lane.known()) text += ", thread tile " + shape_in_words(tiles.lane);
  return text + (tiles.k_tile == 0 ? "" : ", k-tile " + thousands(tiles.k_tile));
}

std::string shared_tile_in_words(const format::Recording& recording, const SharedTile& tile) {
  const std::uint32_t bytes = tile.element_bytes;
  std::string text = recording.tensors[tile.shared].name +
                     (tile.computed ? " holds values computed from " : " holds ") +
                     recording.tensors[tile.matrix].name + (tile.transposed ? ", transposed: " : ": ") +
                     count_of(tile.rows, "row") + " of " + count_of(tile.columns, "element");
  if (tile.rule == SharedTile::Rule::kNone) return text + ", whose places follow no rule that is known here";
  if (tile.rows > 1 && tile.by_row.count == 1)
    text += ", " + count_of(std::uint64_t{tile.by_row.of[0].stride} * bytes, "byte") + " apart";
  if (tile.buffers > 1) text += "; " + count_of(tile.buffers, "buffer");
  return text + "; " + notation(tile);
}

std::string no_product_in_words(const format::Recording& recording, const std::vector<analysis::Remark>& remarks) {
  std::string why = analysis::why_no_product(recording);
  for (const analysis::Remark& remark : remarks)
    if (why.empty() && analysis::is_of_product(remark.kind)) why = clause(recording, remark);
  return "no matrix product was found" + (why.empty() ? "" : ": " + why);
}

namespace {

/// ", but ..." where something else was found.
std::string otherwise(const analysis::Tiles& tiles, const analysis::SaidTile& said) {
  const auto is_of = [&](const SharedTile& tile) {
    return tile.shared == said.shared && tile.rule != SharedTile::Rule::kNone;
  };
  const auto found = std::ranges::find_if(tiles.shared, is_of);
  return found == tiles.shared.end() || is_as_said(*found, said, tiles.product) ? "" : ", but something else was found";
}

}  // namespace

std::vector<std::string> said_in_words(const analysis::Said& said) {
  std::vector<analysis::SaidIn> all;
  if (said.roles) all.push_back(*said.roles);
  all.insert(all.end(), said.tiles.begin(), said.tiles.end());
  all.insert(all.end(), said.shapes.begin(), said.shapes.end());
  std::ranges::stable_sort(all, {}, &analysis::SaidIn::line);
  std::vector<std::string> lines;
  for (const analysis::SaidIn& each : all)
    lines.push_back("Line " + std::to_string(each.line) + " says " + format::shown(each.text));
  for (const analysis::SaidIn& each : said.left_out)
    lines.push_back("The comment on line " + std::to_string(each.line) + " is left out: " + format::shown(each.text));
  return lines;
}

std::vector<std::string> all_tiles_in_words(const format::Recording& recording, const analysis::Tiles& tiles,
                                            const std::vector<analysis::Remark>& remarks) {
  std::vector<std::string> lines{product_in_words(recording, tiles.product)};
  for (const Product::Other& other : tiles.product.others)
    lines.push_back(recording.tensors[tiles.product.C.tensor].name + " is computed from " +
                    recording.tensors[other.A.tensor].name + " × " + recording.tensors[other.B.tensor].name +
                    ", too: K is " + thousands(other.K) + " there");
  lines.push_back(tiles_in_words(tiles));
  for (const analysis::Remark& remark : remarks)
    if (analysis::is_of_product(remark.kind)) lines.push_back(clause(recording, remark));
  for (const SharedTile& tile : tiles.shared) lines.push_back(shared_tile_in_words(recording, tile));
  analysis::Said said = tiles.said;
  for (analysis::SaidTile& each : said.tiles) each.text += otherwise(tiles, each);
  if (const std::string found = said.roles ? analysis::otherwise(recording, tiles.product, *said.roles) : "";
      !found.empty())
    said.roles->text += ", but " + found;
  std::ranges::move(said_in_words(said), std::back_inserter(lines));
  return lines;
}

}  // namespace gemmscope::words
