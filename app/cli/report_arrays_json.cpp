// SPDX-License-Identifier: MIT
#include "app/cli/report_arrays_json.h"

#include <algorithm>
#include <utility>

#include "app/cli/recording_json.h"

namespace gemmscope::cli {
namespace {

using Json = nlohmann::ordered_json;
using analysis::ArrayShape;

Json rectangle(const analysis::Rect& rect) {
  return {{"rows", {rect.row, rect.row + rect.rows}}, {"columns", {rect.column, rect.column + rect.columns}}};
}

/// The smallest rectangle that holds `elements`.
analysis::Rect around(const ArrayShape& shape, const std::vector<std::uint32_t>& elements) {
  std::uint32_t top = 0xffffffff, left = top, bottom = 0, right = 0;
  for (const std::uint32_t element : elements) {
    top = std::min(top, shape.row(element)), bottom = std::max(bottom, shape.row(element) + 1);
    left = std::min(left, shape.column(element)), right = std::max(right, shape.column(element) + 1);
  }
  return elements.empty() ? analysis::Rect{} : analysis::Rect{top, left, bottom - top, right - left};
}

/// The shape that is reported: an array without rows is one row, even if it is folded to be drawn.
ArrayShape told(ArrayShape shape) {
  if (!shape.two_dimensional()) shape.pitch = shape.elements;
  return shape;
}

Json writers_json(const format::Recording& r, const analysis::ArrayUse& array) {
  const analysis::ArrayStores& stores = array.stores;
  if (stores.blocks == 0) return nullptr;
  Json json{{"blocks", stores.blocks},
            {"elements", stores.elements},
            {"again", nullptr},
            {"block", block_json(r, r.blocks[stores.block])}};
  if (stores.again) json["again"] = *stores.again;
  for (const char* key : {"part", "warp", "warp_part"}) json[key] = nullptr;
  if (stores.of_block.empty()) return json;
  const auto part = [&](const std::vector<std::uint32_t>& elements) {
    Json of = rectangle(around(told(array.shape), elements));
    of["elements"] = elements.size();
    return of;
  };
  json["part"] = part(stores.of_block);
  json["warp"] = stores.warp;
  json["warp_part"] = part(stores.of_warp);
  return json;
}

Json counted(const analysis::Count& count) { return {{"requests", count.requests}, {"sectors", count.sectors}}; }

Json array_json(const analysis::Report& report, const analysis::ArrayUse& array) {
  const ArrayShape shape = told(array.shape);
  const bool rows = array.shape.two_dimensional();
  Json json{{"name", report.recording->tensors[array.tensor].name},
            {"elements", shape.elements},
            {"rows", shape.rows()},
            {"columns", shape.pitch},
            {"shape", !rows                                      ? "one_row"
                      : shape.from == ArrayShape::From::kGuessed ? "guessed"
                      : shape.from == ArrayShape::From::kFound   ? "found"
                                                                 : "given"},
            {"guessed_from", rows && shape.from == ArrayShape::From::kGuessed ? Json(shape.of) : Json()},
            {"past_boundary", nullptr}};
  if (const auto past = report.recording->tensors[array.tensor].past_boundary) json["past_boundary"] = *past;
  for (const auto& [key, op] : {std::pair("loads", format::Op::kLoad), std::pair("stores", format::Op::kStore),
                                std::pair("atomics", format::Op::kAtomic)}) {
    json[key] = counted(analysis::count_of(report.recorded.summary, array.tensor, op));
    json[key]["in_scope"] = counted(analysis::count_of(report.asked.summary, array.tensor, op));
  }
  json["touched"] = array.touched;
  json["all_known"] = report.arrays_complete;
  json["writers"] = writers_json(*report.recording, array);
  return json;
}

}  // namespace

Json arrays_json(const analysis::Report& report) {
  Json all = Json::array();
  for (const analysis::ArrayUse& array : report.arrays) all.push_back(array_json(report, array));
  return all;
}

}  // namespace gemmscope::cli
