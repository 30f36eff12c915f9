// SPDX-License-Identifier: MIT
/// @file sweeping.h
/// Asking for a sweep of what is shown, and choosing from its rows.
#pragma once

#include "app/session/session.h"

namespace gemmscope::session {

/// Has what is shown swept over what SweepState::over says, anew if it was before.
void ask_for_sweep(Look& look);
/// The swept numbers of each run of the own program, in order; the others are in number_base(). Errors: kUsage if the
/// axes cannot be read, or the program lacks one of the numbers; those of add_settings().
Result<std::vector<Numbers>> number_settings(const Look& look);
/// The numbers that are not swept, where they are not the file's.
Numbers number_base(const Look& look);
/// Stops it, or forgets its rows.
void drop_sweep(Look& look);
/// Forgets the rows of another sweep than the one that is asked for.
void forget_other_sweep(Look& look);
/// Once something else is shown: rows stay while it has what all of them have.
void keep_sweep(Look& look);

/// Which of the rows in `look` is shown in `shown`: that look itself, or its baseline.
std::optional<std::size_t> setting_of(const Look& look, const Look& shown);

}  // namespace gemmscope::session
