// SPDX-License-Identifier: MIT
/// @file recorded.h
/// Sessions on recordings of the ladder's steps, made when a test first needs them, looking where a link says.
///
/// These links begin with what is recorded, in any order: `kernel=split` (none: warp_tile), `preset=k10_a100`,
/// `set=PA:4,PB:2`, `size=256x256x64` (none: what a broken kernel's comment says, else 256x256x256), `beta=1` and
/// `blocks=1,0` (that block alone, as --blocks records it). The rest is a link of the window: where one looks.
#pragma once

#include <string>
#include <string_view>

#include "app/session/refresh.h"
#include "app/session/session.h"
#include "tests/session/line_of.h"

namespace gemmscope::views {

/// The recording that `link` begins with: the same one each time. Fails the test if it cannot be made.
session::LoadedPtr loaded(std::string_view link);

/// A session that has opened it and looks where the rest says.
session::Session recorded(std::string_view link);

/// A session on a recording of tests/data/recorded, "stencil", that looks where `link` says.
session::Session recorded_program(const std::string& name, std::string_view link = "");

/// The same session, compared with `with`.
void pin_recorded(session::Session& session, std::string_view with);

/// Sweeps `axes`, as the window runs the program for each setting of its numbers PA and PB. `link`: what is recorded
/// without them.
void sweep_recorded(session::Session& session, const std::string& link, const std::string& axes);

/// session::line_of() as text.
inline std::string line_text(const session::Session& session, const std::string& site) {
  return std::to_string(line_of(session, site));
}

}  // namespace gemmscope::views
