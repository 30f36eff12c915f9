// SPDX-License-Identifier: MIT
#include <algorithm>
#include <new>

#include "tracing/format/atomic_file.h"
#include "tracing/format/bases.h"
#include "tracing/format/check.h"
#include "tracing/format/coding.h"
#include "tracing/format/description.h"
#include "tracing/format/file.h"
#include "tracing/format/limits.h"

namespace gemmscope::format {
namespace {

bool add_templates(ContainerBuilder& file, std::span<const Template> templates) {
  for (std::size_t begin = 0, end = 0; begin < templates.size(); begin = end) {
    std::size_t rows = 0;
    while (end < templates.size() && (end == begin || rows + templates[end].rows.size() <= kMaxSectionRows))
      rows += templates[end++].rows.size();
    if (!file.add(SectionType::kTemplates, static_cast<std::uint32_t>(end - begin), static_cast<std::uint32_t>(rows),
                  encode_templates(templates.subspan(begin, end - begin))))
      return false;
  }
  return true;
}

/// Segments of all patterns, numbered through; a section may hold the end of one pattern and the beginning of the next.
bool add_segments(ContainerBuilder& file, std::span<const Pattern> patterns, std::size_t bases) {
  std::vector<Segment> part;
  const auto flush = [&] {
    const bool done = part.empty() || file.add(SectionType::kSegments, static_cast<std::uint32_t>(part.size()),
                                               part.front().interval, encode_segments(part, bases));
    part.clear();
    return done;
  };
  for (const Pattern& pattern : patterns)
    for (const Segment& segment : pattern.segments) {
      part.push_back(segment);
      if (part.size() == kMaxSectionSegments && !flush()) return false;
    }
  return flush();
}

bool add_blocks(ContainerBuilder& file, std::span<const Block> blocks, std::size_t bases) {
  for (std::size_t begin = 0; begin < blocks.size(); begin += kMaxSectionBlocks) {
    const auto part = blocks.subspan(begin, std::min(std::size_t{kMaxSectionBlocks}, blocks.size() - begin));
    if (!file.add(SectionType::kBlocks, static_cast<std::uint32_t>(part.size()), 0, encode_blocks(part, bases)))
      return false;
  }
  return true;
}

Result<std::vector<std::byte>> encode_sound(const Recording& recording) {
  const auto description = encode_description(recording);
  if (!description) return description;
  const std::size_t bases = global_tensors(recording);
  ContainerBuilder file;
  if (!file.add(SectionType::kDescription, static_cast<std::uint32_t>(recording.patterns.size()), 0, *description) ||
      !add_segments(file, recording.patterns, bases) || !add_templates(file, recording.templates) ||
      !add_blocks(file, recording.blocks, bases))
    throw std::bad_alloc();
  if (memory_needed(file.sections()) > kMaxMemoryBytes)
    return fail(ErrorKind::kNoSpace, "the recording is too large for a file: opening it would take " +
                                         std::to_string(memory_needed(file.sections()) >> 20) +
                                         " MiB of memory; record fewer blocks");
  return std::move(file).finish();
}

}  // namespace

Result<std::vector<std::byte>> encode(const Recording& recording) {
  try {
    if (const auto fault = check(recording))
      return fail(ErrorKind::kUsage, "the recording cannot be saved because it is not sound: " + fault->what +
                                         "; this is a bug in the recorder, please report it");
    if (const auto too_much = check_effort(recording)) return fail(ErrorKind::kNoSpace, *too_much);
    return encode_sound(recording);
  } catch (const std::bad_alloc&) {
    return fail(ErrorKind::kNoSpace, "not enough memory to save the recording; record fewer blocks");
  }
}

Result<void> write_file(const Recording& recording, const std::filesystem::path& path) {
  const auto bytes = encode(recording);
  if (!bytes) return tl::unexpected(bytes.error());
  return replace_file(path, *bytes);
}

}  // namespace gemmscope::format
