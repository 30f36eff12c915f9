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

/// Writes `bytes` to disk, then gives them the name `path`. A symbolic link is followed; what is not a regular file is
/// not replaced.
///
/// Errors   kUsage if the place cannot be written to, kNoSpace if the disk is full or a size limit is reached. In both
///          cases nothing new is left in the folder.
[[nodiscard]] Result<void> replace_file(const std::filesystem::path& path, std::span<const std::byte> bytes,
                                        Partial partial = Partial::kUnnamed);

}  // namespace gemmscope::format
