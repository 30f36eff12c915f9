// SPDX-License-Identifier: MIT
/// @file limits.h
/// What a sound recording may hold. Reader and writer refuse anything beyond; docs/format.md lists these.
///
/// They are far above what GPUs and kernels do, and low enough that a hostile file cannot make a program that trusts a
/// checked recording run out of memory: whoever allocates per block, k-tile or request of a block may rely on them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gemmscope::format {

inline constexpr std::uint64_t kMaxMemoryBytes = std::uint64_t{4} << 30;  ///< of a recording and of its file, each
inline constexpr std::uint64_t kMaxSections = 1u << 16;
inline constexpr std::uint64_t kMaxDescriptionBytes = std::uint64_t{1} << 30;  ///< FlatBuffers end at 2 GiB

inline constexpr std::uint32_t kMaxMatrixSize = 0x7fffffff;                 ///< M, N, K: kernels index with int
inline constexpr std::uint64_t kMaxBlocks = std::uint64_t{1} << 27;         ///< of the whole launch
inline constexpr std::uint32_t kMaxThreads = 1024;                          ///< per block; CUDA's own limit
inline constexpr std::uint32_t kMaxKTiles = 1u << 27;                       ///< of the whole launch
inline constexpr std::uint32_t kMaxSharedBytes = 1u << 20;                  ///< per block; an H200 has 227 KiB
inline constexpr std::uint64_t kMaxTensorBytes = std::uint64_t{1} << 32;    ///< addresses have 32 bits
inline constexpr std::uint64_t kMaxBlockRequests = std::uint64_t{1} << 28;  ///< of one block; 4096^3 has 128 thousand

inline constexpr std::size_t kMaxParameters = 256;
inline constexpr std::size_t kMaxTensors = 64;
inline constexpr std::size_t kMaxSites = 0xffff;    ///< Row::site has 16 bits
inline constexpr std::size_t kMaxNameBytes = 1024;  ///< of every text but the source
inline constexpr std::size_t kMaxSourceBytes = std::size_t{16} << 20;

}  // namespace gemmscope::format
