// SPDX-License-Identifier: MIT
/// @file line_of.h
/// Lines of a session's source, by what they access.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "app/session/session.h"

namespace gemmscope::session {

/// The first line whose site has that name.
inline std::uint32_t line_of(const Session& session, const std::string& site) {
  for (const format::Site& each : session.look.recording()->sites)
    if (each.name == site) return each.line;
  ADD_FAILURE() << "no site " << site;
  return 0;
}

}  // namespace gemmscope::session
