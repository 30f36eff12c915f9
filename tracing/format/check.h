// SPDX-License-Identifier: MIT
/// @file check.h
/// Whether a recording is sound: what code that works on recordings may rely on, and nothing that comes from a file is
/// until it is checked.
///
/// Sound means: every index is in range; orders are as recording.h says; sizes are within limits.h; texts are UTF-8
/// without control characters; what is recorded lies inside the selection, so that coverage is told as it is.
/// Addresses may be anything: a kernel may have run out of bounds, and a recording must be able to show it.
#pragma once

#include <optional>
#include <string>

#include "tracing/format/container.h"
#include "tracing/format/recording.h"

namespace gemmscope::format {

/// What is wrong with a recording, and which item of which section it would be in.
struct Fault {
  SectionType where = SectionType::kDescription;
  std::uint64_t item = 0;
  std::string what;  ///< "template 3, row 17: there is no site 99"
};

/// Everything but templates, segments and blocks.
std::optional<Fault> check_description(const Recording& recording);

/// A template by itself, against the description.
std::optional<Fault> check_template(const Recording& recording, std::size_t id, const Template& coded);

/// What a segment must know of its template.
struct TemplateExtent {
  std::uint64_t rows = 0;
  std::uint32_t k_tiles = 0;  ///< 1 + the largest Row::k_tile of the main loop; 0 if there are only epilogue rows
  bool epilogue = false;      ///< whether there are epilogue rows
};
TemplateExtent extent_of(const Template& coded);

/// A segment by itself, against the description and its template. `id` counts over all patterns.
std::optional<Fault> check_segment(const Recording& recording, const Pattern& pattern, std::uint64_t id,
                                   const Segment& segment, const TemplateExtent& coded);

/// A block by itself, against the description.
std::optional<Fault> check_block(const Recording& recording, std::size_t id, const Block& block);

/// All of these for all, and what holds between them. Derived members are not looked at.
std::optional<Fault> check(const Recording& recording);

}  // namespace gemmscope::format
