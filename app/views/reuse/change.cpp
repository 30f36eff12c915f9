// SPDX-License-Identifier: MIT
#include "app/views/reuse/change.h"

#include <cmath>

#include "app/words/number.h"
#include "app/words/reuse_words.h"

namespace gemmscope::views {
namespace {

using analysis::MatrixReuse;
using analysis::Missing;
using analysis::TileReuse;
using analysis::Times;

/// "32", "16 to 32".
std::string number_of(const Times& times) {
  if (times.same()) return words::thousands(times.least);
  return words::thousands(times.least) + " to " + words::thousands(times.most);
}

bool equal(const Times& one, const Times& other) { return one.least == other.least && one.most == other.most; }

/// What changed, one after the other.
struct Changes {
  std::string text;
  int more = 0;  ///< that are not in the text

  void add(const std::string& what, const Times& now, const Times& before) {
    add(what, number_of(now), number_of(before));
  }
  void add(const std::string& what, const std::string& now, const std::string& before) {
    if (now == before) return;
    constexpr std::size_t kMost = 70;  // letters: an answer is a line
    if (text.size() > kMost) return void(++more);
    text += (text.empty() ? "" : "; ") + what + " " + now + " instead of " + before;
  }
};

}  // namespace

const MatrixReuse* same_matrix(const ReuseOf* in, const format::Tensor& tensor, format::Op op) {
  if (in == nullptr) return nullptr;
  for (const MatrixReuse& each : in->reuse.matrices)
    if (each.of.op == op && in->look.recording()->tensors[each.of.tensor].name == tensor.name)
      return each.missing == Missing::kNothing ? &each : nullptr;
  return nullptr;
}

const TileReuse* same_tile(const ReuseOf* in, const format::Tensor& tensor) {
  if (in == nullptr) return nullptr;
  for (const TileReuse& each : in->reuse.tiles)
    if (in->look.recording()->tensors[each.tensor].name == tensor.name)
      return each.missing == Missing::kNothing && each.lanes.of != 0 ? &each : nullptr;
  return nullptr;
}

std::string times_and_change(const Times& now, const Times* before) {
  const std::string text = number_of(now);
  if (before == nullptr || equal(now, *before)) return text;
  if (!now.same() || !before->same()) return text + " (was " + number_of(*before) + ")";
  const auto change = static_cast<std::int64_t>(now.least) - static_cast<std::int64_t>(before->least);
  return text + " (" + words::with_sign(change) + ")";
}

std::string ratio_and_change(std::optional<double> now, std::optional<double> before) {
  constexpr int kPlaces = 2;
  if (!now) return "-";
  const std::string text = words::decimals(*now, kPlaces);
  if (!before || text == words::decimals(*before, kPlaces)) return text;
  return text + (*now < *before ? " (\u2212" : " (+") + words::decimals(std::abs(*now - *before), kPlaces) + ")";
}

std::string reuse_change(const ReuseOf& shown, const ReuseOf& pinned) {
  const format::Recording& recording = *shown.look.recording();
  Changes changes;
  for (const MatrixReuse& now : shown.reuse.matrices) {
    const format::Tensor& tensor = recording.tensors[now.of.tensor];
    const MatrixReuse* before = same_matrix(&pinned, tensor, now.of.op);
    if (before == nullptr || now.missing != Missing::kNothing) continue;
    const std::string what = tensor.name + " " + words::several_of(now.of.op);
    if (now.launch_missing == Missing::kNothing && before->launch_missing == Missing::kNothing)
      changes.add(what + " of an element:", now.launch.lanes, before->launch.lanes);
    changes.add(what + ": requests", now.block_requests, before->block_requests);
  }
  for (const TileReuse& now : shown.reuse.tiles) {
    const format::Tensor& tensor = recording.tensors[now.tensor];
    const TileReuse* before = same_tile(&pinned, tensor);
    if (before == nullptr || now.missing != Missing::kNothing || now.lanes.of == 0) continue;
    changes.add(tensor.name + " reads of a value: lanes", now.lanes, before->lanes);
    changes.add(tensor.name + " reads of a value: requests", now.requests, before->requests);
    changes.add(tensor.name + " reads of a value: wavefronts", now.wavefronts, before->wavefronts);
  }
  const auto add_ratio = [&](const char* memory, std::optional<double> now, std::optional<double> before) {
    if (now && before)
      changes.add(std::string("FLOP per byte moved in ") + memory + " memory:", ratio_and_change(now, {}),
                  ratio_and_change(before, {}));
  };
  add_ratio("global", shown.reuse.global.moved, pinned.reuse.global.moved);
  add_ratio("shared", shown.reuse.shared.moved, pinned.reuse.shared.moved);
  if (changes.text.empty()) return "Elements and values are read as often as in the baseline";
  return changes.text + (changes.more == 0
                             ? ""
                             : "; and " + words::count_of(static_cast<std::uint64_t>(changes.more), "other change"));
}

}  // namespace gemmscope::views
