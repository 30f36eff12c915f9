// SPDX-License-Identifier: MIT
/// @file report_registers.h
/// What `gemmscope report --registers` says: the published registers of sgemm64 by Maxwell's rule, in three forms.
#pragma once

#include <string>

#include "tracing/analysis/registers.h"

namespace gemmscope::cli {

std::string registers_text();
std::string registers_json();  ///< docs/report.md describes it
std::string registers_csv();   ///< one line for each order and depth

/// "AB": the slots that are set.
std::string slots_text(const std::array<bool, analysis::kOperandSlots>& slots);

}  // namespace gemmscope::cli
