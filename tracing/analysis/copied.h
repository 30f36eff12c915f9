// SPDX-License-Identifier: MIT
/// @file copied.h
/// Where the values come from that a lane stores to a shared tile: a recording has no values, but all loads.
#pragma once

#include <optional>
#include <vector>

#include "tracing/analysis/last_writers.h"

namespace gemmscope::analysis {

/// The loads that the values of the store to a tile at `moment` can come from: by the same warp and for the same
/// k-tile, of the tile's matrix; latest first. nullopt: the request there is not a store to a tile, or the loads cannot
/// be known, since requests were dropped or thousands are between.
///
/// Cost     a look at the warp's requests of this k-tile and those between them.
[[nodiscard]] std::optional<std::vector<format::Request>> loads_for(const format::Recording& recording,
                                                                    const Moment& moment);

/// The latest of `loads` by which `lane` loaded `element`; nullptr if it did not.
[[nodiscard]] const format::Request* load_of(const format::Recording& recording,
                                             const std::vector<format::Request>& loads, std::size_t lane,
                                             const Element& element);

/// The elements that `lane` loaded last; empty if it loaded none.
[[nodiscard]] std::vector<Element> loaded_last(const format::Recording& recording,
                                               const std::vector<format::Request>& loads, std::size_t lane);

/// What `lane` touches with `request`, a request to a matrix, in order of address; empty if it is not active.
[[nodiscard]] std::vector<Element> elements_of(const format::Recording& recording, const format::Request& request,
                                               std::size_t lane);

}  // namespace gemmscope::analysis
