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

/// Shows a launch at the place of what is shown now, with the numbers of its run.
void show_recorded(Session& session, const Recorded& recorded);

/// Shows another launch of the program: an index into OwnProgram::launches.
void show_launch(Session& session, std::size_t launch);

/// Shows the launch whose kernel the link names, if it names one, and looks where it says. Errors: there is none; those
/// of follow().
Result<void> go_to_own(Session& session, const Link& link);

/// Runs the program that is shown once more; of a recording alone it says that this cannot be.
void run_again(Session& session);

}  // namespace gemmscope::session
