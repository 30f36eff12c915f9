// SPDX-License-Identifier: MIT
#include "tests/ladder_ptx/origins.h"

#include "tracing/analysis/held.h"

namespace gemmscope::ladder {
namespace {

using analysis::Element;
using format::Recording;

/// Parameters are called A_data, B_data: their first letters are the matrices'.
std::string text(const Recording& r, const Element& element, std::uint32_t unit) {
  return r.tensors[element.tensor].name.substr(0, 1) + " byte " +
         std::to_string(analysis::byte_of(r, element) / unit * unit);
}

std::string where(const format::Request& store, std::size_t lane) {
  return " in block " + std::to_string(store.block) + ", interval " + std::to_string(store.interval) + ", warp " +
         std::to_string(store.warp) + ", lane " + std::to_string(lane);
}

}  // namespace

OriginCount compared_origins(const Recording& described, const Recording& plain) {
  OriginCount count;
  for (std::uint32_t block = 0; block < described.blocks.size(); ++block)
    for (const format::Segment& segment : described.patterns[described.blocks[block].pattern].segments)
      for (std::uint32_t i = 0; i < described.templates[segment.template_id].rows.size(); ++i) {
        const format::Request store = format::decode(described, block, segment, i);
        const format::Site& site = described.sites[store.site];
        const format::Tensor& tile = described.tensors[site.tensor];
        if (site.op != format::Op::kStore || (tile.of != "A" && tile.of != "B")) continue;
        for (std::uint8_t lane = 0; lane < format::kLanes; ++lane)
          for (std::uint32_t at = 0; at < site.width && (store.mask >> lane & 1u) != 0; at += tile.element_bytes) {
            const std::uint32_t byte = store.address[lane] + at;
            const auto cell = analysis::cell_in(described, site.tensor, byte);
            const auto right =
                cell ? element_in(described, *cell, described.blocks[block], store.k_tile) : std::nullopt;
            const analysis::Write write{
                .written = true, .lane = lane, .warp = store.warp, .request = segment.first_request + i};
            // a program's elements are as wide as its narrowest access to the array
            const auto said = element_stored(plain, block, write, byte);
            ++count.cells;
            if (right && !said) ++count.unknown;
            const bool same = right && said &&
                              text(described, *right, plain.tensors[said->tensor].element_bytes) ==
                                  text(plain, *said, plain.tensors[said->tensor].element_bytes);
            if (said && count.other.empty() && !same)
              count.other = "byte " + std::to_string(byte) + " holds " +
                            (right ? text(described, *right, 1) : "nothing") + ", not " + text(plain, *said, 1) +
                            where(store, lane);
          }
      }
  return count;
}

}  // namespace gemmscope::ladder
