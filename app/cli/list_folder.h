// SPDX-License-Identifier: MIT
/// @file list_folder.h
/// The recordings of a folder, as `gemmscope run` leaves them there.
#pragma once

#include <string>

#include "tracing/format/result.h"

namespace gemmscope::cli {

/// A table, or JSON; files that are not recordings are named with what is wrong with them.
///
/// Errors  kBadFile: the folder does not exist, or has no .gst file.
[[nodiscard]] Result<std::string> recordings_of_folder(const std::string& folder, bool json);

}  // namespace gemmscope::cli
