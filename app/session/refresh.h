// SPDX-License-Identifier: MIT
/// @file refresh.h
/// Opening a recording, how it is counted and shown, and refresh(), which makes what is derived right again.
#pragma once

#include "app/session/session.h"

namespace gemmscope::session {

/// Shows `loaded` from its first conflict, or its first request if there is none.
void open(Session& session, LoadedPtr loaded);

/// Makes the derived members right again. Cheap if nothing changed.
void refresh(Look& look);

void set_rule(Look& look, analysis::ConflictModel rule);
void next_rule(Look& look);
void set_scope(Look& look, Scope scope);
void next_scope(Look& look);
void set_theme(Session& session, Theme theme);
void set_scale(Session& session, float scale);

}  // namespace gemmscope::session
