// SPDX-License-Identifier: MIT
#include "tracing/format/sections.h"

#include "tracing/format/bases.h"
#include "tracing/format/check.h"
#include "tracing/format/description.h"
#include "tracing/format/limits.h"

namespace gemmscope::format {
namespace {

/// Says to which pattern each segment of the file belongs, and ends patterns.
class Turns {
 public:
  Turns(const std::vector<Pattern>& patterns, PartCheck& parts) : patterns_(patterns), parts_(parts) {}

  /// What is wrong with the next segment.
  std::optional<Fault> take(const Segment& segment) {
    if (auto fault = end_full_patterns()) return fault;
    if (pattern_ == patterns_.size()) return wrong("there are more segments than the patterns say");
    const std::vector<std::uint32_t>& begin = patterns_[pattern_].warp_begin;
    if (std::size_t{segment.warp} + 1 >= begin.size() || taken_ < begin[segment.warp] ||
        taken_ >= begin[segment.warp + std::size_t{1}])
      return wrong("warps do not have as many segments as the patterns say");
    ++taken_;
    return parts_.add(segment);
  }
  std::optional<Fault> end() {
    if (auto fault = end_full_patterns()) return fault;
    if (pattern_ != patterns_.size()) return wrong("there are fewer segments than the patterns say");
    return {};
  }

 private:
  static Fault wrong(const char* what) { return {SectionType::kDescription, 0, what}; }
  std::optional<Fault> end_full_patterns() {
    for (; pattern_ < patterns_.size() && taken_ == patterns_[pattern_].warp_begin.back(); ++pattern_, taken_ = 0)
      if (auto fault = parts_.end_pattern()) return fault;
    return {};
  }

  const std::vector<Pattern>& patterns_;
  PartCheck& parts_;
  std::size_t pattern_ = 0;
  std::uint32_t taken_ = 0;  ///< segments of the pattern
};

}  // namespace

Result<Recording> description_of(const Container& file) {
  Result<Recording> recording;
  const auto done =
      for_each_section(file, SectionType::kDescription, [&](const auto& raw, const Section& s) -> Result<void> {
        recording = decode_description(raw, s.items, s.offset);
        if (!recording) return tl::unexpected(recording.error());
        return {};
      });
  if (!done) return tl::unexpected(done.error());
  return recording;
}

Result<std::size_t> bases_of(const Container& file, const Recording& description) {
  if (global_tensors(description) > std::size_t{kMaxGlobalTensors})
    return damaged(file.offset_of(SectionType::kDescription, 0), "there are too many global tensors");
  return global_tensors(description);
}

Result<void> check_in_little_memory(const Container& file) {
  const auto description = description_of(file);
  if (!description) return tl::unexpected(description.error());
  const auto as_result = [&](const std::optional<Fault>& fault) -> Result<void> {
    if (fault) return damaged(file.offset_of(fault->where, fault->item), fault->what);
    return {};
  };
  if (auto sound = as_result(check_description(*description)); !sound) return sound;
  const auto bases = bases_of(file, *description);
  if (!bases) return tl::unexpected(bases.error());

  PartCheck parts(*description);
  auto done = for_each_section(file, SectionType::kTemplates, [&](const auto& raw, const Section& s) {
    return decode_templates(raw, s.items, s.detail, s.offset, kMaxSectionRows,
                            [&](Template&& coded, bool is_last) { return as_result(parts.add(coded, is_last)); });
  });
  Turns turns(description->patterns, parts);
  if (done)
    done = for_each_section(file, SectionType::kSegments, [&](const auto& raw, const Section& s) -> Result<void> {
      std::vector<Segment> segments;
      if (auto read = decode_segments(raw, s.items, *bases, s.offset, segments); !read) return read;
      for (const Segment& segment : segments)
        if (const auto fault = turns.take(segment)) return as_result(fault);
      return {};
    });
  if (done) done = as_result(turns.end());
  if (done)
    done = for_each_section(file, SectionType::kBlocks, [&](const auto& raw, const Section& s) -> Result<void> {
      std::vector<Block> blocks;
      if (auto read = decode_blocks(raw, s.items, *bases, s.offset, blocks); !read) return read;
      for (const Block& block : blocks)
        if (const auto fault = parts.add(block)) return as_result(fault);
      return {};
    });
  return done;
}

}  // namespace gemmscope::format
