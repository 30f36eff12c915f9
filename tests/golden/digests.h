// SPDX-License-Identifier: MIT
/// @file digests.h
/// Digests of recordings that cover every preset, layout and kind of edge: equal wherever recording works as it should.
#pragma once

#include <string>
#include <vector>

#include "tracing/record/request.h"

namespace gemmscope {

std::vector<record::RecordRequest> digest_requests();
/// What is recorded, and the digest of all its request streams.
std::string digest_line(const record::RecordRequest& request);

}  // namespace gemmscope
