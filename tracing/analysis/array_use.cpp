// SPDX-License-Identifier: MIT
#include "tracing/analysis/array_use.h"

#include <algorithm>
#include <utility>

#include "tracing/analysis/array_writers.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

constexpr std::uint64_t kMostCells = 1u << 22;  ///< elements looked at one by one

/// Loads and stores may overlap. `stored`: by stores and atomic operations alone.
std::uint64_t touched_elements(const Footprints& footprints, std::uint16_t tensor, std::uint32_t bytes,
                               std::uint32_t elements, bool stored) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> spans;  // of elements: [first, end)
  for (const Footprint& part : footprints.of_launch())
    for (const Stretch& each : part.stretches)
      if (part.tensor == tensor && each.count != 0 && !(stored && part.op == format::Op::kLoad))
        spans.emplace_back(each.first / bytes,
                           std::min<std::uint64_t>(elements, (std::uint64_t{each.first} + each.count - 1) / bytes + 1));
  std::ranges::sort(spans);
  std::uint64_t touched = 0, end = 0;
  for (const auto& [first, last] : spans) {
    if (last > std::max(first, end)) touched += last - std::max(first, end);
    end = std::max(end, last);
  }
  return touched;
}

bool block_stores(const Footprints& footprints, std::uint16_t tensor, std::uint32_t block) {
  return std::ranges::any_of(footprints.of_block(block), [&](const Footprint& part) {
    return part.tensor == tensor && part.op != format::Op::kLoad && !part.stretches.empty();
  });
}

/// Adds the elements that the first storing block stores, and those of them that its first warp stores.
void add_parts(const Recording& recording, const Footprints& footprints, std::uint16_t tensor, const ArrayShape& shape,
               ArrayStores& stores) {
  stores.part = stored_part(recording, footprints, tensor, shape, stores.block);
  if (std::uint64_t{stores.part.rows} * stores.part.columns > kMostCells) return;
  const ArrayGrid grid{shape, stores.part, 1, 1, recording.tensors[tensor].element_bytes};
  const auto writers = array_writers(recording, footprints, tensor, grid, {stores.block, 0, kEnd});
  stores.warp = kEnd;
  for (const CellWrite& each : writers)
    if (each.write.written) stores.warp = std::min<std::uint32_t>(stores.warp, each.first_warp);
  for (std::uint32_t cell = 0; cell < writers.size(); ++cell) {
    if (!writers[cell].write.written) continue;
    stores.of_block.push_back(grid.first(cell));
    if (writers[cell].first_warp == stores.warp) stores.of_warp.push_back(grid.first(cell));
  }
}

ArrayStores stores_of(const Recording& recording, const Footprints& footprints, std::uint16_t tensor,
                      const ArrayShape& shape) {
  ArrayStores stores;
  for (std::uint32_t b = 0; b < recording.blocks.size(); ++b)
    if (block_stores(footprints, tensor, b) && stores.blocks++ == 0) stores.block = b;
  if (stores.blocks == 0) return stores;
  stores.elements = touched_elements(footprints, tensor, recording.tensors[tensor].element_bytes, shape.elements, true);
  add_parts(recording, footprints, tensor, shape, stores);
  if (shape.elements > kMostCells) return stores;
  const ArrayGrid all = array_grid(shape, recording.tensors[tensor].element_bytes, shape.pitch, shape.rows());
  stores.again = std::ranges::any_of(storing_blocks(recording, footprints, tensor, all), &CellBlock::several);
  return stores;
}

}  // namespace

std::vector<ArrayUse> array_uses(const Recording& recording, const std::vector<ArrayShape>& shapes,
                                 const Footprints& footprints) {
  std::vector<ArrayUse> uses;
  for (std::uint16_t t = 0; t < shapes.size(); ++t) {
    const format::Tensor& tensor = recording.tensors[t];
    if (tensor.space != format::Space::kGlobal || shapes[t].elements == 0 || tensor.element_bytes == 0) continue;
    uses.push_back({t, shapes[t], touched_elements(footprints, t, tensor.element_bytes, shapes[t].elements, false),
                    stores_of(recording, footprints, t, shapes[t])});
  }
  return uses;
}

}  // namespace gemmscope::analysis
