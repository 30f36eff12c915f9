// SPDX-License-Identifier: MIT
#include "app/views/warp_tiling_picture.h"

#include <algorithm>

#include "tracing/analysis/geometry.h"

namespace gemmscope::views {
namespace {

/// Marks the registers that `lane` fills from byte `first` on.
void fill(const format::Recording& recording, const analysis::WarpTiling& tiling, std::uint32_t warp,
          const format::Site& site, std::uint32_t first, Entry entry, Fragments& fragments) {
  const analysis::Rect tile = tiling.warp_tile(warp);
  const auto& shape = tiling.shape();
  const format::Tensor& tensor = recording.tensors[site.tensor];
  for (std::uint32_t byte = first; byte < first + site.width; byte += tensor.element_bytes) {
    const auto cell = analysis::cell_in(recording, site.tensor, byte);
    if (!cell || cell->padding) continue;
    const std::uint32_t place = tensor.transposed == (tensor.of == "A") ? cell->column : cell->row;  // m of As, n of Bs
    const bool of_a = tensor.of == "A";
    const analysis::Owner owner = of_a ? tiling.owner_of(place, tile.column) : tiling.owner_of(tile.row, place);
    std::vector<Entry>& registers = of_a ? fragments.regM : fragments.regN;
    const std::size_t index = of_a ? owner.i * static_cast<std::size_t>(shape.TM) + owner.row
                                   : owner.j * static_cast<std::size_t>(shape.TN) + owner.column;
    if (index < registers.size() && registers[index] == Entry::kEmpty) registers[index] = entry;
  }
}

}  // namespace

std::uint32_t Fragments::filled(const std::vector<Entry>& registers) {
  return static_cast<std::uint32_t>(
      std::count_if(registers.begin(), registers.end(), [](Entry e) { return e != Entry::kEmpty; }));
}

std::optional<std::uint32_t> inner_step(const session::Session& session) {
  if (!session.current || session.current->request.step == format::kNoStep ||
      session.current->request.phase != format::Phase::kCompute)
    return std::nullopt;
  return session.current->request.step;
}

Fragments fragments_of(const session::Session& session, const analysis::WarpTiling& tiling, int lane) {
  const auto& s = tiling.shape();
  Fragments fragments{std::vector<Entry>(static_cast<std::size_t>(s.WMITER() * s.TM)),
                      std::vector<Entry>(static_cast<std::size_t>(s.WNITER * s.TN))};
  if (!inner_step(session) || lane < 0) return fragments;
  const format::Recording& recording = *session.recording();
  const format::Request& now = session.current->request;
  const auto& segments = session::pattern_of(recording, session.cursor.block).segments;
  for (std::uint32_t request = session.cursor.request + 1; request-- > 0;) {
    const auto [segment, row] = format::locate(recording, session.cursor.block, session.cursor.warp, request);
    const format::Request each = format::decode(recording, session.cursor.block, segments[segment], row);
    if (each.step != now.step || each.k_tile != now.k_tile || each.interval != now.interval) break;
    const format::Site& site = recording.sites[each.site];
    const std::uint32_t address = each.address[static_cast<std::size_t>(lane)];
    if (site.op != format::Op::kLoad || recording.tensors[site.tensor].space != format::Space::kShared ||
        address == format::kInactive)
      continue;
    fill(recording, tiling, session.cursor.warp, site, address,
         request == session.cursor.request ? Entry::kNow : Entry::kLoaded, fragments);
  }
  return fragments;
}

std::string ownership_sentence(const analysis::WarpTiling& tiling, int lane) {
  const auto& s = tiling.shape();
  const int subtiles = s.WMITER() * s.WNITER, sums = subtiles * s.TM * s.TN;
  const std::string each = std::to_string(s.TM) + " \u00d7 " + std::to_string(s.TN);
  if (subtiles == 1) return "Lane " + std::to_string(lane) + " owns " + each + " accumulators of its warp's tile.";
  return "Lane " + std::to_string(lane) + " owns " + each + " accumulators in each of " + std::to_string(subtiles) +
         " subtiles: " + std::to_string(sums) + ".";
}

}  // namespace gemmscope::views
