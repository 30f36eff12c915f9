// SPDX-License-Identifier: MIT
/// @file shader_program.h
/// Shader programs. The texts in shaders/ are the same for OpenGL 3.3 and OpenGL ES 3.0; the first lines are added
/// here.
#pragma once

#include <string_view>

#include "tracing/format/result.h"

namespace gemmscope::gl {

/// Whether the current context is OpenGL ES.
bool is_es();

/// Compiles and links. Errors: kNoDevice with the driver's message.
Result<unsigned> build_program(std::string_view vertex, std::string_view fragment);

}  // namespace gemmscope::gl
