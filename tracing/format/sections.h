// SPDX-License-Identifier: MIT
/// @file sections.h
/// The contents of a file's sections, one after the other: to make a recording of them, or only to find out whether the
/// file is sound.
#pragma once

#include "tracing/format/coding.h"
#include "tracing/format/container.h"
#include "tracing/format/recording.h"

namespace gemmscope::format {

/// Unpacks all sections of a type, in order, and gives them to decode(raw bytes, section).
template <class Decode>
Result<void> for_each_section(const Container& file, SectionType type, Decode decode) {
  for (const Section& section : file.sections(type)) {
    const auto raw = file.unpack(section);
    if (!raw) return tl::unexpected(raw.error());
    if (auto done = decode(*raw, section); !done) return done;
  }
  return {};
}

/// A recording without templates, segments and blocks, unchecked.
Result<Recording> description_of(const Container& file);
/// The number of bases of a segment and of a block in the file: as many as there are global tensors.
Result<std::size_t> bases_of(const Container& file, const Recording& description);

/// Checks everything that decode_file checks, except check_effort, in the memory of the description, of one section,
/// and of 16 bytes for each template. If a template has more than kMaxSectionRows rows, it also takes their 21 bytes
/// each.
///
/// Errors   kBadFile, as decode_file.
Result<void> check_in_little_memory(const Container& file);

}  // namespace gemmscope::format
