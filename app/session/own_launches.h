// SPDX-License-Identifier: MIT
/// @file own_launches.h
/// Showing what was recorded of an own program.
#pragma once

#include "app/session/link.h"
#include "app/session/session.h"

namespace gemmscope::session {

/// Shows what was recorded, the launch of the kernel that is shown if there is one, else the first, at the place of
/// what is shown now; or keeps that, and has Source say why.
void take_up(Session& session, ProgramRun run);

/// Shows another launch of the program: an index into OwnProgram::launches.
void show_launch(Session& session, std::size_t launch);

/// Shows the launch whose kernel the link names, and looks where it says. Errors: there is none; those of follow().
Result<void> go_to_own(Session& session, const Link& link);

}  // namespace gemmscope::session
