// SPDX-License-Identifier: MIT
/// @file png.h
#pragma once

#include <string>

#include "app/gl/framebuffer.h"
#include "tracing/format/result.h"

namespace gemmscope::gl {

/// Replaces the file `path` as format::replace_file does, with its errors; throws std::bad_alloc without memory.
Result<void> write_png(const Picture& picture, const std::string& path);

}  // namespace gemmscope::gl
