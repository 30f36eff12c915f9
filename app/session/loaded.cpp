// SPDX-License-Identifier: MIT
#include "app/session/loaded.h"

#include <string>
#include <utility>

#include "tracing/analysis/multiplied.h"
#include "tracing/analysis/tiles/described.h"
#include "tracing/cxx/code_name.h"

namespace gemmscope::session {
namespace {

/// With its patterns indexed.
format::Recording prepared(format::Recording recording) {
  format::index_patterns(recording);
  return recording;
}

format::CodeName code_of(const format::Recording& recording) {
  std::vector<std::string_view> included;
  for (const format::Source& each : recording.included) included.push_back(each.text);
  return cxx::code_name(recording.source.text, included);
}

}  // namespace

/// Arrays have the rows that they probably have, so that every view calls an element the same.
struct Loaded::Prepared {
  explicit Prepared(format::Recording given)
      : recording(prepared(std::move(given))),
        tiles(analysis::tiles_of(recording)),
        shapes(analysis::array_shapes(recording, tiles)) {
    using From = analysis::ArrayShape::From;
    for (std::size_t t = 0; t < shapes.size(); ++t)
      if (const analysis::ArrayShape& shape = shapes[t]; shape.from == From::kGuessed || shape.from == From::kFound)
        recording.tensors[t].layout = {.rows = shape.rows(), .columns = shape.pitch, .pitch = shape.pitch};
    check = analysis::check(recording, tiles);  // which needs arrays as they are, not as large as their tiles
    if (tiles) undescribed = analysis::describe(recording, *tiles);
  }
  format::Recording recording;
  std::optional<analysis::Tiles> tiles;
  std::vector<analysis::ArrayShape> shapes;
  analysis::CheckResult check;
  std::string undescribed;
};

Loaded::Loaded(format::Recording given) : Loaded(Prepared(std::move(given))) {}

Loaded::Loaded(Prepared given)
    : recording(std::move(given.recording)),
      costs(recording),
      summary(analysis::summarize(recording, costs)),
      timelines{analysis::Timeline(recording, costs, analysis::ConflictModel::kFused),
                analysis::Timeline(recording, costs, analysis::ConflictModel::kTextbook),
                analysis::Timeline(recording, costs, analysis::ConflictModel::kSubop)},
      code(code_of(recording)),
      files(source_files(recording)),
      check(std::move(given.check)),
      tiles(std::move(given.tiles)),
      element(tiles
                  ? analysis::element_multiplied(recording, recording.tensors.at(tiles->product.A.tensor).element_bytes)
                  : ""),
      undescribed(std::move(given.undescribed)),
      shapes(std::move(given.shapes)),
      footprints(recording) {}

}  // namespace gemmscope::session
