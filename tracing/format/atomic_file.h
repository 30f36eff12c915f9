// SPDX-License-Identifier: MIT
/// @file atomic_file.h
/// Replaces a file so that there is always the old one or the whole new one.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "tracing/format/result.h"

namespace gemmscope::format {

/// Writes `bytes` to disk without a name (Linux O_TMPFILE; elsewhere with a name ending in .part), then gives them the
/// name `path`. A symbolic link is followed; what is not a regular file is not replaced.
///
/// Errors   kUsage if the place cannot be written to, kNoSpace if the disk is full or a size limit is reached. In both
///          cases nothing new is left in the folder.
[[nodiscard]] Result<void> replace_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace gemmscope::format
