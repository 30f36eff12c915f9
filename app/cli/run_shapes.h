// SPDX-License-Identifier: MIT
/// @file run_shapes.h
/// Shapes of arrays for `gemmscope run`: those of its options, and those of comments in the source.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "tracing/analysis/given_shape.h"

namespace gemmscope::cli {

/// The shapes in the values of `--tensor`.
[[nodiscard]] Result<std::vector<analysis::GivenShape>> parse_shapes(const std::vector<std::string>& options);

/// Before the program runs: names of arrays are read from its files. Errors: kUsage for a name that none of them has.
[[nodiscard]] Result<void> check_named(const std::vector<analysis::GivenShape>& shapes,
                                       const std::vector<std::string>& files);

/// Gives the arrays of the recordings in `folder` the shapes that their sources state, replaced by these `shapes`. A
/// comment that cannot be applied is reported on `out`. Errors: kUsage for one of `shapes` that cannot be applied, or
/// that no recording has an array for; all recordings are kept, with all shapes that can be applied.
[[nodiscard]] Result<void> give_shapes(const std::filesystem::path& folder,
                                       const std::vector<analysis::GivenShape>& shapes, std::ostream& out);

}  // namespace gemmscope::cli
