// SPDX-License-Identifier: MIT
/// @file repack.h
/// Takes a file apart and puts it together again with right checksums, so that tests get past them to what lies behind.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tracing/format/container.h"
#include "tracing/format/recording.h"

namespace gemmscope::format::testing {

struct RawSection {
  Section section;  ///< type, items and detail are used
  std::vector<std::byte> bytes;
};

/// The unpacked sections of a sound file.
std::vector<RawSection> take_apart(std::span<const std::byte> file);
std::vector<std::byte> put_together(std::span<const RawSection> sections);

/// Makes the checksums of header and table right after bytes of them were changed.
void reseal(std::vector<std::byte>& file);

/// A sound encoding of a recording that need not be sound.
std::vector<std::byte> encode_unchecked(const Recording& recording);

/// Decodes every request of every block and looks at all that is derived; a sanitizer finds what it should not touch.
std::uint64_t walk(const Recording& recording);

}  // namespace gemmscope::format::testing
