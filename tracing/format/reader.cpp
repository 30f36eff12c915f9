// SPDX-License-Identifier: MIT
#include <new>

#include "tracing/format/check.h"
#include "tracing/format/coding.h"
#include "tracing/format/description.h"
#include "tracing/format/file.h"
#include "tracing/format/input_file.h"
#include "tracing/format/sections.h"

namespace gemmscope::format {
namespace {

/// Hands segments, numbered over all patterns, to their patterns, which know how many each warp has.
Result<void> deal_segments(std::vector<Pattern>& patterns, const std::vector<Segment>& segments, std::uint64_t offset) {
  auto next = segments.begin();
  for (Pattern& pattern : patterns) {
    const std::size_t count = pattern.warp_begin.back();
    if (count > static_cast<std::size_t>(segments.end() - next))
      return damaged(offset, "there are fewer segments than the patterns say");
    pattern.segments.reserve(count);
    for (std::size_t warp = 0; warp + 1 < pattern.warp_begin.size(); ++warp)
      for (std::uint32_t i = pattern.warp_begin[warp]; i < pattern.warp_begin[warp + 1]; ++i) {
        if (next->warp != warp) return damaged(offset, "warps do not have as many segments as the patterns say");
        pattern.segments.push_back(*next++);
      }
  }
  if (next != segments.end()) return damaged(offset, "there are more segments than the patterns say");
  return {};
}

/// Everything as the file says it, unchecked but for what decoding needs.
Result<Recording> decode_all(const Container& file) {
  Result<Recording> recording = description_of(file);
  if (!recording) return recording;
  const auto bases = bases_of(file, *recording);
  if (!bases) return tl::unexpected(bases.error());
  std::vector<Segment> segments;
  segments.reserve(file.count(SectionType::kSegments));
  recording->templates.reserve(file.count(SectionType::kTemplates));
  recording->blocks.reserve(file.count(SectionType::kBlocks));
  auto done = for_each_section(file, SectionType::kSegments, [&](const auto& raw, const Section& s) {
    return decode_segments(raw, s.items, *bases, s.offset, segments);
  });
  if (done) done = deal_segments(recording->patterns, segments, file.offset_of(SectionType::kDescription, 0));
  std::vector<Segment>().swap(segments);
  if (done)
    done = for_each_section(file, SectionType::kTemplates, [&](const auto& raw, const Section& s) {
      return decode_templates(raw, s.items, s.detail, s.offset, recording->templates);
    });
  if (done)
    done = for_each_section(file, SectionType::kBlocks, [&](const auto& raw, const Section& s) {
      return decode_blocks(raw, s.items, *bases, s.offset, recording->blocks);
    });
  if (!done) return tl::unexpected(done.error());
  return recording;
}

}  // namespace

Result<Recording> decode_file(std::span<const std::byte> bytes, std::uint64_t memory_limit, const LargeNotice& large) {
  try {
    const auto file = Container::open(bytes, memory_limit);
    if (!file) return tl::unexpected(file.error());
    // This much memory for this few bytes is allocated only for a sound recording.
    if (const std::uint64_t needed = memory_needed(file->sections());
        needed > kMemoryAnyway + kMemoryPerByte * bytes.size()) {
      if (auto sound = check_in_little_memory(*file); !sound) return tl::unexpected(sound.error());
      if (large) large(needed);
    }
    auto recording = decode_all(*file);
    if (!recording) return recording;
    if (const auto fault = check(*recording)) return damaged(file->offset_of(fault->where, fault->item), fault->what);
    if (const auto too_much = check_effort(*recording)) return fail(ErrorKind::kBadFile, *too_much);
    index_patterns(*recording);
    return recording;
  } catch (const std::bad_alloc&) {
    return fail(ErrorKind::kNoSpace,
                "not enough memory to open the recording; close other programs or record fewer blocks");
  }
}

Result<Recording> read_file(const std::filesystem::path& path, const LargeNotice& large) {
  const auto named = [&](Error error) {
    error.message = path.string() + ": " + error.message;
    return tl::unexpected(std::move(error));
  };
  try {
    auto file = InputFile::open(path);
    if (!file) return tl::unexpected(file.error());
    // The header first: what is no recording is not read further, however long it is.
    std::vector<std::byte> bytes;
    if (auto read = file->read_up_to(kHeaderBytes, bytes); !read) return tl::unexpected(read.error());
    const auto size = size_in_header(bytes);
    if (!size) return named(size.error());
    if (*size > kMaxMemoryBytes)
      return named({ErrorKind::kBadFile,
                    "is larger than any recording; open a .gst file made by 'gemmscope run' or 'gemmscope record'"});
    // A byte more, to see whether the file goes on.
    if (auto read = file->read_up_to(*size + 1, bytes); !read) return tl::unexpected(read.error());
    auto recording = decode_file(bytes, kMaxMemoryBytes, large);
    if (!recording) return named(recording.error());
    return recording;
  } catch (const std::bad_alloc&) {
    return named(
        {ErrorKind::kNoSpace, "not enough memory to open the recording; close other programs or record fewer blocks"});
  }
}

}  // namespace gemmscope::format
