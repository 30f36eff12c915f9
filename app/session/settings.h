// SPDX-License-Identifier: MIT
/// @file settings.h
/// Choosing a setting of a sweep.
#pragma once

#include "app/session/session.h"

namespace gemmscope::session {

/// Runs the program with the numbers of a row; what was not swept stays.
void show_setting(Session& session, const Numbers& swept);
/// The same, beside what is shown now.
void compare_setting(Session& session, const Numbers& swept);

/// The sweep's best setting (sweep/row.h); of several the first. Desk::notice says so where nothing was swept.
void show_best_setting(Session& session);
void compare_best_setting(Session& session);

}  // namespace gemmscope::session
