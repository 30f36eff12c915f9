// SPDX-License-Identifier: MIT
/// @file recorded.h
/// A session on a recording that the emulator makes for the test, looking where a link says.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "app/session/link.h"
#include "app/session/refresh.h"
#include "app/session/session.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::views {

inline session::Session recorded(std::string_view link_text) {
  session::Session session;
  const auto link = session::parse_link(link_text, {});
  if (!link) {
    ADD_FAILURE() << link.error().message;
    return session;
  }
  auto recording = simt::record(link->request);
  if (!recording) {
    ADD_FAILURE() << recording.error().message;
    return session;
  }
  session::open(session, std::make_shared<const session::Loaded>(std::move(*recording)));
  if (const auto followed = session::follow(session, *link); !followed) ADD_FAILURE() << followed.error().message;
  return session;
}

/// The first line whose site has that name: kernels change, so no test counts their lines.
inline std::uint32_t line_of(const session::Session& session, std::string_view site) {
  for (const format::Site& each : session.look.recording()->sites)
    if (each.name == site) return each.line;
  ADD_FAILURE() << "no site " << site;
  return 0;
}

inline std::string line_text(const session::Session& session, std::string_view site) {
  return std::to_string(line_of(session, site));
}

}  // namespace gemmscope::views
