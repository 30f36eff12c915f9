// SPDX-License-Identifier: MIT
/// @file file.h
/// Recordings as .gst files: whole ones in and out. docs/format.md describes the bytes, limits.h what may be in them.
///
/// Files are trusted in nothing: what these functions return was checked so that no code that works on recordings can
/// be made to crash, hang or run out of memory by one (check.h).
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "tracing/format/limits.h"
#include "tracing/format/recording.h"
#include "tracing/format/result.h"

namespace gemmscope::format {

/// The bytes of a .gst file. Equal recordings give equal bytes.
///
/// Errors   kUsage if the recording is not sound (its maker is wrong, not its user); kNoSpace if it is beyond
///          kMaxMemoryBytes or memory runs out.
[[nodiscard]] Result<std::vector<std::byte>> encode(const Recording& recording);

/// Writes `path` so that it is always the old file or the whole new one, whatever happens meanwhile: power loss, a full
/// disk, a kill. What is not complete has no name, or (where the file system cannot do that) one ending in .part.
///
/// Errors   those of encode; kUsage if the place cannot be written to; kNoSpace if the disk is full.
[[nodiscard]] Result<void> write_file(const Recording& recording, const std::filesystem::path& path);

/// Is told how many bytes of memory a recording may take, if it is sound and its file is far smaller.
using LargeNotice = std::function<void(std::uint64_t memory)>;

/// The recording in a file's bytes, its derived members filled in; equal to the one written.
///
/// Errors   kBadFile with the byte offset: not a recording, too new, cut off, damaged, inconsistent, or in need of more
///          than `memory_limit` bytes (which is reported before they are allocated). kNoSpace if memory runs out. A
///          file whose table requests far more memory than it has bytes is checked first, section by section, in little
///          memory.
/// Cost     4096^3, that is 130 million requests of 1024 blocks: below 10 ms.
[[nodiscard]] Result<Recording> decode_file(std::span<const std::byte> file,
                                            std::uint64_t memory_limit = kMaxMemoryBytes,
                                            const LargeNotice& large = {});

/// decode_file of the file at `path`; messages begin with the path. kBadFile also if the file does not exist.
[[nodiscard]] Result<Recording> read_file(const std::filesystem::path& path, const LargeNotice& large = {});

}  // namespace gemmscope::format
