// SPDX-License-Identifier: MIT
/// @file finding_note.h
#pragma once

#include <string>

#include "app/session/look.h"

namespace gemmscope::views {

/// What the chosen finding says of the place that is marked, in a line: "As[0][0]: thread 0 (warp 0, lane 0) writes it,
/// line 71, request 1." Empty: none is chosen, or it is of another block.
std::string finding_note(const session::Look& look);

}  // namespace gemmscope::views
