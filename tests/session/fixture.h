// SPDX-License-Identifier: MIT
/// @file fixture.h
/// Sessions on real recordings of warp_tile, made once per request.
#pragma once

#include <string>

#include "app/session/refresh.h"
#include "app/session/session.h"

namespace gemmscope::session {

/// The recording of `request`. Fails the test if it cannot be made.
LoadedPtr recording_of(const record::RecordRequest& request);

/// warp_tile k10_a6000, 256 x 256 x 64, with these parameters: 4 blocks of 4 warps, 4 k-tiles.
record::RecordRequest small_request(std::vector<format::Parameter> overrides = {});

/// A session that has opened small_request(), at its first request.
Session small_session(std::vector<format::Parameter> overrides = {});

/// The cursor's request: its site name and k-tile.
std::string site_here(const Session& session);
/// The first line whose site has that name.
std::uint32_t line_of(const Session& session, const std::string& site);

/// Records what is due, as the window does between two frames.
void record_due(Session& session);
/// One warp of one block of small_request() in its first k-tile.
Session small_part();

}  // namespace gemmscope::session
