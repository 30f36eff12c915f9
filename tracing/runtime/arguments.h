// SPDX-License-Identifier: MIT
/// @file arguments.h
/// What the parameters of a launch's kernel are called, and what was passed for them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include "tracing/lockstep/launch.h"
#include "tracing/lockstep/program.h"
#include "tracing/ptx/module.h"

namespace gemmscope::runtime {

struct Arguments {
  const ptx::Function& function;
  const lockstep::Program& program;
  const lockstep::Launch& launch;
  std::vector<std::string> names;  ///< as in the source; empty: not found there

  std::string name(std::size_t i) const { return names.empty() ? "parameter " + std::to_string(i) : names[i]; }
  /// Of what is at a byte of it: "p+8" of a struct, as PTX has no names of members.
  std::string name(std::size_t i, std::uint32_t offset) const {
    return name(i) + (program.parameters[i].bytes > 8 ? "+" + std::to_string(offset) : "");
  }
  std::uint64_t bits(std::size_t i, std::uint32_t offset = 0) const {
    const auto& place = program.parameters[i];
    std::uint64_t bits = 0;
    std::memcpy(&bits, launch.arguments.data() + place.offset + offset,
                std::min<std::size_t>(place.bytes - offset, sizeof(bits)));
    return bits;
  }
  /// Empty: it is a struct, or an address.
  std::string value(std::size_t i) const {
    switch (function.parameters[i].is_array ? ptx::Type::kNone : function.parameters[i].type) {
      case ptx::Type::kU32:
      case ptx::Type::kS32:
      case ptx::Type::kB32: return std::to_string(static_cast<std::int32_t>(bits(i)));
      case ptx::Type::kF32: return std::to_string(std::bit_cast<float>(static_cast<std::uint32_t>(bits(i))));
      case ptx::Type::kF64: return std::to_string(std::bit_cast<double>(bits(i)));
      default: return "";
    }
  }
};

}  // namespace gemmscope::runtime
