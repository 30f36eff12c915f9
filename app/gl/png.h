// SPDX-License-Identifier: MIT
/// @file png.h
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "app/gl/framebuffer.h"
#include "tracing/format/result.h"

namespace gemmscope::gl {

/// Replaces the file `path` as format::replace_file does, with its errors; throws std::bad_alloc without memory.
Result<void> write_png(const Picture& picture, const std::string& path);

/// The bytes of a PNG file of `width` x `height` RGBA pixels, top row first; throws std::bad_alloc without memory.
std::string png_of(std::span<const std::uint8_t> rgba, int width, int height);

}  // namespace gemmscope::gl
