// SPDX-License-Identifier: MIT
/// @file state_json.h
/// The visible state as JSON: the ground truth that tests of the window compare with. Keys are listed in the test.
#pragma once

#include <string>

#include "app/session/session.h"

namespace gemmscope::session {

std::string state_json(const Session& session);

}  // namespace gemmscope::session
