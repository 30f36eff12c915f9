// SPDX-License-Identifier: MIT
/// @file load_apart.h
/// Libraries of ours that are loaded into a user's program when they are needed. Each brings a library of Debian's that
/// the program may have itself, in another version.
#pragma once

#include <string>

namespace gemmscope::runtime {

/// For dlsym. The program uses none of its functions, and it none of the program's. Null: it cannot be loaded;
/// dlerror() says why.
[[nodiscard]] void* load_apart(const std::string& file);

}  // namespace gemmscope::runtime
