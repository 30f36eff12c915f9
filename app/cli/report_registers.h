// SPDX-License-Identifier: MIT
/// @file report_registers.h
/// What `gemmscope report --registers` says for other programs: the published registers of sgemm64 by Maxwell's rule.
#pragma once

#include <string>

namespace gemmscope::cli {

std::string registers_json();  ///< docs/report.md describes it
std::string registers_csv();   ///< one line for each order and depth

}  // namespace gemmscope::cli
