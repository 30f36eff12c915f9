// SPDX-License-Identifier: MIT
/// @file recording_builder.h
/// Makes a recording from plain requests, so that analyses can be tested on streams written down by hand.
#pragma once

#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::analysis::testing {

/// Fill in everything but templates, patterns and blocks, add the requests of each block, finish.
class RecordingBuilder {
 public:
  format::Recording recording;

  /// Adds a block with its requests: ordered by (warp, program order), global addresses from the tensor's first
  /// element. Request::block is ignored. barrier_lines are Pattern's.
  void add_block(std::uint32_t y, std::uint32_t x, const std::vector<format::Request>& requests,
                 std::vector<std::uint32_t> barrier_lines = {});

  /// The recording, its derived members filled in.
  format::Recording finish();

 private:
  std::uint32_t template_id(format::Template coded);
};

}  // namespace gemmscope::analysis::testing
