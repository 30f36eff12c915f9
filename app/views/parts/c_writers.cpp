// SPDX-License-Identifier: MIT
#include "app/views/parts/c_writers.h"

#include "app/session/touched.h"
#include "app/views/parts/stage_words.h"

namespace gemmscope::views {

std::vector<analysis::Write> c_writers(const session::Look& look, const analysis::Rect& tile) {
  const format::Recording& recording = *look.recording();
  const auto C = recording.tensor_of(format::Matrix::kC);
  if (!C) return {};
  auto writers = analysis::matrix_writers(recording, *C, tile, moment_of(look));
  const session::Current& now = *look.current;
  if (now.site.tensor != *C || now.site.op != format::Op::kStore) return writers;
  for (int lane = 0; lane < format::kLanes; ++lane)
    for (const session::Element& element : elements_touched(look, lane)) {
      if (!tile.contains(element.row, element.column)) continue;
      writers[std::size_t{element.row - tile.row} * tile.columns + (element.column - tile.column)] = {
          .written = true,
          .lane = static_cast<std::uint8_t>(lane),
          .warp = now.request.warp,
          .site = now.request.site,
          .request = look.cursor.request,
          .interval = now.request.interval,
          .k_tile = now.request.k_tile};
    }
  return writers;
}

}  // namespace gemmscope::views
