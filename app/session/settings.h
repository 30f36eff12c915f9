// SPDX-License-Identifier: MIT
/// @file settings.h
/// Choosing a setting of a sweep.
#pragma once

#include "app/session/session.h"

namespace gemmscope::session {

/// Records the setting of a row.
void show_setting(Session& session, const record::RecordRequest& setting);
/// The same, beside what is shown now.
void compare_setting(Session& session, const record::RecordRequest& setting);

}  // namespace gemmscope::session
