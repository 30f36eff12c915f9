// SPDX-License-Identifier: MIT
/// @file load_apart.h
/// Loads a library of ours into a user's program when it is needed. Each of them links a library of Debian's, which the
/// program may have itself, in another version.
#pragma once

#include <string>

namespace gemmscope::runtime {

/// Loads the library in such a way that neither it nor the program gets a function of the other by mistake. Returns a
/// handle for dlsym(). Null: it cannot be loaded, and dlerror() says why.
[[nodiscard]] void* load_apart(const std::string& file);

}  // namespace gemmscope::runtime
