// SPDX-License-Identifier: MIT
/// @file atomic_file.h
/// Replaces a file so that there is always the old one or the whole new one.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "tracing/format/result.h"

namespace gemmscope::format {

/// Where a file stands while it is not complete.
enum class Partial {
  kUnnamed,  ///< nowhere, so that a kill leaves nothing (Linux O_TMPFILE); kNamed where the file system cannot do that
  kNamed,    ///< in the same folder, as .gemmscope-*.part
};

/// Whether replace_file could write to `path`, as far as that can be told beforehand: after minutes of work it would be
/// late. Changes nothing.
///
/// Errors   those of replace_file but a full disk.
[[nodiscard]] Result<void> check_replaceable(const std::filesystem::path& path);

/// Writes `bytes` to disk, then gives them the name `path`. Symbolic links are followed, also to a file that is not
/// there yet; what is not a regular file (a folder, a pipe, a device) is not replaced, nor is the file that this
/// program's own output goes to.
///
/// Errors   kUsage if the place cannot be written to, kNoSpace if the disk is full or a limit of the system is reached.
///          In both cases nothing new is left in the folder.
[[nodiscard]] Result<void> replace_file(const std::filesystem::path& path, std::span<const std::byte> bytes,
                                        Partial partial = Partial::kUnnamed);

}  // namespace gemmscope::format
