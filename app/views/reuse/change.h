// SPDX-License-Identifier: MIT
/// @file change.h
/// How often memory is read, beside how often in a baseline. No drawing.
#pragma once

#include <string>

#include "app/session/look.h"
#include "tracing/analysis/reuse.h"

namespace gemmscope::views {

/// What is shown, or its baseline.
struct ReuseOf {
  const session::Look& look;
  const analysis::Reuse& reuse;
};

/// The same matrix in the same direction, or the tile of the same name; null where `in` has none or did not count it.
/// `in` may be null.
[[nodiscard]] const analysis::MatrixReuse* same_matrix(const ReuseOf* in, const format::Tensor& tensor, format::Op op);
[[nodiscard]] const analysis::TileReuse* same_tile(const ReuseOf* in, const format::Tensor& tensor);

/// "32", "16 to 32"; beside another number "16 (\u221216)", "16 to 32 (was 8 to 32)"; alone where it is the same, or
/// `before` is null.
[[nodiscard]] std::string times_and_change(const analysis::Times& now, const analysis::Times* before);
/// "2.46", "2.46 (+0.19)", "-": as far as they are known.
[[nodiscard]] std::string ratio_and_change(std::optional<double> now, std::optional<double> before);

/// "As reads of a value: requests 4 instead of 1; and 2 other changes", or that nothing changes.
[[nodiscard]] std::string reuse_change(const ReuseOf& shown, const ReuseOf& pinned);

}  // namespace gemmscope::views
