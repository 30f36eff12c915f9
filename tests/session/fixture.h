// SPDX-License-Identifier: MIT
/// @file fixture.h
/// Sessions on steps of the ladder, as the window has them while it runs a program. Each setting is recorded once.
#pragma once

#include <string>
#include <string_view>

#include "app/session/own_program.h"
#include "app/session/refresh.h"
#include "app/session/session.h"
#include "tests/session/line_of.h"
#include "tests/steps/step.h"

namespace gemmscope::session {

inline const testing::Product kSmall{.M = 256, .N = 256, .K = 64};

/// The recording of a step. Fails the test if it cannot be made.
LoadedPtr recording_of(const testing::Step& step, const testing::Product& product = kSmall);
/// That of warp_tile with these numbers: 4 blocks of 4 warps, 4 k-tiles.
LoadedPtr small_recording(const Numbers& numbers = {});

/// That of a kernel that is broken on purpose, at the size that shows its mistake.
LoadedPtr broken_recording(const std::string& kernel);

/// What comes of running the program of `kernel` with these numbers, among them its arguments: also that nvcc refuses.
ProgramRun run_of_step(const std::string& kernel, const Numbers& numbers);
/// A session that has run the program of a step, at its first request.
Session session_on(const std::string& kernel, const Numbers& numbers = {});
/// That of warp_tile: its launch is small_recording().
Session small_session(const Numbers& numbers = {});
/// A session that has opened a recording, whose program is not at hand.
Session opened(LoadedPtr loaded);

/// One that has opened the recording of a kernel that is broken on purpose, where the link `where` says.
Session wrong_session(const std::string& kernel, const std::string& where = "");

/// A session that has run a step and looks where `text` says: a link of tests/views/recorded.h. Without a size, the
/// step has that of run_of_step(). With `blocks`, a recording of that block is opened, and nothing is run; without,
/// `beta` has no effect.
Session at_place(std::string_view text);

/// The cursor's request: its site name.
std::string site_here(const Session& session);

/// Floats added to each row of a tile in shared memory.
std::uint32_t padding_of(const Look& look, const char* tile = "As");
/// The value that is asked for.
std::int64_t number(const Session& session, const std::string& name);
/// Pins a recording whose program is not at hand.
void pin(Session& session, const LoadedPtr& loaded);

/// Whether the session's own program is a step.
bool is_on_step(const Session& session);
/// Runs the step that is due, as the window does between two frames.
void run_due(Session& session);

}  // namespace gemmscope::session
