// SPDX-License-Identifier: MIT
/// @file kept_memory.h
/// What the arrays of a launch held before and after it. A recording has no values; where `gemmscope verify` asks for
/// them, they are in a file beside it, which is read once and goes with the run's temporary folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tracing/format/result.h"

namespace gemmscope::format {

struct KeptArray {
  std::uint16_t tensor = 0;         ///< index into Recording::tensors
  std::string type{};               ///< of its elements, as C++ writes it; empty: not known
  std::vector<std::byte> before{};  ///< from the tensor's first element
  std::vector<std::byte> after{};   ///< empty: as before
  [[nodiscard]] const std::vector<std::byte>& at_end() const { return after.empty() ? before : after; }
  friend bool operator==(const KeptArray&, const KeptArray&) = default;
};

/// A number that the kernel was given: a parameter, or a member of one.
struct KeptScalar {
  std::string name, type;
  std::uint64_t bits = 0;
  friend bool operator==(const KeptScalar&, const KeptScalar&) = default;
};

struct KeptMemory {
  std::vector<KeptArray> arrays;  ///< of global memory, ascending by tensor
  std::vector<KeptScalar> scalars;
  std::string why_not;  ///< why arrays are missing; empty: none is
  friend bool operator==(const KeptMemory&, const KeptMemory&) = default;
};

/// Bytes that are kept of a launch's arrays before it, at most.
inline constexpr std::uint64_t kMostKeptBytes = std::uint64_t{512} << 20;

/// gemm.gst -> gemm.memory
[[nodiscard]] std::filesystem::path kept_beside(std::filesystem::path recording);
/// Errors: those of replace_file().
[[nodiscard]] Result<void> write_kept(const KeptMemory& memory, const std::filesystem::path& file);
/// Errors: kBadFile if it cannot be read, or is none.
[[nodiscard]] Result<KeptMemory> read_kept(const std::filesystem::path& file);

}  // namespace gemmscope::format
