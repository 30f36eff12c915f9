// SPDX-License-Identifier: MIT
/// @file sweep_report.h
/// What `gemmscope sweep` says of the settings it went through, for other programs.
#pragma once

#include "app/views/sweep/report.h"

namespace gemmscope::cli {

std::string sweep_json(const views::SweepReport& report);  ///< docs/sweep.md describes it
std::string sweep_csv(const views::SweepReport& report);   ///< one line for each setting, each complete in itself

}  // namespace gemmscope::cli
