// SPDX-License-Identifier: MIT
/// @file lazy_reader.h
/// Reads single parts of a recording without unpacking the rest: for files too large to hold decoded.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tracing/format/container.h"
#include "tracing/format/recording.h"

namespace gemmscope::format {

class LazyReader {
 public:
  /// `file` must outlive the reader. Unpacks the description alone.
  ///
  /// Errors   as decode_file. Errors in other parts are told by whoever asks for these parts.
  static Result<LazyReader> open(std::span<const std::byte> file);

  /// Without templates and blocks; patterns have only barrier_lines and warp_begin.
  const Recording& description() const { return description_; }
  std::uint32_t block_count() const { return file_.count(SectionType::kBlocks); }
  Result<Block> block(std::uint32_t index) const;

  /// The requests of one warp of one block in one barrier interval; empty if there are none.
  ///
  /// Cost     unpacks three sections: one of blocks, of segments, of templates.
  Result<std::vector<Request>> requests(std::uint32_t block, std::uint32_t warp, std::uint32_t interval) const;

 private:
  LazyReader(Container file, Recording description);
  Result<Template> template_at(std::uint32_t id) const;

  Container file_;
  Recording description_;
  std::vector<std::uint32_t> first_segment_;  ///< of each pattern, numbered over all
};

}  // namespace gemmscope::format
