// SPDX-License-Identifier: MIT
/// @file request_edits.h
/// What views still ask for that only the older kernels had. It goes with them.
#pragma once

#include <string>

#include "app/session/choice.h"
#include "app/session/ladder.h"
#include "app/session/session.h"
#include "app/session/stepping.h"
#include "tracing/record/request.h"

namespace gemmscope::session {

inline void set_kernel(Session& session, const std::string& kernel) {
  if (const auto step = step_named(kernel)) session.desk.panels.to_open = step->file.string();
}
inline void set_layout(Session&, const std::string&) {}
inline void record_one_of_each_kind(Session&) {}
inline void visit_k_tile(Look& look, std::uint32_t k_tile) { go_to_k_tile(look, k_tile); }
inline std::string preset_in_words(const record::RecordRequest& request) { return request.preset; }

}  // namespace gemmscope::session
