// SPDX-License-Identifier: MIT
/// @file list_folder.h
/// The recordings of a folder, as `gemmscope run` leaves them there.
#pragma once

#include <string>

#include "tracing/format/result.h"

namespace gemmscope::cli {

/// A table, or JSON; files that are no recordings are named with what is wrong with them.
///
/// Errors  kBadFile: there is no such folder, or no .gst file in it.
[[nodiscard]] Result<std::string> recordings_of_folder(const std::string& folder, bool json);

}  // namespace gemmscope::cli
