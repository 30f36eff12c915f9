// SPDX-License-Identifier: MIT
/// @file moments.h
/// Sessions at one moment of a real recording, for what stage views say of it.
#pragma once

#include <string>

#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "tests/views/recorded.h"

namespace gemmscope::views {

/// At the first request of a recording: of warp_tile, 256 x 256 x 64, 4 blocks of 4 warps and 4 k-tiles, if `link` does
/// not say what.
session::Session at_first(const std::string& link = "size=256x256x64");

/// The first request of `site` of warp_tile, 256 x 256 x 64, with `lane` selected; `set` as in links: "PA:4".
session::Session at(const std::string& site, int lane, const std::string& set = "");

/// The first store to C, or load of it, of a launch of 64 x 64 x 8 with `kernel=..` and more. In sgemm64, sums of C
/// have been stored over the tile of A that they were computed from.
session::Session at_c_store(const std::string& link = "kernel=sgemm64");

}  // namespace gemmscope::views
