// SPDX-License-Identifier: MIT
/// @file sweeping.h
/// Asking for a sweep of what is shown, and choosing from its rows.
#pragma once

#include <functional>

#include "app/session/session.h"

namespace gemmscope::session {

/// What a sweep of `recording` starts from: its kernel, preset, size, scalars, and parameters that lay out no tile. All
/// blocks and k-tiles, on the emulator.
record::RecordRequest sweep_base(const format::Recording& recording);

/// Every value of each parameter that lays out a tile, one after the other, the others as the preset has them; then
/// every preset as it is. None twice.
/// Errors: kUsage if this build has no such kernel, and those of sweep::plan().
Result<std::vector<sweep::Row>> sweep_settings(const record::RecordRequest& base);

/// `on_row` is told how many of how many rows are done.
using SweepProgress = std::function<void(std::size_t done, std::size_t total)>;
/// Records and counts all of sweep_settings(). Errors: those, and of sweep::run().
Result<SweptRows> sweep_all(const record::RecordRequest& base, const std::function<bool()>& go_on,
                            const SweepProgress& on_row);

/// Has what is shown swept, anew if it was before.
void ask_for_sweep(Look& look);
/// The same over a number of the own program, from a few values below what it has to a few above: program_sweeper.h.
void ask_for_number_sweep(Look& look, const std::string& number);
/// What each of its runs has, in order.
std::vector<Numbers> number_settings(const Look& look);
/// Stops it, or forgets its rows.
void drop_sweep(Look& look);
/// Once something else is shown: rows stay while it has the kernel, size and scalars that were swept; a sweep under way
/// goes on while it has the preset too.
void keep_sweep(Look& look);
/// Sweeps at once if the look asks for it. For pictures.
Result<void> sweep_now(Look& look);

/// Which of the rows `recording` is of; that is shown, or its baseline.
std::optional<std::size_t> setting_of(const Look& look, const format::Recording& recording);

}  // namespace gemmscope::session
