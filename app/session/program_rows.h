// SPDX-License-Identifier: MIT
/// @file program_rows.h
/// What one setting of a program's numbers costs, as rows of a sweep.
#pragma once

#include <vector>

#include "app/session/own_program.h"
#include "app/sweep/row.h"

namespace gemmscope::session {

/// A row for each launch that was recorded, with its kernel's name, without template arguments unless these distinguish
/// launches: settings may differ in them, and their rows are compared. One row with the reason if nothing was.
/// `setting`: what was swept, in the order of its axes.
///
/// A launch that faulted, or a program that ended with another code than 0, has no figures, but for `addresses_only`,
/// where the code says nothing.
[[nodiscard]] std::vector<sweep::Row> rows_of(const ProgramRun& run, const Numbers& setting, bool addresses_only);

}  // namespace gemmscope::session
