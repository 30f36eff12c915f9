// SPDX-License-Identifier: MIT
/// @file png.h
#pragma once

#include <string>

#include "app/gl/framebuffer.h"
#include "tracing/format/result.h"

namespace gemmscope::gl {

/// Writes to a temporary name beside `path` and renames, so that a killed program leaves no half file.
/// Errors: kNoSpace if the file cannot be written.
Result<void> write_png(const Picture& picture, const std::string& path);

}  // namespace gemmscope::gl
