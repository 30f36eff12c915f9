// SPDX-License-Identifier: MIT
// How often memory is read, as text: a line for each matrix and each tile, then FLOP per byte.
#include "app/views/reuse/picture.h"
#include "app/words/number.h"
#include "app/words/remark_words.h"
#include "app/words/reuse_words.h"
#include "app/words/scope_words.h"
#include "app/words/text_table.h"
#include "tracing/analysis/reuse.h"

namespace gemmscope::views {
namespace {

using analysis::Reuse;

std::string matrices_text(const format::Recording& recording, const Reuse& reuse) {
  words::TextTable table({"", ""});
  for (const analysis::MatrixReuse& each : reuse.matrices)
    table.add({recording.tensors[each.of.tensor].name, words::matrix_reuse_in_words(recording, each)});
  return table.text(2).substr(1);  // without headings
}

std::string tiles_text(const format::Recording& recording, const Reuse& reuse) {
  if (reuse.tiles.empty()) return "  the kernel does not use it\n";
  words::TextTable table({"", ""});
  for (const analysis::TileReuse& each : reuse.tiles)
    table.add({recording.tensors[each.tensor].name, words::tile_reuse_in_words(each)});
  return table.text(2).substr(1);
}

std::string flop_per_byte_text(const Reuse& reuse) {
  if (reuse.missing != analysis::Missing::kNothing) return "FLOP per byte is not computed.\n";
  const auto number = [](const std::optional<double>& value) { return value ? words::decimals(*value, 2) : "-"; };
  words::TextTable table({"FLOP per byte", ">requested by lanes", ">moved", ""});
  table.add({"global memory", number(reuse.global.requested), number(reuse.global.moved), "in sectors of 32 bytes"});
  if (reuse.shared.requested)
    table.add(
        {"shared memory", number(reuse.shared.requested), number(reuse.shared.moved), "in wavefronts of 128 bytes"});
  return table.text();
}

}  // namespace

Result<std::string> reuse_text(const session::Look& look) {
  const format::Recording& recording = *look.recording();
  const Reuse reuse = analysis::reuse(recording, look.loaded->costs, look.rule);
  const std::string counted = words::counted_product(recording, look.loaded->check.remarks);
  std::string text = (counted.empty() ? "" : counted + "\n") + "global memory, " +
                     words::scope_in_words(recording, {}) + "\n" + matrices_text(recording, reuse) +
                     "\nshared memory, reads before the next store, in the recorded part; counting rule: " +
                     std::string(analysis::name_of(look.rule)) + "\n" + tiles_text(recording, reuse) + "\n" +
                     flop_per_byte_text(reuse);
  for (const analysis::Missing reason : missing_of(reuse))
    text += "Figures are missing because " + words::missing_in_words(reason) + ".\n";
  return text;
}

}  // namespace gemmscope::views
