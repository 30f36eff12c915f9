// SPDX-License-Identifier: MIT
/// @file digests.h
/// Digests of recordings that cover every preset, layout and kind of edge: equal wherever recording works as it should.
#pragma once

#include <string>
#include <vector>

namespace gemmscope {

/// One line for each recording: what it is of, and the digest of all its request streams.
std::vector<std::string> digest_lines(unsigned host_threads);

}  // namespace gemmscope
