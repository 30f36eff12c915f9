// SPDX-License-Identifier: MIT
/// @file moments.h
/// Sessions at one moment of a real recording, for what stage views say of it.
#pragma once

#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "tests/session/fixture.h"

namespace gemmscope::session {

/// The first request of `site`, one of small_request(overrides), with `lane` selected.
Session at(const std::string& site, int lane, std::vector<format::Parameter> overrides = {});

/// A session that has opened the recording of `request`.
Session opened(const record::RecordRequest& request);

/// sgemm64 with one k-tile, at the first store to C: Cs has been written over the As that it was computed from.
Session at_c_store(std::vector<format::Parameter> overrides = {}, float beta = 0);

}  // namespace gemmscope::session
