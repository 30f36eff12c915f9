// SPDX-License-Identifier: MIT
/// @file open_file.h
/// Opening recordings in the running window.
#pragma once

#include <string>

#include "app/session/session.h"

namespace gemmscope::session {

/// Shows it instead of what is shown and of what is being recorded. Without a GPU, changes to what a GPU recorded are
/// recorded on the emulator.
void open_instead(Session& session, format::Recording recording);

/// The same of a file; one that is no recording is an error of the desk.
void open_file(Session& session, const std::string& path);

}  // namespace gemmscope::session
