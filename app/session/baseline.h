// SPDX-License-Identifier: MIT
/// @file baseline.h
/// What is shown, beside what was shown when it was pinned: another padding, another kernel, a GPU's recording.
///
/// Both Looks are in step: at the same place, with the same selection, rule and scope. A move or a selection in one
/// changes both.
#pragma once

#include "app/session/session.h"

namespace gemmscope::session {

/// What a Look shows, which must have a recording.
Recorded recorded_of(const Look& look);
/// nullopt: nothing is pinned.
std::optional<Recorded> pinned_now(const Session& session);

/// Pins what is shown, to be compared with; again: lets go of it.
void toggle_baseline(Session& session);
/// Pins `recorded`, which must be loaded, at the place of what is shown.
void pin(Session& session, const Recorded& recorded);
/// The same; without it lets go of what is pinned.
void compare_with(Session& session, const std::optional<Recorded>& recorded);

/// Shows the baseline; what was shown becomes the baseline.
void exchange_with_baseline(Session& session);

/// After the changes of a frame: if one Look has changed, moves the other one to its place. Cheap if neither has.
///
/// Cost     of 4096^3, and of 10 million requests in one block: 0.03 ms after a step, at most 3 ms after another
///          k-tile, block or rule, or after another recording is pinned. What takes longer is worked out elsewhere:
///          studying.h.
void keep_in_step(Session& session);

/// Which of the two a change is for.
enum class Which : std::uint8_t { kShown, kBaseline };
Look& look_of(Session& session, Which which);

}  // namespace gemmscope::session
