// SPDX-License-Identifier: MIT
/// @file bring.h
/// Bringing two recordings to the window: what is shown, and the baseline beside it. What is not loaded is recorded,
/// one after the other, the baseline first; what is shown stays until all is there.
#pragma once

#include <optional>
#include <string>

#include "app/session/session.h"

namespace gemmscope::session {

/// What is shown, and what is pinned.
Recorded shown_now(const Session& session);
std::optional<Recorded> pinned_now(const Session& session);

/// One of these two, if it was recorded from the same as `request`.
std::optional<Recorded> find_loaded(const Session& session, const record::RecordRequest& request);

/// Shows `shown`, at the place of what was shown before, and pins `baseline`, if it is given. Returns false if
/// something has to be recorded first: `arrival`, a link, is followed once it is.
bool bring(Session& session, const Recorded& shown, const std::optional<Recorded>& baseline,
           const std::string& arrival);

/// Once `loaded` is recorded, which was next of what was to be brought: shows or pins it. Returns false if more has to
/// be recorded.
bool take_up(Session& session, LoadedPtr loaded);

/// What the next recording is made from.
const record::RecordRequest& next_to_record(const Bench& bench);

}  // namespace gemmscope::session
