// SPDX-License-Identifier: MIT
/// @file sweeping.h
/// Asking for a sweep of what is shown, and choosing from its rows.
#pragma once

#include <functional>

#include "app/session/session.h"

namespace gemmscope::session {

/// What a sweep of `recording` starts from: its kernel, preset, size, scalars, and the parameters that are not swept:
/// not those of `over`, or, where that is empty, that lay out a tile. All blocks and k-tiles, on the emulator.
record::RecordRequest sweep_base(const format::Recording& recording, const std::string& over = {});

struct SweepJob {
  record::RecordRequest base;
  std::string over{};  ///< as SweepState::over
};
/// Every combination of the values that are to be swept; of every value of each parameter that lays out a tile, one
/// after the other, the others as the preset has them, and then of every preset as it is. None twice.
/// Errors: kUsage if this build has no such kernel, and those of parse_axes() and sweep::plan().
Result<std::vector<sweep::Row>> sweep_settings(const SweepJob& job);

/// `on_row` is told how many of how many rows are done.
using SweepProgress = std::function<void(std::size_t done, std::size_t total)>;
/// Records and counts all of sweep_settings(). Errors: those, and of sweep::run().
Result<SweptRows> sweep_all(const SweepJob& job, const std::function<bool()>& go_on, const SweepProgress& on_row);

/// Has what is shown swept over what SweepState::over says, anew if it was before.
void ask_for_sweep(Look& look);
/// What each run of the own program has, in order, of the numbers that are swept; the others are in number_base().
/// Errors: kUsage where the axes cannot be read, or the program has no such number; those of add_settings().
Result<std::vector<Numbers>> number_settings(const Look& look);
/// The numbers that are not swept, where they are not the file's.
Numbers number_base(const Look& look);
/// Stops it, or forgets its rows.
void drop_sweep(Look& look);
/// Forgets the rows of another sweep than the one that is asked for.
void forget_other_sweep(Look& look);
/// Once something else is shown: rows stay while it has what all of them have; a sweep of everything that is under way
/// goes on while it has the preset too.
void keep_sweep(Look& look);
/// Sweeps at once if the look asks for it. For pictures.
Result<void> sweep_now(Look& look);

/// Which of the rows in `look` is shown in `shown`: that look itself, or its baseline.
std::optional<std::size_t> setting_of(const Look& look, const Look& shown);

}  // namespace gemmscope::session
