// SPDX-License-Identifier: MIT
/// @file toolkit.h
/// Where the programs of NVIDIA's toolkit are.
#pragma once

#include <string>

namespace gemmscope::machine {

/// The compiler that the person chose, else one in PATH, else the one that this program was built with; empty: none.
[[nodiscard]] std::string nvcc();
/// Beside that compiler, else in PATH, else, of nvdisasm, the one that was there when this program was built; empty:
/// none.
[[nodiscard]] std::string ptxas();
[[nodiscard]] std::string nvdisasm();

}  // namespace gemmscope::machine
