// SPDX-License-Identifier: MIT
/// @file bench.h
/// What `gemmscope bench` says, as text and as JSON.
#pragma once

#include <string>

#include "app/results/bench_report.h"

namespace gemmscope::cli {

std::string bench_text(const results::BenchReport& report);
std::string bench_json(const results::BenchReport& report);  ///< docs/bench.md describes it

}  // namespace gemmscope::cli
