// SPDX-License-Identifier: MIT
/// @file findings.h
/// Choosing among what the check has found, and going to its steps. The chosen finding's accesses are marked in all
/// views until another one is chosen, or nothing.
#pragma once

#include <vector>

#include "app/session/session.h"

namespace gemmscope::session {

/// The bit of `fault` in CheckState::faults.
constexpr std::uint32_t bit_of(analysis::Fault fault) { return 1u << static_cast<unsigned>(fault); }

/// Findings that the filter lets through: indices into Loaded::check.findings.
std::vector<std::size_t> shown_findings(const Look& look);
/// nullptr if none is chosen.
const analysis::Finding* chosen_finding(const Look& look);
/// Whether the chosen finding, or one of its accesses, is of the cursor's block. False if none is chosen.
bool chosen_is_in_block(const Look& look);
/// Where an access was made.
Cursor cursor_of(const analysis::Access& access);
/// Whether the cursor is at `access`: at its request, whichever lane is selected.
bool is_here(const Look& look, const analysis::Access& access);
/// The access of the chosen finding where the cursor is not; its `at` while the cursor is at neither. nullptr: there is
/// no other one.
const analysis::Access* access_elsewhere(const Look& look);

/// Chooses it and goes to the step of its `at`, with the view in front that shows its place. If the finding has no
/// access, goes to the block and the k-tile.
void open_finding(Session& session, std::size_t index);
/// Where a recording of the user's own program opens, if anything was found: at the launch's first finding, with the
/// list in front; or with the list in front, if all findings are the program's.
void open_at_findings(Session& session);
/// To the next or previous one that is shown, and from the last to the first.
void step_finding(Session& session, int direction);
/// To the chosen finding's other access, and back.
void go_to_other_access(Look& look);
void toggle_fault(Look& look, analysis::Fault fault);
void show_all_faults(Look& look);

}  // namespace gemmscope::session
