// SPDX-License-Identifier: MIT
/// @file fat_binary.h
/// The PTX that nvcc has put into a program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tracing/format/result.h"

namespace gemmscope::runtime {

struct PtxImage {
  unsigned architecture = 0;  ///< 80 of compute_80
  std::string text;
};

/// All PTX of a fat binary, in its order; none where it holds machine code alone. NVIDIA does not document the format:
/// it was read from what nvcc 12.4 to 13.0 writes. Texts are plain, or compressed with zstd (nvcc 13's default) or LZ4
/// (nvcc 12's).
///
/// `bytes`: from the header on; there may be more behind the end that the header names.
/// Errors: kBadFile for one that is cut off, damaged or no fat binary.
[[nodiscard]] Result<std::vector<PtxImage>> ptx_of_fat_binary(std::span<const std::byte> bytes);

/// The same fat binary with other texts for its PTX, as many as ptx_of_fat_binary() has found, and nothing else of it:
/// a driver has to compile them. `bytes` is one that was read.
[[nodiscard]] std::vector<std::byte> fat_binary_with(std::span<const std::byte> bytes,
                                                     std::span<const std::string> texts);

/// What nvcc's host code registers: __cudaRegisterFatBinary. Not documented; as nvcc 12.4 to 13.0 write it.
struct FatBinaryWrapper {
  int magic, version;
  const std::byte* data;
  void* more;  ///< version 2: the fat binaries of which `data` was linked (nvcc -rdc=true), and null behind the last
};
/// Those with PTX: of separately compiled files one each, because the linker leaves machine code alone in its own.
[[nodiscard]] std::vector<const std::byte*> fat_binaries_of(const FatBinaryWrapper& wrapper);

/// All PTX of one fat binary; of several, what the newest of each are when linked.
///
/// Errors  kBadFile: as above, or PTX that cannot be read. kUsage: one has no PTX; says what to do to have it `what`:
///         "recorded".
[[nodiscard]] Result<std::vector<PtxImage>> ptx_of_all(std::span<const std::byte* const> fat_binaries,
                                                       const std::string& what);

/// How many bytes a fat binary has, from its header alone, whose 16 bytes must be there. 0: it is none.
[[nodiscard]] std::uint64_t fat_binary_size(const std::byte* header);

}  // namespace gemmscope::runtime
