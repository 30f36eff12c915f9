// SPDX-License-Identifier: MIT
// What a program does with its arrays in global memory, as text: what Arrays and Writers draw.
#include <algorithm>

#include "app/views/metrics/report.h"
#include "app/views/parts/array_words.h"
#include "app/views/parts/cost_words.h"
#include "app/words/number.h"
#include "app/words/text_table.h"
#include "tracing/format/block_name.h"
#include "tracing/format/place_name.h"

namespace gemmscope::views {
namespace {

using analysis::ArrayShape;
using analysis::ArrayUse;
using format::Op;
using words::thousands;

/// "37 \u00d7 50, guessed: height \u00d7 width"; "one row"; "20 allocations".
std::string shape_in_words(const format::Tensor& array, const ArrayShape& shape) {
  if (!array.parts.empty()) return words::count_of(array.parts.size(), "allocation");
  if (!shape.two_dimensional()) return "one row";
  using From = ArrayShape::From;
  const std::string how = shape.from == From::kFound     ? ", found"
                          : shape.from == From::kGuessed ? ", guessed"
                                                         : ", given";
  return size_text(array, shape) + how + (shape.of.empty() ? "" : ": " + shape.of);
}

/// Those that there are: between allocations there are none.
std::uint64_t elements_of(const format::Tensor& array, const ArrayShape& shape) {
  if (array.parts.empty()) return shape.elements;
  std::uint64_t all = 0;
  for (const format::Part& part : array.parts) all += format::elements_of(part, array);
  return all;
}

/// "92 %"; for less than all never "100 %", but "> 99.9 %".
std::string share_of(std::uint64_t part, std::uint64_t all) {
  const std::string text = words::share(static_cast<double>(part) / static_cast<double>(all));
  return part < all && text == words::share(1) ? "> 99.9 %" : text;
}

/// "out: 6 of 6 blocks write 92 % of it, no element more than one of them. Block 0,0 writes out[0 \u2026 15][0 \u2026
/// 31], its warp 0 out[0][0 \u2026 31]."
std::string writers_sentence(const analysis::Report& report, const ArrayUse& array) {
  const format::Recording& r = *report.recording;
  const analysis::ArrayStores& stores = array.stores;
  const std::uint64_t elements = elements_of(r.tensors[array.tensor], array.shape);
  const std::string share = stores.elements >= elements
                                ? "all"
                                : (report.arrays_complete ? "" : "at least ") + share_of(stores.elements, elements);
  std::string text = r.tensors[array.tensor].name + ": " + thousands(stores.blocks) + " of " +
                     words::count_of(r.blocks.size(), "recorded block") +
                     (stores.blocks == 1 ? " writes " : " write ") + share + " of it";
  if (stores.again && stores.blocks > 1)
    text += *stores.again ? ", some elements several of them" : ", no element more than one of them";
  if (stores.of_block.empty()) return text + ".\n";
  const auto named = [&](const std::vector<std::uint32_t>& of) {
    return elements_text(r, array.tensor, array.shape, of);
  };
  return text + ". Block " + block_name(r, r.blocks[stores.block]) + " writes " + named(stores.of_block) +
         ", its warp " + std::to_string(stores.warp) + " " + named(stores.of_warp) + ".\n";
}

std::string table_of(const analysis::Report& report) {
  const analysis::Summary& summary = report.asked.summary;
  const bool updates = std::ranges::any_of(report.arrays, [&](const ArrayUse& a) {
    return analysis::count_of(summary, a.tensor, Op::kAtomic).requests != 0;
  });
  std::vector<std::string> titles{"array", ">elements", "shape", ">loads", ">sectors", ">stores", ">sectors"};
  if (updates) titles.insert(titles.end(), {">atomics", ">sectors"});
  titles.emplace_back(">touched");
  words::TextTable table(titles);
  for (const ArrayUse& array : report.arrays) {
    const format::Tensor& tensor = report.recording->tensors[array.tensor];
    const std::uint64_t elements = elements_of(tensor, array.shape);
    std::vector<std::string> cells{tensor.name, thousands(elements), shape_in_words(tensor, array.shape)};
    for (const Op op : {Op::kLoad, Op::kStore, Op::kAtomic}) {
      if (op == Op::kAtomic && !updates) continue;
      const analysis::Count count = analysis::count_of(summary, array.tensor, op);
      cells.push_back(thousands(count.requests)), cells.push_back(thousands(count.sectors));
    }
    cells.push_back(share_of(array.touched, elements));
    table.add(std::move(cells));
  }
  return table.text(2);
}

/// "x begins 16 bytes into a sector, y begins 64 bytes into a line." and which arrays may.
std::string begins_sentences(const analysis::Report& report) {
  std::string begins, unknown;
  const auto add = [](std::string& to, const std::string& text) { to += (to.empty() ? "" : ", ") + text; };
  for (const ArrayUse& array : report.arrays) {
    const format::Tensor& tensor = report.recording->tensors[array.tensor];
    if (const std::string its = begin_in_words(tensor); !its.empty()) add(begins, its);
    if (!tensor.past_boundary) add(unknown, tensor.name);
  }
  return (begins.empty() ? "" : begins + ".\n") +
         (unknown.empty() ? ""
                          : "The place in memory is unknown for " + unknown +
                                "; sectors and lines are counted as if each began where a line does.\n");
}

}  // namespace

std::string arrays_text(const analysis::Report& report) {
  if (report.arrays.empty()) return "";
  std::string text = "\narrays, by requests and sectors; touched: the share of elements that recorded blocks " +
                     std::string(report.arrays_complete ? "load or store" : "load or store, at least") + "\n" +
                     table_of(report) + begins_sentences(report);
  for (const ArrayUse& array : report.arrays)
    if (array.stores.blocks != 0) text += writers_sentence(report, array);
  return text;
}

}  // namespace gemmscope::views
