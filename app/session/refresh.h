// SPDX-License-Identifier: MIT
/// @file refresh.h
/// Opening a recording, how it is counted and shown, and refresh(), which makes what is derived right again.
#pragma once

#include "app/session/session.h"

namespace gemmscope::session {

/// Shows `loaded` from its first conflict, or its first request if there is none. `wanted` becomes what it was recorded
/// from.
void open(Session& session, LoadedPtr loaded);

/// Makes the derived members right again. Cheap if nothing changed.
void refresh(Session& session);

void set_rule(Session& session, analysis::ConflictModel rule);
void next_rule(Session& session);
void set_scope(Session& session, Scope scope);
void next_scope(Session& session);
void set_theme(Session& session, Theme theme);
void set_scale(Session& session, float scale);

}  // namespace gemmscope::session
