// SPDX-License-Identifier: MIT
/// @file limits.h
/// What a sound recording may hold. Reader and writer refuse anything beyond; docs/format.md lists these.
///
/// They are far above what GPUs and kernels do, and low enough that a hostile file cannot make a program that trusts a
/// checked recording run out of memory or time. Code that does work per block or request of a block may rely on them;
/// so may code that works on every segment of every block whose costs differ from the others'.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gemmscope::format {

inline constexpr std::uint64_t kMaxMemoryBytes = std::uint64_t{4} << 30;  ///< of a recording and of its file, each
/// What a file may request before it is known to be sound: tens of bytes for each byte of the file are usual.
inline constexpr std::uint64_t kMemoryAnyway = std::uint64_t{32} << 20, kMemoryPerByte = 64;
inline constexpr std::uint64_t kMaxSections = 1u << 16;
// For a section, so that it is unpacked in little memory. One template may have more rows.
inline constexpr std::uint32_t kMaxSectionRows = 8192, kMaxSectionSegments = 16384, kMaxSectionBlocks = 65536;
inline constexpr std::uint64_t kMaxDescriptionBytes = std::uint64_t{1} << 30;  ///< FlatBuffers end at 2 GiB

inline constexpr std::uint64_t kMaxBlocks = std::uint64_t{1} << 24;       ///< of the whole launch; 16384^3 in 4x4 tiles
inline constexpr std::uint32_t kMaxThreads = 1024;                        ///< per block; CUDA's own limit
inline constexpr std::uint32_t kMaxSharedBytes = 1u << 20;                ///< per block; an H200 has 227 KiB
inline constexpr std::uint64_t kMaxTensorBytes = std::uint64_t{1} << 32;  ///< addresses have 32 bits
inline constexpr std::uint64_t kMaxBlockRequests = std::uint64_t{1} << 28;  ///< of one block; 4096^3 has 128 thousand

// Products, which limits on their factors do not bound (check_effort). Blocks of a GEMM are few patterns at few places
// in a line of memory: 16384^3 in odd sizes is ten times below. Each is some seconds of work, at most 3 GiB.
inline constexpr std::uint64_t kMaxGroupedSegments = 1u
                                                     << 24;  ///< segments, of each group of blocks that cost the same
inline constexpr std::uint64_t kMaxGroupedRequests = 1u << 30;  ///< their requests
inline constexpr std::uint64_t kMaxPlacedRequests = 1u << 29;   ///< requests of patterns, at each base that blocks have
inline constexpr std::uint64_t kMaxDistinctCosts = 1u << 23;    ///< template rows, at each place mod 128

inline constexpr std::size_t kMaxParameters = 256;
inline constexpr std::size_t kMaxTensors = 24;  ///< at most 16 of them global; views keep counts for each
inline constexpr std::size_t kMaxParts = std::size_t{1} << 16;  ///< of all tensors together
inline constexpr std::uint32_t kMaxBuffers = 8;                 ///< of a shared tile
inline constexpr std::size_t kMaxSites = 0xffff;                ///< Row::site has 16 bits
inline constexpr std::size_t kMaxNameBytes = 1024;              ///< of every text but source and PTX
inline constexpr std::size_t kMaxSourceBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMaxSourceLines = std::size_t{1} << 16;
inline constexpr std::size_t kMaxIncluded = 64;  ///< further files
inline constexpr std::size_t kMaxCalls = 64;     ///< functions inlined in one another
inline constexpr std::size_t kMaxProgramFindings = 256;
inline constexpr std::size_t kMaxSentenceBytes = 4096;  ///< of each of them
inline constexpr std::size_t kMaxUndefined = 256;       ///< undefined values that are used
inline constexpr std::size_t kMaxPtxBytes = std::size_t{4} << 20;

}  // namespace gemmscope::format
