// SPDX-License-Identifier: MIT
/// @file digest.h
/// Numbers that are equal where the recorded requests are, and hardly ever otherwise: by them an emulator's recording
/// is compared with a GPU's. What only the description says (sizes, parameters, tensors, lines of barriers, the
/// selection, what was dropped) is in none of them.
///
/// Two kinds. The address digest of a site is a sum over its requests and so does not see their order; it is defined
/// without reference to this program, and golden figures carry it. The stream digest of a warp sees order, sites,
/// masks, markers and addresses. Neither is cryptographic: they find mistakes, not forgeries.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tracing/analysis/cost_table.h"

namespace gemmscope::analysis {

/// Hash of the 32 byte addresses of one request.
///
/// Rule     h = cbf29ce484222325; for each lane 0..31: h = (h ^ address) * 100000001b3 mod 2^64. An inactive lane's
///          address is ffffffff.
[[nodiscard]] std::uint64_t address_hash(std::span<const std::uint32_t, kLanes> addresses);

/// Per site, the sum mod 2^64 of address_hash over its requests inside `scope`. Shared addresses count from the start
/// of the block's shared memory, global ones from the matrix's first element.
///
/// Shapes   one number per entry of Recording::sites; the digest of a SiteSummary is the sum of its sites'.
/// Cost     30 ns for each distinct request: shared ones count once per template row, global ones once per base.
[[nodiscard]] std::vector<std::uint64_t> address_digests(const format::Recording& recording, const CostTable& table,
                                                         const Scope& scope = {});

/// The request streams of one block.
struct BlockDigest {
  std::uint32_t y = 0, x = 0;
  std::vector<std::uint64_t> warps;  ///< [warp]; 0 for a warp without a request

  friend bool operator==(const BlockDigest&, const BlockDigest&) = default;
};

/// Digests of every warp's ordered requests: site (name, tensor, direction, width, line), mask, k-tile, inner step,
/// phase, barrier interval, addresses.
///
/// Rule     request r = hash of all that; a barrier interval's requests r0..rn-1 make s = sum of ri * Q^(n-1-i), and
///          the intervals are chained. So the digest does not depend on how the recording was coded into templates.
/// Cost     as address_digests.
[[nodiscard]] std::vector<BlockDigest> stream_digests(const format::Recording& recording);

/// One number for all of them.
[[nodiscard]] std::uint64_t combined(std::span<const BlockDigest> digests);

/// Where two recordings part.
struct Difference {
  std::uint32_t y = 0, x = 0, warp = 0, index = 0;  ///< block, warp, request of the warp
  std::optional<format::Request> in_a, in_b;        ///< nullopt where a stream has ended
};

/// The first request, in the order (block, warp, program), that is not the same in both.
///
/// Returns  nullopt if all streams are equal. Blocks are paired by their place in the recordings; where one recording
///          has another block there, or none, the first request is the difference.
/// Limits   site indices are compared, not names: the recordings must come from the same kernel source.
/// Cost     as stream_digests, and one decode per request of the block that differs.
[[nodiscard]] std::optional<Difference> first_difference(const format::Recording& a, const format::Recording& b);

}  // namespace gemmscope::analysis
