// SPDX-License-Identifier: MIT
/// @file check.h
/// Whether a recording is sound. Code that works on recordings relies on it, so nothing that comes from a file is used
/// before it is checked.
///
/// Sound means: every index is in range; orders are as recording.h says; sizes are within limits.h; texts are UTF-8
/// without control characters; what is recorded is inside the selection, so that coverage is stated as it is.
/// It is as files are: nothing says where tiles are, so no request has a k-tile, step or phase.
/// Addresses may be anything: a kernel may have run out of bounds, and a recording must be able to show it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

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

/// Checks templates, segments and blocks one after the other, so that the caller need not keep them: first all
/// templates, then the segments of each pattern, then all blocks.
class PartCheck {
 public:
  /// `recording`: one whose description is sound. Of its patterns, barrier_lines and sync_events are used.
  explicit PartCheck(const Recording& recording) : recording_(recording), requests_(recording.warps()) {}

  /// `is_last`: false for a piece of a template that is continued.
  std::optional<Fault> add(const Template& coded, bool is_last = true);
  std::optional<Fault> add(const Segment& segment);
  std::optional<Fault> end_pattern();
  std::optional<Fault> add(const Block& block);

 private:
  const Recording& recording_;
  std::vector<std::uint64_t> rows_;  ///< [template]
  std::uint64_t open_ = 0;           ///< rows of the template that is continued
  std::size_t pattern_ = 0;
  std::uint64_t segments_ = 0, blocks_ = 0;  ///< so far
  std::vector<std::uint64_t> requests_;      ///< of each warp, in the pattern
  std::uint64_t all_requests_ = 0;
  std::optional<std::pair<std::uint32_t, std::uint32_t>> last_segment_{}, last_block_{};
};

/// All of a recording. Derived members are not looked at.
std::optional<Fault> check(const Recording& recording);

/// Whether analyses can count a sound recording in seconds: what grows with the products of its parts is within
/// limits.h. Otherwise the sentence that says so and what to do.
std::optional<std::string> check_effort(const Recording& recording);

}  // namespace gemmscope::format
