// SPDX-License-Identifier: MIT
/// @file entries.h
/// Which kernel of which PTX file a variant is, and the bytes of the layout that it is called with.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "kernels/kernel_info.h"

namespace gemmscope::ladder {

/// How a kernel is compiled: as it is written, guarded or not, with its layout as arguments; or optimised, with its
/// layout as constants.
enum class Form { kGuarded, kInside, kOptimised };

struct Entry {
  std::string file;  ///< "warp_tile_0_written.ptx"
  std::string name;  ///< demangled, without arguments and spaces: "gemmscope::kernels::naive<...>"
  std::vector<std::byte> layout;
};

/// Nothing: no build of that form has the variant's layout.
[[nodiscard]] std::optional<Entry> entry_of(const kernels::Variant& variant, Form form);

/// Of a PTX entry, to compare with Entry::name.
[[nodiscard]] std::string entry_name(const std::string& mangled);

}  // namespace gemmscope::ladder
